/**
 * `node scripts/draw-photographs.ts`: writes the demo newsroom's stand-ins for photographs, with Chromium: a drawing as a camera would
 * see it, a little out of focus, with grain and darker corners, as JPEG and WebP.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/cli/database/runtime.ts';
import { drawIllustration } from '../src/demo/drawings.ts';
import { illustrationFile, PHOTOGRAPH, THEMES, type Theme } from '../src/demo/images.ts';
import { openChromium } from '../test/browser/support/chromium.ts';

const TYPES: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp' };
/** Of both types: small files matter more than edges. */
const QUALITY = 0.62;

/** Run in the page: the drawing's data URL becomes that of a photograph. */
const TAKE = `async (svg, type, quality) => {
  const image = new Image();
  image.src = svg;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 675 });
  const pen = canvas.getContext('2d');
  pen.filter = 'blur(2.5px) saturate(0.85) contrast(1.08)';
  pen.drawImage(image, -12, -7, 1224, 689);
  pen.filter = 'none';
  const light = pen.createRadialGradient(520, 260, 120, 600, 340, 780);
  light.addColorStop(0, 'rgba(255, 244, 220, 0.16)');
  light.addColorStop(1, 'rgba(10, 12, 30, 0.42)');
  pen.fillStyle = light;
  pen.fillRect(0, 0, 1200, 675);
  const pixels = pen.getImageData(0, 0, 1200, 675);
  // The same grain each time, so that a picture changes only when its drawing does.
  let seed = 7;
  for (let i = 0; i < pixels.data.length; i += 4) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const grain = (seed / 2147483648 - 0.5) * 9;
    for (let channel = 0; channel < 3; channel++) pixels.data[i + channel] += grain;
  }
  pen.putImageData(pixels, 0, 0);
  return canvas.toDataURL(type, quality);
}`;

const browser = await openChromium();
try {
  const page = await browser.newPage();
  for (const theme of Object.keys(THEMES) as Theme[]) {
    const file = illustrationFile(theme, PHOTOGRAPH);
    const svg = `data:image/svg+xml;base64,${Buffer.from(drawIllustration(theme, PHOTOGRAPH)).toString('base64')}`;
    const type = TYPES[file.split('.').at(-1) ?? ''];
    const taken = await page.evaluate<string>(`(${TAKE})(${JSON.stringify(svg)}, '${type}', ${QUALITY})`);
    const bytes = Buffer.from(taken.split(',')[1] ?? '', 'base64');
    writeFileSync(join(ROOT, 'public/demo', file), bytes);
    console.log(`${file} ${bytes.length}`);
  }
} finally {
  await browser.close();
}
