/** `npm run dev`: the server of `npm start`, which reloads the Worker and the pages when their source changes. */
import { parseArgs } from 'node:util';
import { run } from '../command/command.ts';
import { launch } from '../selfhost/keeper/launch.ts';

const USAGE = `newsgauge dev

Serves newsgauge as \`newsgauge start\` does, with the same variables and the same state, and watches src/, drizzle/ and
wrangler.toml: new migrations are applied, the Worker and the code of the pages are built again, and the server answers with them.
A change that does not compile is reported, and the code before it goes on serving.`;

await run(USAGE, async () => {
  parseArgs({});
  await launch({ watch: true });
});
