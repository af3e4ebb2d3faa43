/** The process of a server: reads its settings from the environment, and ends on SIGTERM and SIGINT. */
import { stateDir } from '../command/paths.ts';
import { startServer } from './server.ts';

const { PORT = '8787', HOST = '127.0.0.1', CRONS = '1' } = process.env;
const vars = JSON.parse(process.env.NEWSGAUGE_VARS ?? '{}') as Record<string, string>;
const server = await startServer({ state: stateDir(), port: Number(PORT), host: HOST, vars, hasCrons: CRONS === '1' });
console.log(`Ready on ${server.url.href}`);
process.send?.(server.url.href);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.stop().then(() => process.exit(0)));
