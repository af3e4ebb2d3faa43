/** Child process of the run. Arguments: state folder, script file, options of `startWorker` as JSON. */
import { readFileSync } from 'node:fs';
import { startWorker } from '../../../support/worker.ts';

const [state = '', script = '', options = '{}'] = process.argv.slice(2);
const { url } = await startWorker({ state, port: 0, script: readFileSync(script, 'utf8'), ...JSON.parse(options) });
process.send?.({ url: url.href });
