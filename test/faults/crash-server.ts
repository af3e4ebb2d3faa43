/** Child of `crash.ts`: serves the Worker on a state folder until it is killed. Arguments: state folder, file of the bundled script. */
import { readFileSync } from 'node:fs';
import { startWorker } from '../../src/cli/runtime.ts';

const [state = '', script = ''] = process.argv.slice(2);
const { url } = await startWorker({ state, port: 0, script: readFileSync(script, 'utf8') });
process.send?.({ url: url.href });
