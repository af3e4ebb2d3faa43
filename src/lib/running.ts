/** How work runs: one at a time, again where it fails, and for so long. */

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

/** What `work` gives, or what `late` does where that takes longer than so many milliseconds. */
export async function within<T, L>(milliseconds: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([work, end.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
