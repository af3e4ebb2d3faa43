import { useEffect, useRef } from 'hono/jsx/dom';
import type { Visit } from './movement.ts';

const slot = (view: string) => `newsgauge:visit:${view}`;

/**
 * A ranking as it was when this browser last showed it; the current one on a first visit. The current places are stored for the
 * next visit: ids only. `view` identifies the ranking with its filters.
 */
export function useLastVisit(view: string, ids: number[] | null): Visit | null {
  const memory = useRef<{ view: string; visit: Visit | null } | null>(null);
  if (memory.current?.view !== view) memory.current = { view, visit: stored(view) };
  const { current } = memory;
  if (current && !current.visit && ids) current.visit = { at: Date.now(), ids };
  const places = ids?.join(',') ?? '';
  useEffect(() => {
    if (ids) store(view, { at: Date.now(), ids });
  }, [view, places]);
  return current?.visit ?? null;
}

// A browser may forbid storage; then every visit is the first.
function store(view: string, visit: Visit): void {
  try {
    localStorage.setItem(slot(view), JSON.stringify(visit));
  } catch {}
}

function stored(view: string): Visit | null {
  try {
    const visit = JSON.parse(localStorage.getItem(slot(view)) ?? 'null') as Visit | null;
    return Array.isArray(visit?.ids) ? visit : null;
  } catch {
    return null;
  }
}
