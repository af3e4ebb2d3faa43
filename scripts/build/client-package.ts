/** Compiles the client for its package (called by `npm pack` in `src/client`): ESM and types, to `src/client/dist/`. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../src/command/paths.ts';
import './client-types.ts';

const CLIENT = join(ROOT, 'src/client');

rmSync(join(CLIENT, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', CLIENT], { stdio: 'inherit' });
for (const name of ['schema.d.ts', 'manage-schema.d.ts']) cpSync(join(CLIENT, name), join(CLIENT, 'dist', name));
