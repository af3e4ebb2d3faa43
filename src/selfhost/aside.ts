/** Work of a server that is done in processes of its own, so that its keeper loads little and waits for nothing. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { StartFailure } from './failure.ts';
import { endGroup } from './group.ts';

/** Milliseconds between two wakings of such a process, which goes on if a signal had stopped it. */
const WAKE = 4000;

/** What such a process says at its end. */
type Outcome = { result: unknown } | { failure: { message: string; remedy: string | null; stack?: string } };

export interface Aside<T> {
  /** Rejects with a `StartFailure` where the process says one. */
  result: Promise<T>;
  /** Ends the process and whatever it has started. */
  end(): void;
}

/** Runs a script below this folder that calls `answer`, in a process group of its own: Ctrl-C in a terminal does not reach it. */
export function aside<T>(script: string, input: object): Aside<T> {
  const child = fork(join(import.meta.dirname, script), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const end = () => {
    if (child.pid !== undefined) endGroup(child.pid);
  };
  const result = new Promise<T>((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (outcome: Outcome) => {
      if ('result' in outcome) return resolve(outcome.result as T);
      const { message, remedy, stack } = outcome.failure;
      const cause = Object.assign(new Error(message), { stack });
      reject(remedy === null ? cause : new StartFailure(message, remedy, { cause }));
    });
    child.once('exit', (code, signal) => reject(new Error(`${script} ended (${signal ?? code})`)));
  });
  child.send(input);
  const wake = setInterval(() => child.kill('SIGCONT'), WAKE);
  const over = () => {
    clearInterval(wake);
    end();
  };
  return { result: result.finally(over), end };
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
}
