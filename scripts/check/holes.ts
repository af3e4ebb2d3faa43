/**
 * Refuses results that are taken by their position past others (`const [, , third] = …`, `[first, , third]`): whoever adds one before
 * them changes what each means. They are to have names.
 *
 *     node scripts/check/holes.ts     names each place, and exits 1 if there is one
 */
import { globSync, readFileSync } from 'node:fs';

const HOLES = /\[[^\]'"`]*, ,|^\s*,$/;

const places = globSync('{src,scripts}/**/*.{ts,tsx}').flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) => (HOLES.test(line) && !/^\s*(\*|\/)/.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
);
for (const place of places) console.error(place);
if (places.length > 0) {
  console.error('A result past others has a name, not a position.');
  process.exitCode = 1;
}
