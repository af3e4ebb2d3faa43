import { useEffect, useState } from 'hono/jsx/dom';

/** A text once it has not changed for a while; until then the one before, at first `initial`. */
export function useDebounced<T extends string | null>(text: string, milliseconds: number, initial: T): string | T {
  const [settled, setSettled] = useState<string | T>(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
