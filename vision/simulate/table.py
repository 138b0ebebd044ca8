"""A table that draws its own camera pictures, for demonstrations and tests.

Pieces, dice and hands are put on it by calls; ``read`` renders what a webcam over it
would see: perspective, light, noise, JPEG.  The same seed and the same calls give the
same pictures.  Knows no rule of the game, and nothing of how pictures are understood.
"""

from collections.abc import Mapping, Sequence
from math import radians
from typing import Literal

import cv2
import numpy as np

from rules.kernel.hexes import Hex
from vision.board.plan import BoardPlan, TagBook
from vision.dice.symbols import own_symbols, stickers
from vision.simulate.background import FELTS, draw_ground
from vision.simulate.camera_stand import standing_over
from vision.simulate.conditions import (
    DRIFTS,
    Condition,
    Lighting,
    glare_map,
    noise_field,
    shadow_map,
    through_chip,
    through_lens,
)
from vision.simulate.objects import (
    CIRCLE,
    FIGURE,
    TALL_FIGURE,
    die_cards,
    die_sprites,
    fallen_figure_sprites,
    figure_sprites,
    hand_sprites,
    tag_sprite,
)
from vision.simulate.scenery import Colour, Picture, Points, Sprite, lay, light_map
from vision.simulate.tabletop import COLOURS, TAG_PLACE, Tabletop
from vision.source.frames import Frame

FRAMES_PER_SECOND = 10.0
FIGURE_PLACES = ((0.0, 13.0), (-13.0, 10.0), (13.0, 10.0), (0.0, 24.0))
TOUCHING_PLACES = ((0.0, 7.0), (-17.5, -4.0), (17.5, -4.0), (0.0, 21.0))
MOST_ARMS, SWAY_PX = 8, 32.0  # arms kept, 1 MB each; how far beyond the picture: none sways so far
HIDES, BLINDS = 100, 80.0  # of 255: what shines through less is hidden; what shines more blinds

SKINS: Sequence[Colour] = ((132, 160, 214), (96, 130, 186), (60, 84, 128))
SLEEVES: Sequence[Colour] = ((110, 70, 52), (52, 52, 54), (70, 76, 140), (132, 160, 214))


class SimulatedTable(Tabletop):
    """A source of pictures of a table that obeys calls.

    *dice* are ``stickers``, ``symbols`` (drawn by ourselves), or six pictures (h, w, 3) BGR by face.
    """

    label = "simulated table"

    def __init__(
        self,
        plan: BoardPlan,
        book: TagBook,
        *,
        size: tuple[int, int] = (1280, 720),
        seed: int = 0,
        dice: Literal["stickers", "symbols"] | Mapping[str, Picture] = "stickers",
        condition: Condition = Condition(),
        felt: Colour | None = None,
    ) -> None:
        self.lens, self._light, self.hardship = condition
        drawn = {"stickers": stickers, "symbols": own_symbols}
        self._die_cards = die_cards(drawn[dice]() if isinstance(dice, str) else dice)
        super().__init__(
            plan, book, seed=seed, die_faces=tuple(self._die_cards), curl_mm=self.hardship.curl_mm
        )
        self.size, self._seed = size, seed
        self._felt = FELTS[seed % len(FELTS)] if felt is None else felt
        self._skin, self._sleeve = SKINS[seed % len(SKINS)], SLEEVES[seed // 2 % len(SLEEVES)]
        self._hand: tuple[Points, bool] | None = None
        self._arms: dict[tuple[float, float, bool], list[Sprite]] = {}
        self._number, self._now = 0, 0.0
        self.newest: Frame | None = None
        self._sprites: dict[str, list[list[Sprite]]] = {}
        self._rest: Picture | None = None
        self._noise = noise_field(self.size, seed, self.lens.noise)
        self.camera = standing_over(plan, self.lens, size)
        self._flat_ground = self._drawn_ground()
        self._ground = self._lit_ground()

    def hand(self, over: Hex | None = None, *, tray: bool = False, north: bool = False) -> None:
        """Hold a hand over hex *over*, or over the dice *tray*; with neither, take it away.

        It comes in from the south edge, or from the *north*, and is never quite still.
        """
        if tray:
            assert self.plan.tray is not None, "this plan has no dice tray"
            self._hand = (self.plan.tray.corners_mm.mean(axis=0), north)
        else:
            self._hand = None if over is None else (np.array(self.plan.centre_mm(over)) + TAG_PLACE, north)

    def bump(self, shift_mm: tuple[float, float] = (0.0, 0.0), turn_deg: float = 0.0) -> None:
        """Push the camera *shift_mm* along the board and turn it by *turn_deg* around its own axis.

        Both are counted from where it first stood.
        """
        self.camera = standing_over(
            self.plan, self.lens, self.size, shift_mm=np.array(shift_mm), turn=radians(turn_deg)
        )
        self._flat_ground = self._drawn_ground()
        self._redraw_all()

    def light(
        self,
        gain: float | None = None,
        *,
        warm: float | None = None,
        lean: tuple[float, float] | None = None,
        flicker: float | None = None,
    ) -> None:
        """Change the light; what is not given stays."""
        old = self._light
        self._light = Lighting(
            gain=old.gain if gain is None else gain,
            warm=old.warm if warm is None else warm,
            lean=old.lean if lean is None else lean,
            flicker=old.flicker if flicker is None else flicker,
        )
        self._redraw_all()

    # where it is

    def to_pixels(self, mm: Points) -> Points:
        """Carry (n, 2) millimetres on the board's plane to (n, 2) pixels of the picture."""
        return self.camera.project(np.column_stack([mm, np.zeros(len(mm))]))

    # pictures

    def read(self) -> Frame:
        """Return the next picture of the table as it is now."""
        picture = self._resting()
        if self._hand is not None:
            picture = picture.copy()
            across, down = np.rint(self._rng.normal(0, 2.5, 2)).astype(int).tolist()
            for sprite in self._hand_sprites(*self._hand):
                lay(picture, sprite._replace(x=sprite.x + across, y=sprite.y + down))
        picture = self._exposed(picture)
        self._number += 1
        self._now += 1 / FRAMES_PER_SECOND
        self.newest = Frame(picture=self._packed(picture), number=self._number, at=self._now)
        return self.newest

    def let_pass(self, seconds: float) -> None:
        """Let time pass in which nothing moves and no picture is taken."""
        self._now += seconds

    def close(self) -> None:
        """Do nothing: a simulated table holds no device."""

    def _exposed(self, picture: Picture) -> Picture:
        """Return *picture* with this moment's flicker and noise."""
        gain = 1 + self._light.flicker * float(self._rng.normal())
        lit = cv2.convertScaleAbs(picture, alpha=gain)
        x, y = self._rng.integers(0, DRIFTS, 2)
        window = np.s_[y : y + self.size[1], x : x + self.size[0]]
        more, less = self._noise
        noisy = np.asarray(cv2.subtract(cv2.add(lit, more[window]), less[window]), np.uint8)
        return through_chip(noisy, self.hardship, self._number)

    def _packed(self, picture: Picture) -> Picture:
        """Return *picture* as it comes out of the camera's JPEG, where it has one."""
        if self.lens.quality is None:
            return picture
        ok, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.lens.quality])
        assert ok
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)

    def _resting(self) -> Picture:
        """Return the table without hand and noise; drawn anew only after a change."""
        if self._rest is None:
            picture = self._ground.copy()
            order = sorted(self._tags, key=lambda piece: -self._tags[piece].at_mm[1])
            for layer in (0, 1):
                for piece in order:
                    for sprite in self._piece_sprites(piece)[layer]:
                        lay(picture, sprite)
            for die in sorted(self._dice, key=lambda die: -np.hypot(*(self.camera.eye[:2] - die.at_mm))):
                at = np.array(die.at_mm)
                cards = [self._die_cards[face] for face in (die.face, *die.sides)]
                for sprite in die_sprites(self.camera, cards, at, die.turn, self._light_at(at)):
                    lay(picture, sprite)
            self._rest = self._seen(picture)
        return self._rest

    def _seen(self, picture: Picture) -> Picture:
        """Return *picture* under the table's shadows and glare, through the lens."""
        if self.hardship.shadows:
            shade = shadow_map(self.size, self.hardship, self._seed)
            picture = np.asarray(picture * shade[..., None], np.uint8)
        if self.hardship.glares:
            shine = glare_map(self.size, self.hardship, self._seed)
            picture = np.clip(picture + shine[..., None], 0, 255).astype(np.uint8)
        if self.lens.blur > 0:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), self.lens.blur), np.uint8)
        return through_lens(picture, self.hardship)

    def visible(self, name: str) -> float:
        """Return the share of a tag that neither figures nor glare hide."""
        return self._share_of(self._tags[name].corners_mm, self._hidden())

    def visible_spots(self) -> dict[str, list[float]]:
        """Return of each spot of each tray the share that neither figures nor glare hide."""
        hidden = self._hidden()
        return {
            piece: [
                self._share_of(spot + CIRCLE * part.spots.spot_mm / 2, hidden)
                for spot in self._tags[piece].spots_mm
            ]
            for piece, (_, part) in self._parts.items()
            if piece in self._tags and part.spots is not None
        }

    def _hidden(self) -> Picture:
        """Return which pixels figures or glare hide, (h, w; 0 or 1)."""
        hidden = np.zeros((*self.size[::-1], 3), np.uint8)
        for piece in self._tags:
            for sprite in self._piece_sprites(piece)[1]:
                body = np.where(sprite.keep < HIDES, 255, 0).astype(np.uint8)
                lay(hidden, Sprite(sprite.x, sprite.y, body, 255 - body))
        hides = (hidden[..., 0] > 0).astype(np.uint8)
        if self.hardship.glares:
            hides |= (glare_map(self.size, self.hardship, self._seed) > BLINDS).astype(np.uint8)
        return hides

    def _share_of(self, outline_mm: Points, hidden: Picture) -> float:
        """Return the share of a convex shape (n, 2) on the board that is not *hidden* (h, w; 0 or 1)."""
        inside = np.zeros_like(hidden)
        corners = self.to_pixels(outline_mm)
        cv2.fillConvexPoly(inside, np.rint(corners * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
        return 1 - float((inside & hidden).sum()) / max(1, int(inside.sum()))

    def _piece_sprites(self, piece: str) -> list[list[Sprite]]:
        """Return the sprites of *piece*: its tag's, then its figures'."""
        if piece not in self._sprites:
            tag = self._tags[piece]
            light = self._light_at(tag.at_mm)
            count, colour = self._figures.get(piece, (3, COLOURS["blue"]))
            is_tray = len(tag.spots_mm) > 0
            outline = TALL_FIGURE if is_tray else FIGURE
            places = TOUCHING_PLACES if piece in self._touched else FIGURE_PLACES
            beside = np.array(places[:count]).reshape(-1, 2) + tag.at_mm - TAG_PLACE
            figures = [
                sprite
                for place in sorted(tag.stand_mm if is_tray else beside, key=lambda at: -float(at[1]))
                for sprite in figure_sprites(self.camera, place, colour, light, outline)
            ]
            if piece in self._fallen:
                lies = self._fallen[piece]
                at = tag.at_mm + lies.beside_mm
                figures += fallen_figure_sprites(self.camera, at, lies.way, colour, light)
            self._sprites[piece] = [
                [tag_sprite(self.camera, tag.card, tag.corners_mm, light, tag.lift_mm)],
                figures,
            ]
        return self._sprites[piece]

    def _hand_sprites(self, over_mm: Points, north: bool) -> list[Sprite]:
        """Return the hand over *over_mm* (2,), drawn anew where none was lately, and after a change."""
        key = (*over_mm.tolist(), north)
        if key not in self._arms:
            if len(self._arms) == MOST_ARMS:
                del self._arms[next(iter(self._arms))]
            self._arms[key] = hand_sprites(
                self.camera,
                over_mm,
                north=north,
                skin=self._skin,
                sleeve=self._sleeve,
                light=self._light_at(over_mm) * 1.05,
                seen=(np.full(2, -SWAY_PX), np.array(self.size) + SWAY_PX),
            )
        return self._arms[key]

    def _light_at(self, mm: Points) -> Points:
        """Return the light (3,), a factor for each of BGR, at *mm* (2,)."""
        x, y = np.rint(self.to_pixels(mm[None])[0]).astype(int)
        inside = self._shine[np.clip(y, 0, self.size[1] - 1), np.clip(x, 0, self.size[0] - 1)]
        return np.asarray(inside, np.float64)

    # the camera and what it stands over

    def _drawn_ground(self) -> Picture:
        return draw_ground(self.plan, self.camera, self.size, felt=self._felt, seed=self._seed)

    def _lit_ground(self) -> Picture:
        light = self._light
        self._shine = light_map(self.size, lean=light.lean, warm=light.warm, gain=light.gain)
        return np.asarray(np.clip(self._flat_ground * self._shine, 0, 255), np.uint8)

    def _redraw_all(self) -> None:
        self._ground = self._lit_ground()
        self._sprites.clear()
        self._arms.clear()
        self._rest = None

    def _changed(self, piece: str | None) -> None:
        if piece is not None:
            self._sprites.pop(piece, None)
        self._rest = None
