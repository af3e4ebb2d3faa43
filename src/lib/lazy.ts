/**
 * Caches the result of `make` on first use. Isolates start faster without it: date formatters, for example, take
 * milliseconds to create.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
