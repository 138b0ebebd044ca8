// The camera's pictures.

/**
 * The next picture, once it has come; null where none comes, or nobody looks.
 *
 * @param {"first" | "second"} [of] the camera
 */
export async function nextPicture(of = "first") {
  if (document.visibilityState !== "visible") return null;
  const next = new Image();
  next.src = `/camera.jpg?of=${of}&at=${Date.now()}`;
  return next.decode().then(
    () => next,
    () => null,
  );
}
