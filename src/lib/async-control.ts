/** Creates a mutex that runs tasks in order of arrival. */
export function mutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Retries while `mayPass` returns true for the error. After the last attempt, throws its error. */
export async function retry<T>(attempts: number, mayPass: (error: unknown) => boolean, run: () => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !mayPass(error)) throw error;
    }
  }
}
