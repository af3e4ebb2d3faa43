/** Bundles the scripts that browsers load into `public/`. With `--check` it only compares, and it fails where one is too large. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

interface Asset {
  entry: string;
  file: string;
  /** Bytes it may have when gzipped. */
  limit: number;
}

const ASSETS: Asset[] = [{ entry: 'src/browser/click.ts', file: 'public/click.js', limit: 1023 }];

const ROOT = join(import.meta.dirname, '../..');
const check = process.argv.includes('--check');

for (const { entry, file, limit } of ASSETS) {
  const text = await bundled(entry);
  const size = gzipSync(text).length;
  if (size > limit) fail(`${file} has ${size} bytes gzipped; at most ${limit} are allowed`);
  const path = join(ROOT, file);
  if (!check) {
    writeFileSync(path, text);
    console.log(`${file}: ${Buffer.byteLength(text)} bytes, ${size} gzipped`);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    fail(`${file} is not what ${entry} builds: run \`npm run generate\``);
  }
}

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
