import { useEffect, useRef } from 'hono/jsx/dom';
import type { Look } from './movement.ts';

const slot = (view: string) => `newsgauge:look:${view}`;

/**
 * How a ranking stood when this browser last looked at it (at first: how it stands). What is seen now is remembered for the next
 * look: places only, which is all that is known. `view` names the ranking with its filters.
 */
export function useLastLook(view: string, ids: number[] | null): Look | null {
  const memory = useRef<{ view: string; look: Look | null } | null>(null);
  if (memory.current?.view !== view) memory.current = { view, look: stored(view) };
  const { current } = memory;
  if (current && !current.look && ids) current.look = { at: Date.now(), ids };
  const places = ids?.join(',') ?? '';
  useEffect(() => {
    if (ids) store(view, { at: Date.now(), ids });
  }, [view, places]);
  return current?.look ?? null;
}

/** A browser may refuse to store anything; then every look is the first. */
function store(view: string, look: Look): void {
  try {
    localStorage.setItem(slot(view), JSON.stringify(look));
  } catch {}
}

function stored(view: string): Look | null {
  try {
    const look = JSON.parse(localStorage.getItem(slot(view)) ?? 'null') as Look | null;
    return Array.isArray(look?.ids) ? look : null;
  } catch {
    return null;
  }
}
