import { Agent, buildConnector, setGlobalDispatcher } from 'undici';
import type { Address, Doors } from './doors.ts';

/** A runtime on this machine, as the commands that fill it use it. */
export interface LocalService {
  /** For `fetch` of this process. */
  url: URL;
  db: D1Database;
  /** The key-value store of halves. */
  kv: KVNamespace;
}

/** Has this process's `fetch` reach a runtime that listens on a file. */
export function localService(target: Address, { db, kv }: Doors): LocalService {
  if (!target.startsWith('unix:')) return { url: new URL(target), db, kv };
  setGlobalDispatcher(
    new Agent({ connect: buildConnector({ socketPath: target.slice(5) }), headersTimeout: 0, bodyTimeout: 0 }),
  );
  return { url: new URL('http://newsgauge'), db, kv };
}
