/** Worker process of a server. It may exit at any time, because everything that it has acknowledged is on disk. */
import { stateDir } from '../command/paths.ts';
import { boundLog } from './bound-log.ts';
import { deleteCopyNotes } from './copies/start-copier.ts';
import { runtimeFailureOf } from './failure.ts';
import { checkFiles, type Filled, fill, replaceBrokenSalts } from './first-start/first-start.ts';
import { parseProxies } from './http/client-address.ts';
import { report } from './report.ts';
import { preload, type RunningServer, startServer, warmUp } from './server.ts';
import { refuseOther } from './state/folder.ts';
import { BEAT_MS, type Notice, type SupervisorMessage } from './supervisor/messages.ts';
import { answerSample, sampleKey } from './upgrade/sample.ts';

const { PORT = '8787', HOST = '127.0.0.1', CRONS = '1', TRUST_PROXY = '', LISTENING_FDS, SERVER_TOKEN } = process.env;
const vars = JSON.parse(process.env.NEWSGAUGE_VARS ?? '{}') as Record<string, string>;
let server: RunningServer | undefined;

/** Delay before further modules are loaded. An order to serve comes sooner, unless another worker still serves. */
const PRELOAD_DELAY_MS = 200;
let preloading: NodeJS.Timeout | undefined;
const WAKE_MS = 4000;

const tell = (notice: Notice) => process.connected && process.send?.(notice);

const accepted = Promise.withResolvers<void>();

function preloadSoon(): void {
  preloading = setTimeout(() => preload().catch((thrown) => report('warmUpFailed', thrown)), PRELOAD_DELAY_MS);
}

async function serve({ start, sample }: Extract<SupervisorMessage, { do: 'serve' }>): Promise<void> {
  clearTimeout(preloading);
  const state = stateDir();
  let firstFill: Filled = { keys: null, isEmpty: false };
  if (start) checkFiles(state, start);
  if (sample) refuseOther(state);
  server = await startServer({
    state,
    listen: LISTENING_FDS ? { fds: LISTENING_FDS.split(',').map(Number) } : { host: HOST, port: Number(PORT) },
    vars,
    proxies: parseProxies(TRUST_PROXY),
    token: SERVER_TOKEN ?? '',
    hasCrons: CRONS === '1',
    async prepare(service) {
      await replaceBrokenSalts(service.env);
      // A server must be able to start and read even if the disk rejects writes.
      await deleteCopyNotes(service.env.DB).catch(() => undefined);
      const report = (text: string, isOver = false) => tell({ is: 'progress', text, isOver });
      if (start) firstFill = await fill(service, start, state, report);
      if (!sample) return;
      tell({ is: 'sampled', key: sample.key, answers: await answerSample(service, sample) });
      await accepted.promise;
    },
  });
  tell({ is: 'ready', url: server.url.href, ...firstFill });
  preloadSoon();
}

async function stop({ sample: paths }: Extract<SupervisorMessage, { do: 'stop' }>): Promise<void> {
  await server?.stop(
    paths &&
      (async (service) => {
        const key = await sampleKey(service);
        const notice: Notice = { is: 'sampled', key, answers: await answerSample(service, { key, paths }) };
        // The process ends soon, so it waits until its message is sent. Otherwise, the message would be lost.
        await new Promise<void>((resolve) => process.send?.(notice, () => resolve()));
      }),
  );
  tell({ is: 'released' });
  process.exit(0);
}

async function follow(order: SupervisorMessage): Promise<void> {
  if (order.do === 'serve') return serve(order);
  if (order.do === 'stop') return stop(order);
  if (order.do === 'accept') return accepted.resolve();
  await server?.retire();
  tell({ is: 'retired' });
}

boundLog();
// A service manager signals all processes, but only the supervisor acts on signals.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit(1));
process.on('message', (order: SupervisorMessage) => {
  follow(order).catch((thrown: Error) => {
    const { message, remedy } = runtimeFailureOf(thrown, stateDir());
    if (process.env.DEBUG) console.error(thrown);
    tell({ is: 'failed', message, remedy });
  });
});
setInterval(() => tell({ is: 'beat' }), BEAT_MS);
// A supervisor that a signal has suspended could not replace a failed worker, so the worker resumes the supervisor.
setInterval(() => process.connected && process.kill(process.ppid, 'SIGCONT'), WAKE_MS);
await warmUp().catch((thrown) => report('warmUpFailed', thrown));
tell({ is: 'warm' });
preloadSoon();
