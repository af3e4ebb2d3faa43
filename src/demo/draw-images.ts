/** Writes the demo newsroom's drawings and source icons: `node src/demo/draw-images.ts`. Photographs: `scripts/draw-photographs.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawIcon, drawIllustration } from './drawings.ts';
import { illustrationFile, PHOTOGRAPH, THEMES, type Theme } from './images.ts';
import { iconFile, SOURCES } from './sources.ts';

const folder = join(import.meta.dirname, '../../public/demo');
mkdirSync(folder, { recursive: true });

for (const [theme, variants] of Object.entries(THEMES) as [Theme, readonly string[]][]) {
  for (const variant of variants.keys()) {
    if (variant === PHOTOGRAPH) continue;
    writeFileSync(join(folder, illustrationFile(theme, variant)), drawIllustration(theme, variant));
  }
}
for (const [index, { domain, name }] of SOURCES.entries()) {
  writeFileSync(join(folder, iconFile(domain)), drawIcon(name, index));
}
