/**
 * The worker of a server: a process that reads its settings from the environment, and serves when its supervisor lets it. It ends with its
 * supervisor, at once: whatever it has acknowledged is on the disk.
 */
import { stateDir } from '../command/paths.ts';
import { boundLog } from './bound-log.ts';
import { deleteCopyNotes } from './copies/start-copier.ts';
import { failureOf } from './failure.ts';
import { checkFiles, type Filled, fill, replaceBrokenSalts } from './first-start/first-start.ts';
import { parseProxies } from './http/sender.ts';
import { report } from './report.ts';
import { type RunningServer, startServer, warmUp } from './server.ts';
import { BEAT_MS, type Notice, type Order } from './supervisor/messages.ts';

const { PORT = '8787', HOST = '127.0.0.1', CRONS = '1', TRUST_PROXY = '', LISTENING_FDS, SERVER_TOKEN } = process.env;
const vars = JSON.parse(process.env.NEWSGAUGE_VARS ?? '{}') as Record<string, string>;
let server: RunningServer | undefined;

/** Interval of the signals that continue a supervisor. */
const WAKE_MS = 4000;

const tell = (notice: Notice) => process.connected && process.send?.(notice);

async function serve({ start }: Extract<Order, { do: 'serve' }>): Promise<void> {
  const state = stateDir();
  let filled: Filled = { keys: null, isEmpty: false };
  if (start) checkFiles(state, start);
  server = await startServer({
    state,
    listen: LISTENING_FDS ? { fds: LISTENING_FDS.split(',').map(Number) } : { host: HOST, port: Number(PORT) },
    vars,
    proxies: parseProxies(TRUST_PROXY),
    token: SERVER_TOKEN ?? '',
    hasCrons: CRONS === '1',
    async prepare(service) {
      await replaceBrokenSalts(service.env);
      // A disk that takes no writes must not keep a server from reading.
      await deleteCopyNotes(service.env.DB).catch(() => undefined);
      const report = (text: string, isOver = false) => tell({ is: 'progress', text, isOver });
      if (start) filled = await fill(service, start, state, report);
    },
  });
  tell({ is: 'ready', url: server.url.href, ...filled });
}

async function stop(): Promise<void> {
  await server?.stop();
  tell({ is: 'released' });
  process.exit(0);
}

async function follow(order: Order): Promise<void> {
  if (order.do === 'serve') return serve(order);
  if (order.do === 'stop') return stop();
  server?.retire();
}

boundLog();
// The supervisor decides; a service manager sends its signals to all processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit(1));
process.on('message', (order: Order) => {
  follow(order).catch((thrown: Error) => {
    const { message, remedy } = failureOf(thrown, stateDir());
    if (process.env.DEBUG) console.error(thrown);
    tell({ is: 'failed', message, remedy });
  });
});
setInterval(() => tell({ is: 'beat' }), BEAT_MS);
// A supervisor that a signal has stopped replaces no worker.
setInterval(() => process.connected && process.kill(process.ppid, 'SIGCONT'), WAKE_MS);
await warmUp().catch((thrown) => report('warmUpFailed', thrown));
tell({ is: 'warm' });
