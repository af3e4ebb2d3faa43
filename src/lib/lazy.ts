/** Returns a function that calls `make` on first use and caches the result, so that isolates start faster. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns a function that caches the results of `make`. The cache is emptied once it has `capacity` results. */
export function memoize<T>(make: (text: string) => T, capacity = Number.POSITIVE_INFINITY): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= capacity) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
