/**
 * Returns a function that calls `make` on first use and caches the result. Isolates start faster this way: a date
 * formatter, for example, takes milliseconds to create.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
