import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../src/demo/random.ts';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
/** Milliseconds until a page sends again what was not answered. */
const AGAIN = 250;

export interface Accepted {
  contentId: number;
  /** Epoch milliseconds of the answer. */
  at: number;
}

export interface Load {
  accepted: readonly Accepted[];
  /** Clicks whose first answer was lost, and which may have been accepted twice: salts of releases differ. */
  uncertain(): number;
  /** Ends when all clicks that were begun have been accepted. */
  stop(): Promise<void>;
}

/** Sends clicks of ever new readers, so many a second, and each again until it is accepted. */
export function load(base: URL, key: string, articles: readonly number[], rate: number): Load {
  const random = createRandom(7, 'migration');
  const accepted: Accepted[] = [];
  const pending = new Set<Promise<void>>();
  let uncertain = 0;
  let isOn = true;
  let readers = 0;
  const click = async () => {
    const contentId = articles[Math.floor(random.next() ** 2 * articles.length)] ?? 0;
    const reader = ++readers;
    const address = `100.${64 + (reader >> 16)}.${(reader >> 8) & 255}.${reader & 255}`;
    const init = {
      method: 'POST',
      headers: {
        'Content-Type': 'text/plain',
        'User-Agent': BROWSER,
        'CF-Connecting-IP': address,
        'X-Forwarded-For': address,
      },
      body: JSON.stringify({ key, contentId }),
    };
    for (let lost = false; ; await sleep(AGAIN)) {
      const answer = await fetch(new URL('/clicks', base), init).catch((error: Error) => error);
      if (answer instanceof Response && answer.headers.get('X-Click') === 'accepted') break;
      // What never reached a server was not accepted there.
      const refused = !(answer instanceof Response) && /ECONNREFUSED/.test(String(answer.cause));
      if (!(answer instanceof Response) && !refused && !lost) {
        lost = true;
        uncertain++;
      }
    }
    accepted.push({ contentId, at: Date.now() });
  };
  const loop = (async () => {
    const began = performance.now();
    for (let i = 0; isOn; i++) {
      await sleep(Math.max(0, began + (i * 1000) / rate - performance.now()));
      const one: Promise<void> = click().finally(() => pending.delete(one));
      pending.add(one);
    }
  })();
  return {
    accepted,
    uncertain: () => uncertain,
    async stop() {
      isOn = false;
      await loop;
      await Promise.all(pending);
    },
  };
}
