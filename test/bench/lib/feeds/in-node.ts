import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Db } from '../../../../src/db/client.ts';
import { feedsByUrl } from '../../../../src/syndication/poll/claim.ts';
import { addFeeds } from '../../../../src/syndication/poll/feed-store.ts';
import { pollFeeds } from '../../../../src/syndication/poll/run.ts';

export interface Invocation {
  /** Upper bound on the number of statements, because some are counted twice. */
  queries: number;
  /** CPU time in seconds, including SQLite's. */
  cpu: number;
  added: number;
}

export async function pollCounted(db: Db, url: string, now: number): Promise<Invocation> {
  const allowed = new Set([new URL(url).host]);
  await addFeeds(db, [{ line: 1, value: { url, domain: `${new URL(url).pathname.slice(1)}.example` } }], {
    now: now * 1000,
    allowed,
  });
  const feeds = await feedsByUrl(db, [url]);
  let queries = 0;
  const counted = new Proxy(db, {
    get(inner, name) {
      const value = Reflect.get(inner, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const [named] = args;
        if (name === 'transaction') queries += isNamed(named) ? Object.values(named).flat().length : args.length;
        else if (/^(all|run|rows|select|insert|update|delete)$/.test(String(name))) queries++;
        return value.apply(inner, args);
      };
    },
  });
  const start = process.cpuUsage();
  const { polled } = await pollFeeds(counted, feeds, {
    reach: { fetch: (address, init) => fetch(address, init), allowed },
    now: now * 1000,
    wait: async () => undefined,
    elapsed: () => 0,
    report: (error) => {
      throw error;
    },
  });
  const { user, system } = process.cpuUsage(start);
  return { queries, cpu: (user + system) / 1e6, added: polled[0]?.added ?? 0 };
}

const isNamed = (given: unknown): given is Record<string, unknown> => Object.getPrototypeOf(given) === Object.prototype;

/** Heap size with which a document must be readable, in megabytes. It is far below the platform's 128 MB. */
export const HEAP = 96;

/** Reads a document in a process with a small heap (in megabytes). Throws if the heap is too small. */
export function readInLittleMemory(text: string, heap = HEAP): { cpu: number; items: number } {
  const child = join(import.meta.dirname, 'read.ts');
  return JSON.parse(
    execFileSync(process.execPath, [`--max-old-space-size=${heap}`, child], {
      input: text,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  );
}
