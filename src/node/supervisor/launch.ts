import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleFiles } from '../../command/bundle.js';
import { isPackage, ROOT, stateDir } from '../../command/paths.ts';
import { wrongSettings } from '../../command/settings.ts';
import { boundLog } from '../bound-log.ts';
import { readWorkerConfig, variables } from '../config.ts';
import { startCopier } from '../copies/start-copier.ts';
import { runtimeFailureOf, StartFailure, stateGone } from '../failure.ts';
import { parseProxies } from '../http/client-address.ts';
import { openState, type State } from '../state/folder.ts';
import { takeRequest, writeOutcome } from '../upgrade/request.ts';
import { accept, copyBefore, rollBack } from '../upgrade/state-before.ts';
import { type Listening, openListening } from './listening.ts';
import { notifySystemd, watchNpm, watchSelf } from './service-manager.ts';
import { Supervisor } from './supervisor.ts';
import { ProgressLine, showTour } from './terminal.ts';

const STOP_MS = 9500;
const LEFTOVER_MS = 1000;
const PLACE_CHECK_MS = 1000;
/** Suppresses Node 22's warnings about `node:sqlite` and type stripping. */
const NO_WARNINGS = '--disable-warning=ExperimentalWarning';

/** Makes V8 collect garbage earlier and in short pauses. By default, a busy heap grows to ten times its live data. */
const COMPACT_HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--no-parallel-scavenge'];

const NOTHING_CAME =
  'no feed returned an article. The lines above show the reasons, and the settings that would change this.';

export interface Launch {
  opml?: string | undefined;
  watch?: boolean;
}

/** Starts a server. If that fails, prints the problem and its remedy and exits with code 1. (docs/decisions.md#L24) */
export async function launch({ opml, watch }: Launch): Promise<void> {
  boundLog();
  const folder = stateDir();
  const feeds = opml && resolve(opml);
  const progress = new ProgressLine();
  let listening: Listening | undefined;
  let state: State | undefined;
  let supervisor: Supervisor | undefined;
  let endCopies = () => {};
  let isStopping = false;
  const end = (code: number): never => {
    endCopies();
    supervisor?.kill();
    state?.lock.release();
    process.exit(code);
  };
  const stop = async () => {
    // With npm, each signal arrives twice. The terminal sends it to the whole process group, and npm forwards it.
    if (isStopping) return;
    isStopping = true;
    progress.print('Stopping');
    notifySystemd('STOPPING=1');
    setTimeout(end, STOP_MS, 0);
    endCopies();
    listening?.close();
    await supervisor?.stop();
    end(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // Without a listener, SIGUSR2 would end the process.
  process.on('SIGUSR2', () => {});
  watchNpm(stop);
  try {
    const [wrong] = wrongSettings(process.env);
    if (wrong) throw new StartFailure(wrong, 'Run "newsgauge doctor" to check all settings.');
    parseProxies(process.env.TRUST_PROXY ?? '');
    // For a new state folder, the address is bound first. In an existing folder, leftover processes are ended first.
    const isThere = existsSync(folder);
    if (isThere) state = openState(folder);
    listening = await openSocket(isThere ? LEFTOVER_MS : 0);
    console.log(`${isThere ? 'Using' : 'Creating'} the state in ${folder}`);
    const opened = state ?? openState(folder);
    state = opened;
    const followSource = watch ? (await import('./reload.ts')).watchSource() : undefined;
    if (await rollBack(folder))
      console.error('An upgrade was interrupted before it was verified. The previous state has been restored.');
    const url = `http://localhost:${listening.port}`;
    const program = { root: ROOT, script: await ownWorker() };
    const running = supervisorOf(opened, { program, url, fd: listening.fd, progress });
    supervisor = running;
    setInterval(() => {
      if (opened.lock.isInPlace()) return;
      const { message, remedy } = stateGone(folder);
      console.error(`${message}\n${remedy}`);
      end(1);
    }, PLACE_CHECK_MS).unref();
    const { keys, isEmpty } = await running.start({ isNew: opened.isNew, url, ...(feeds ? { opml: feeds } : {}) });
    opened.finished();
    progress.clear();
    endCopies = startCopier(folder);
    showTour(folder, url, keys);
    console.log(isEmpty ? `Running on ${url}, without articles: ${NOTHING_CAME}` : `Ready on ${url}`);
    notifySystemd('READY=1');
    watchSelf();
    const restart = () => handOver(running, { program, url, isReload: watch });
    process.on('SIGUSR2', async () => {
      const request = takeRequest(folder);
      if (!request?.isOnTrial) {
        const isDone = await restart();
        if (request) writeOutcome(folder, { isDone, reason: isDone ? '' : 'see the server log for the reason' });
        return;
      }
      // A snapshot during the upgrade would mix two versions.
      endCopies();
      const reason = await upgrade(running, { folder, program, next: { root: request.root, script: request.worker } });
      writeOutcome(folder, { isDone: reason === null, reason: reason ?? '' });
      endCopies = isStopping ? () => {} : startCopier(folder);
    });
    followSource?.(restart);
  } catch (thrown) {
    if (isStopping) return;
    progress.clear();
    // The state folder may have disappeared since the last periodic check.
    const failure = state?.lock.isInPlace() === false ? stateGone(folder) : runtimeFailureOf(thrown, folder);
    console.error(`${failure.message}\n${failure.remedy}`);
    if (process.env.DEBUG) console.error(thrown);
    end(1);
  }
}

const ownWorker = async (): Promise<string> =>
  isPackage ? (await bundleFiles()).worker : join(import.meta.dirname, 'main.js');

/** Uses the socket from systemd, or binds the address. Retries while an ending process still uses the address. */
async function openSocket(patience: number): Promise<Listening> {
  const { HOST, PORT, LISTEN_PID, LISTEN_FDS } = process.env;
  const port = Number(PORT || 8787);
  if (LISTEN_PID === String(process.pid) && Number(LISTEN_FDS) > 0) return { fd: 3, port, close() {} };
  for (const end = performance.now() + patience; ; await sleep(50)) {
    try {
      return await openListening(HOST || '127.0.0.1', port);
    } catch (thrown) {
      if (performance.now() > end) throw thrown;
    }
  }
}

interface Program {
  root: string;
  script: string;
}

interface Running {
  program: Program;
  url: string;
  fd: number;
  progress: ProgressLine;
}

function supervisorOf({ folder, lock }: State, { program, url, fd, progress }: Running): Supervisor {
  const token = randomBytes(24).toString('base64url');
  let before: number | undefined;
  return new Supervisor({
    get script() {
      return program.script;
    },
    get env() {
      return {
        ...process.env,
        TZ: 'UTC',
        STATE_DIR: folder,
        SERVER_TOKEN: token,
        NEWSGAUGE_VARS: JSON.stringify(variables(readWorkerConfig(join(program.root, 'wrangler.toml')))),
      };
    },
    execArgv: [NO_WARNINGS, ...COMPACT_HEAP],
    fd,
    report: (event, fields) => console.error(JSON.stringify({ event, at: new Date().toISOString(), ...fields })),
    begun: (pid) => {
      lock.write({ pid: process.pid, url, token }, { worker: pid, ...(before ? { 'worker before': before } : {}) });
      before = pid;
    },
    progress: ({ text, isOver }) => (isOver ? progress.print(text) : progress.show(text)),
  });
}

interface Handover {
  program: Program;
  url: string;
  isReload?: boolean | undefined;
}

/** Restarts with the current code and settings. If the new worker cannot load them, the previous worker continues. */
async function handOver(supervisor: Supervisor, { program, url, isReload = false }: Handover): Promise<boolean> {
  console.log('Restarting');
  notifySystemd('RELOADING=1');
  try {
    Object.assign(program, { root: ROOT, script: (await bundleFiles({ isReload })).worker });
    const isDone = await supervisor.handOver();
    if (isDone) console.log(`Ready on ${url}`);
    return isDone;
  } catch (thrown) {
    console.error(`The server was not restarted: ${(thrown as Error).message}`);
    return false;
  } finally {
    notifySystemd('READY=1');
  }
}

interface Upgrade {
  folder: string;
  program: Program;
  next: Program;
}

/** Switches to another version if its test succeeds. Resolves to the reason for a failure, or to `null`. */
async function upgrade(supervisor: Supervisor, { folder, program, next }: Upgrade): Promise<string | null> {
  console.log('Testing another version');
  notifySystemd('RELOADING=1');
  const before = { ...program };
  const reason = await supervisor.upgrade({
    begin: () => Object.assign(program, next),
    copy: () => copyBefore(folder),
    accept: () => accept(folder),
    end: () => Object.assign(program, before),
    rollBack: () => rollBack(folder),
  });
  console.log(reason === null ? 'The new version is running' : `The previous version continues: ${reason}`);
  notifySystemd('READY=1');
  return reason;
}
