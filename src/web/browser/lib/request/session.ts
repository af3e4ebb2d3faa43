import { useEffect, useState } from 'hono/jsx/dom';
import type { ApiError } from './api-error.ts';
import { forgetAnswers, request } from './request.ts';

/** Who is signed in. The key itself is in no page: the browser holds a cookie that scripts cannot read. */
export interface Session {
  /** Of the key. */
  name: string;
  kind: 'operator' | 'secret';
  /** RFC 3339. */
  expires: string;
}

/** `undefined`: not known yet; `null`: nobody is signed in. `error`: why it is not known. */
export interface SignedIn {
  session: Session | null | undefined;
  error: ApiError | null;
  /** There was a session, which ended by itself. */
  hasEnded: boolean;
}

let state: SignedIn = { session: undefined, error: null, hasEnded: false };
const listeners = new Set<() => void>();
/** Other tabs of this browser. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('newsgauge:session') : null;

function set(next: Partial<SignedIn>): void {
  if (next.session?.name !== state.session?.name) forgetAnswers();
  state = { ...state, error: null, ...next };
  for (const listener of listeners) listener();
}

const send = async (method: 'GET' | 'POST' | 'DELETE', headers: Record<string, string> = {}) =>
  (await request<{ session: Session | null }>('/session', { method, headers })).session;

/** Asks the service who is signed in. */
export async function loadSession(): Promise<void> {
  try {
    const session = await send('GET');
    set({ session, hasEnded: session ? false : state.hasEnded });
  } catch (error) {
    set({ error: error as ApiError });
  }
}

/** Gives the key away for a session; throws an `ApiError`. */
export async function signIn(key: string): Promise<void> {
  const session = await send('POST', { Authorization: `Bearer ${key}` });
  set({ session, hasEnded: false });
  tabs?.postMessage('in');
}

/** Ends the session here and in all tabs; throws an `ApiError`. */
export async function signOut(): Promise<void> {
  await send('DELETE');
  set({ session: null, hasEnded: false });
  tabs?.postMessage('out');
}

/** A request was refused for want of a session: it has ended, or its key has. */
export function sessionEnded(): void {
  if (state.session) set({ session: null, hasEnded: true });
}

tabs?.addEventListener('message', ({ data }: MessageEvent) => {
  if (data === 'out') set({ session: null, hasEnded: false });
  else void loadSession();
});

let isLoading = false;

/** Who is signed in, followed as it changes. */
export function useSession(): SignedIn {
  const [seen, update] = useState(state);
  useEffect(() => {
    const listener = () => update(state);
    listeners.add(listener);
    // What has changed between the first rendering and now.
    listener();
    if (!isLoading && state.session === undefined) {
      isLoading = true;
      void loadSession().finally(() => {
        isLoading = false;
      });
    }
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return seen;
}

/** What is wrong with something typed in to sign in with, in words; null: it may be a key. */
export function keyFault(text: string): string | null {
  if (text === '') return 'Paste your key. It begins with ngo_ or ngs_.';
  if (text.startsWith('ngp_'))
    return 'This is a publishable key, which is for web pages. Sign in with an operator or secret key.';
  if (!/^ng[so]_[0-9A-Za-z]{34}$/.test(text))
    return 'This is not a key. A key has 38 characters and begins with ngo_ or ngs_.';
  return null;
}
