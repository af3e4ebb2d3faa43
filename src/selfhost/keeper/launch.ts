import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { resolve } from 'node:path';
import { stateDir } from '../../command/paths.ts';
import { wrongSettings } from '../../command/settings.ts';
import { failureOf, StartFailure, stateGone } from '../../node/failure.ts';
import { parseProxies } from '../../node/http/sender.ts';
import { openState } from '../state/state-folder.ts';
import { Keeper } from './keeper.ts';
import { watchNpm } from './systemd-and-npm.ts';

/** What `npm start` and `npm run dev` share: all obstacles to a start are checked before anything large is begun. */

/** Bytes of the log that wait for whoever reads it; what comes beyond is left out. */
const MAX_WAITING = 2 ** 20;

/** A log that nobody reads stops nothing, and takes no more memory than this: lines are left out, and counted. */
export function boundLog(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    let left = 0;
    const write = stream.write.bind(stream);
    // Whoever reads the log may end before the server does.
    stream.on('error', () => {});
    stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
      if (stream.writableLength > MAX_WAITING) {
        left++;
        return false;
      }
      if (left > 0) {
        const line = { event: 'logCut', at: new Date().toISOString(), lines: left };
        left = 0;
        write(`${JSON.stringify(line)}\n`);
      }
      return write(chunk, ...rest);
    }) as typeof stream.write;
  }
}

/** Milliseconds after which everything ends, whatever is left to do. */
const DEADLINE = 9000;
/** Milliseconds between two looks at whether the state is still in its place. */
const PULSE = 1000;

export interface Launch {
  /** File of feeds to fill the newsroom from, in place of the demo. */
  opml?: string | undefined;
  /** Goes on with the source as it is, whenever it changes. */
  watch?: boolean;
}

/** Starts a server by the environment (PORT, HOST, STATE_DIR, …). What keeps it from starting is said in two lines; exit code 1. */
export async function launch({ opml, watch }: Launch): Promise<void> {
  boundLog();
  const folder = stateDir();
  const file = opml && resolve(opml);
  let keeper: Keeper | undefined;
  let isStopping = false;
  let isStarted = false;
  const end = (code: number): never => {
    keeper?.release();
    keeper?.lock.release();
    process.exit(code);
  };
  const stop = async () => {
    // npm passes a signal on that the terminal has sent to everybody already.
    if (isStopping) return;
    isStopping = true;
    console.log('Stopping');
    setTimeout(end, DEADLINE, 0);
    listener?.close();
    await keeper?.stop().catch((error: Error) => console.error(`stopping: ${error.message}`));
    end(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // While it starts there is nothing to restart; without a listener the signal would end the process.
  process.on('SIGUSR2', () => isStarted && void keeper?.restart());
  watchNpm(stop);
  let listener: Server | undefined;
  try {
    const [wrong] = wrongSettings(process.env);
    if (wrong) throw new StartFailure(wrong, '"newsgauge doctor" looks at all settings.');
    const port = Number(process.env.PORT || 8787);
    parseProxies(process.env.TRUST_PROXY ?? '');
    listener = await listen(process.env.HOST || '127.0.0.1', port, (socket) => keeper?.front.take(socket));
    console.log(`${existsSync(folder) ? 'Using' : 'Making'} the state in ${folder}`);
    const state = openState(folder);
    // Sockets of the runtime are named from here, and the processes of this server find the state by the variable.
    process.env.STATE_DIR = folder;
    process.chdir(folder);
    const kept = new Keeper({ state, url: `http://localhost:${port}`, opml: file });
    keeper = kept;
    whenStateGoes(state.lock, () => {
      const { message, remedy } = stateGone(folder);
      console.error(`${message}\n${remedy}`);
      end(1);
    });
    await kept.start();
    isStarted = true;
    if (watch) (await import('./reload.ts')).restartOnChange(kept);
  } catch (thrown) {
    // A start that a stop has broken off has not failed.
    if (isStopping) return;
    // A step of the start may meet the missing folder before it is looked at.
    const failure = keeper?.lock.isInPlace() === false ? stateGone(folder) : failureOf(thrown, folder);
    console.error(`${failure.message}\n${failure.remedy}`);
    if (process.env.DEBUG) console.error(thrown);
    end(1);
  }
}

/**
 * Listens at once, so that a port that is taken is the first thing to be seen; on the socket that systemd has opened, where it has.
 * Connections that come before there is a front wait in the system.
 */
async function listen(host: string, port: number, take: Parameters<typeof createServer>[1]): Promise<Server> {
  const given = process.env.LISTEN_PID === String(process.pid) && Number(process.env.LISTEN_FDS) > 0;
  const server = createServer({ pauseOnConnect: true }, take);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, host, port)));
    if (given) server.listen({ fd: 3 }, resolve);
    else server.listen(port, host, resolve);
  });
  // A connection that cannot be accepted is no reason to end.
  server.on('error', (error) => console.error(`listening: ${error.message}`));
  return server;
}

function listenFailure({ code, message }: NodeJS.ErrnoException, host: string, port: number): StartFailure {
  const where = `${host}:${port}`;
  if (code === 'EADDRINUSE')
    return new StartFailure(`${where} is taken by another program.`, 'Choose another port: PORT=8788 npm start');
  if (code === 'EACCES')
    return new StartFailure(`This user may not listen on ${where}.`, 'Choose a port from 1024 on: PORT=8787 npm start');
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFailure(
      `This machine has no address ${host}.`,
      'Name one of its addresses by HOST, or 0.0.0.0 for all of them.',
    );
  return new StartFailure(
    `${where} cannot be listened on: ${message}`,
    'Choose another address or port by HOST and PORT.',
  );
}

/** What is accepted into files that were moved or deleted would be lost. */
function whenStateGoes(lock: { isInPlace(): boolean }, end: () => void): void {
  setInterval(() => {
    if (!lock.isInPlace()) end();
  }, PULSE).unref();
}
