/** Work of a server that is done in processes of its own, so that its keeper loads little and waits for nothing. */
import { fork } from 'node:child_process';
import { moduleFile } from '../command/paths.ts';
import { StartFailure } from '../node/failure.ts';
import { endGroup } from '../node/state/group.ts';

/** Milliseconds between two wakings of such a process, which goes on if a signal had stopped it. */
const WAKE = 4000;

/** What such a process says at its end. */
type Outcome = { result: unknown } | { failure: { message: string; remedy: string | null; stack?: string } };

export interface Aside {
  /** Resolves when it has loaded what it works with. */
  loaded: Promise<void>;
  /** Has it work, once. Rejects with a `StartFailure` where the process says one. */
  ask<T>(input: object): Promise<T>;
  /** Ends the process and whatever it has started. */
  end(): void;
}

/** Starts a module (`selfhost/prime/prime-process`) that calls `answer`, in a process group of its own: Ctrl-C in a terminal does not reach it. */
export function aside(script: string): Aside {
  const child = fork(moduleFile(script), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
  const wake = setInterval(() => child.kill('SIGCONT'), WAKE);
  const said = () =>
    new Promise<Outcome>((resolve, reject) => {
      child.once('error', reject);
      child.once('message', resolve);
      child.once('exit', (code, signal) => {
        clearInterval(wake);
        reject(new Error(`${script} ended (${signal ?? code})`));
      });
    });
  const loaded = said().then(() => {});
  return {
    loaded,
    async ask<T>(input: object): Promise<T> {
      await loaded;
      child.send(input);
      const outcome = await said();
      if ('result' in outcome) return outcome.result as T;
      const { message, remedy, stack } = outcome.failure;
      const cause = Object.assign(new Error(message), { stack });
      throw remedy === null ? cause : new StartFailure(message, remedy, { cause });
    },
    end() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) endGroup(child.pid);
    },
  };
}

/** In such a process: works on what the keeper asks, answers, and ends; also when the keeper has ended. */
export function answer<In, Out>(work: (input: In) => Promise<Out>): void {
  // Whatever this process has started is in its group.
  process.once('disconnect', () => endGroup(process.pid));
  process.once('message', async (input: In) => {
    const outcome: Outcome = await work(input).then(
      (result) => ({ result: result ?? null }),
      (thrown: Error) => ({
        failure: {
          message: `${thrown.message} ${Object(thrown).stderr ?? ''}`.trim(),
          remedy: thrown instanceof StartFailure ? thrown.remedy : null,
          stack: String(thrown.stack),
        },
      }),
    );
    process.send?.(outcome);
  });
  process.send?.({ result: 'loaded' } satisfies Outcome);
}

/** Milliseconds without a line, after which what is under way is said. */
const SILENCE = 1500;

/** Waits for `work`, and says every two seconds that it is still under way; lines of this process are enough, too. */
export async function telling<T>(what: string, work: Promise<T>): Promise<T> {
  const began = Date.now();
  let last = began;
  const { stdout } = process;
  const { write } = stdout;
  stdout.write = ((...given: Parameters<typeof write>) => {
    last = Date.now();
    return write.apply(stdout, given);
  }) as typeof write;
  const timer = setInterval(() => {
    if (Date.now() - last >= SILENCE) console.log(`${what}, for ${Math.round((Date.now() - began) / 1000)} s so far`);
  }, 250);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    stdout.write = write;
  }
}
