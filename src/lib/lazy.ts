/** What `make` returns, made when it is first asked for: an isolate starts without it, as formatters of dates and names take milliseconds each. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
