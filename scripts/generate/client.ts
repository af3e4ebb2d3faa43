/**
 * Writes the client's types (`src/client/schema.d.ts`) from the API description. With `--check` it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { apiDescription } from './description.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = 'src/client/schema.d.ts';
const HEAD = `// Generated from the API description by \`npm run generate\`.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated

`;

/** The generator prints by TypeScript's JavaScript API, which the package `typescript` has no longer. */
const TYPESCRIPT_API = '@ts-morph/common/dist/typescript.js';

async function types(): Promise<string> {
  registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? TYPESCRIPT_API : name, context),
  });
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  return HEAD + astToString(await openapiTS(JSON.stringify(await apiDescription())));
}

const text = await types();
const path = join(ROOT, FILE);
if (!process.argv.includes('--check')) {
  writeFileSync(path, text);
} else if (readFileSync(path, 'utf8') !== text) {
  console.error(`${FILE} is not what it would be generated as: run \`npm run generate\``);
  process.exitCode = 1;
}
