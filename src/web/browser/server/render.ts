import type { Child } from 'hono/jsx/dom';
import { type Query, type ServerHooks, setServerHooks } from '../lib/query.ts';
import { ApiError, senders } from '../lib/request.ts';

/** This module renders components of the pages on the server. Browsers do not load it. */

interface Rendering {
  signal: AbortSignal;
  queries: Map<string, Query<unknown>>;
  waiting: Promise<void>[];
  title: string | null;
}

let current: Rendering | null = null;

/** Maximum number of rendering passes. The deepest page needs three. */
const MAX_PASSES = 8;

/** Renders a component and its title to HTML. Repeats the rendering until each query has a response. */
export async function renderOnServer(
  Page: () => Child,
  send: (path: string) => Promise<Response>,
): Promise<{ html: string; title: string | null }> {
  setServerHooks(HOOKS);
  const rendering: Rendering = { signal: new AbortController().signal, queries: new Map(), waiting: [], title: null };
  // Responses by path, because several parts of a page may send the same request.
  const responses = new Map<string, Promise<Response>>();
  senders.set(rendering.signal, async (path) => {
    const response = responses.get(path) ?? send(path);
    responses.set(path, response);
    return (await response).clone();
  });
  for (let pass = 1; ; pass++) {
    current = rendering;
    let html = '';
    try {
      html = String(Page());
    } finally {
      current = null;
    }
    if (rendering.waiting.length === 0 || pass === MAX_PASSES) return { html, title: rendering.title };
    await Promise.all(rendering.waiting.splice(0));
  }
}

/** Returns the state of a query, and starts the query during the first pass that contains it. */
function serverQuery(key: string, load: (signal: AbortSignal) => Promise<unknown>, paused: boolean): Query<unknown> {
  const known = current?.queries.get(key);
  if (known) return known;
  const loading: Query<unknown> = { value: null, error: null, at: null, reload: () => {} };
  if (!current || paused) return loading;
  current.queries.set(key, loading);
  const answer = load(current.signal).then(
    (value) => {
      Object.assign(loading, { value, at: Date.now() });
    },
    (error) => {
      if (!(error instanceof ApiError)) throw error;
      loading.error = error;
    },
  );
  current.waiting.push(answer);
  return loading;
}

const HOOKS: ServerHooks = {
  query: serverQuery,
  setTitle: (title) => {
    if (current && title) current.title = title;
  },
};
