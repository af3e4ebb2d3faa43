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
