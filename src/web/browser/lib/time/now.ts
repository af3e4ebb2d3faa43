import { useEffect, useState } from 'hono/jsx/dom';

/** The time, again every so many milliseconds, so that what grows old is seen to. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, []);
  return Math.max(now, Date.now());
}
