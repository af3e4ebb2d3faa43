/** Returns the result of `work`. If `work` takes longer than the given time, returns the result of `late`. */
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
