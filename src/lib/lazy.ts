/**
 * Returns a function that calls `make` on first use and caches the result. Isolates start faster this way: date
 * formatters, for example, take milliseconds to create.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
