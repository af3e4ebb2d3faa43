/** Writes the client's types (`src/client/schema.d.ts`, not committed) from the API description. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../src/command/paths.ts';
import { apiDescription } from './description.ts';

/** The generator prints by TypeScript's JavaScript API, which the package `typescript` has no longer. */
const TYPESCRIPT_API = '@ts-morph/common/dist/typescript.js';

registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? TYPESCRIPT_API : name, context) });
const { astToString, default: openapiTS } = await import('openapi-typescript');
const types = astToString(await openapiTS(JSON.stringify(await apiDescription())));
writeFileSync(join(ROOT, 'src/client/schema.d.ts'), types);
