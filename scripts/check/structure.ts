/** Second part of `npm run check:structure`: the size of folders, and imports within a layer of `src`. */
import { globSync, readFileSync } from 'node:fs';
import { join, normalize, resolve } from 'node:path';
import { arrowsUp, crowded, type Import, MAX_FILES_PER_FOLDER } from '../structure.ts';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const files = globSync('{src,test,scripts}/**/*.{ts,tsx,js,css,json,sql,md}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/[.]generated[.]ts$|^src\/client\/dist\//.test(file));
const known = new Set(files);

const imports = files
  .filter((file) => /^src\/.*[.](tsx?|css)$/.test(file))
  .flatMap((from): Import[] =>
    Array.from(
      readFileSync(join(root, from), 'utf8').matchAll(/(?:\bfrom|\bimport\(?|@import)\s*['"]([.][^'"]+)['"]/g),
      ([, name = '']) => ({ from, to: normalize(join(from, '..', name)).replaceAll('\\', '/') }),
    ).filter(({ to }) => known.has(to)),
  );

const faults = [
  ...Array.from(
    crowded(files),
    ([folder, count]) =>
      `${folder} has ${count} flat files; at most ${MAX_FILES_PER_FOLDER}: put what belongs together into a subfolder.`,
  ),
  ...arrowsUp(imports).map(({ from, to }) => `${from} imports ${to}, which runs up: what it imports depends on it.`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else
  console.log(
    `${files.length} files in folders of at most ${MAX_FILES_PER_FOLDER}; ${imports.length} imports, none runs up.`,
  );
