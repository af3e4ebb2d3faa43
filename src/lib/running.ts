/** How work runs: one at a time, and again where it fails. */

/** Makes a mutex: work that is passed to it runs one at a time, in the order in which it came. */
export function mutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Runs something again while it throws an error that may pass, at most `attempts` times in all; throws the last error. */
export async function repeated<T>(attempts: number, mayPass: (error: unknown) => boolean, run: () => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !mayPass(error)) throw error;
    }
  }
}
