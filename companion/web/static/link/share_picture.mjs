// A drawing as a picture to pass on: by the device's own sharing, or else as a file.

// Few programs take SVG.
/** @param {string} address */
async function asFile(address) {
  const drawing = new Image();
  drawing.src = address;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawing.naturalWidth;
  canvas.height = drawing.naturalHeight;
  canvas.getContext("2d")?.drawImage(drawing, 0, 0);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return blob && new File([blob], "battle.png", { type: "image/png" });
}

// Whether something came of it; sharing that somebody broke off is fine.
/** @param {string} address */
export async function sharePicture(address) {
  const file = await asFile(address).catch(() => null);
  if (!file) return false;
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] }).catch(() => {});
  else save(file);
  return true;
}

/** @param {File} file */
function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
