// The camera's pictures.

// The next picture, once it has come; null where none comes, or nobody looks.
export async function nextPicture() {
  if (document.visibilityState !== "visible") return null;
  const next = new Image();
  next.src = `/camera.jpg?${Date.now()}`;
  return next.decode().then(
    () => next,
    () => null,
  );
}
