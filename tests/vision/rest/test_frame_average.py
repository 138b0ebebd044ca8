"""Pictures of one scene added up."""

import cv2
import numpy as np

from vision.rest.frame_average import FrameAverage
from vision.source.frames import Frame


def test_pictures_added_up_and_sharpened_have_steeper_edges_and_less_noise_than_one() -> None:
    rng, scene = np.random.default_rng(1), np.full((40, 60), 90.0)
    scene[:, 28:32] = (105, 120, 135, 150)
    scene[:, 32:] = 165
    pictures = [np.clip(scene + rng.normal(0, 4, scene.shape), 0, 255).astype(np.uint8) for _ in range(9)]
    pile = FrameAverage()
    for picture in pictures:
        pile.add(Frame(np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8), 0, 0.0))
    one, sharp = pictures[0].astype(float), pile.sharpened.astype(float)
    assert np.diff(sharp.mean(axis=0)).max() > 1.3 * np.diff(one.mean(axis=0)).max()
    assert sharp[:, :20].std() < one[:, :20].std()
