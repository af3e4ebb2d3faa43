export function saveFile(blob: Blob, download: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** PNG pixels per SVG unit, chosen for high-resolution screens. */
const PIXELS_PER_UNIT = 2;

/** Renders an SVG as PNG. Rejects if the browser cannot render it. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), {
    width: image.naturalWidth * PIXELS_PER_UNIT,
    height: image.naturalHeight * PIXELS_PER_UNIT,
  });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser could not create the image');
  return blob;
}
