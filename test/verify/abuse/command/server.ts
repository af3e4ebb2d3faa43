/** Child process of the command: serves the bundled Worker on a state folder. Its output is the Worker's log. */
import { readFileSync } from 'node:fs';
import { startWorker } from '../../../support/worker.ts';

const [state = '', script = '', port = '0'] = process.argv.slice(2);
const running = await startWorker({
  state,
  port: Number(port),
  script: JSON.parse(readFileSync(script, 'utf8')),
  // Attacks run without rate limits, which have their own tests.
  rateLimit: 1_000_000_000,
});
process.send?.({ url: running.url.href });
process.once('message', async () => {
  await running.dispose();
  process.exit(0);
});
