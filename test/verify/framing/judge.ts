import { setTimeout as sleep } from 'node:timers/promises';
import { drained } from '../crash/newsroom.ts';
import type { Operator, Reader } from './people.ts';

/** Time within which an isolate's counts reach the database, in milliseconds. */
const FLUSH = 15_000;
const TRIES = 5;
const MINUTE = 65_000;

interface Entry {
  id: number;
  actor: string;
  action: string;
  kind: string;
  ref: string;
}

interface Known {
  entry: number;
  came: number;
  unknown: ReadonlyMap<number, number>;
  used: number;
}

export interface Told {
  operators: readonly Operator[];
  readers: readonly Reader[];
  acknowledged: ReadonlyMap<number, number>;
  possible: ReadonlyMap<number, number>;
  /** Kind of the hidden request that refers to an article. */
  hidden: ReadonlyMap<number, string>;
}

export class Judge {
  readonly #url: URL;
  readonly #key: string;
  /** Number of requests with the operator key. The first published the test's articles. */
  #asked = 1;
  #before: Known = { entry: 0, came: 0, unknown: new Map(), used: 0 };

  constructor(url: URL, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async begin(): Promise<void> {
    this.#before = await this.#known();
    if (this.#before.used <= this.#asked) return;
    // Waits until earlier uses of the key by others have been counted.
    await sleep(MINUTE);
    this.#before = await this.#known();
  }

  /** Returns everything that the service did without a request, and every request that had no effect. */
  async findings(told: Told): Promise<string[]> {
    await drained({ url: this.#url }, this.#key);
    await sleep(FLUSH);
    const found: string[] = [];
    for (const look of [this.#changes, this.#clicks, this.#uses])
      found.push(...(await look.call(this, told).catch((error: Error) => [error.message])));
    return found;
  }

  async #changes({ operators, hidden }: Told): Promise<string[]> {
    const made = new Map(operators.flatMap((operator) => [...operator.made]));
    const found: string[] = [];
    const seen = new Set<string>();
    for (const { actor, action, kind, ref } of await this.#entries()) {
      const what = `${action} ${kind} ${ref}`;
      if (!made.has(what) || seen.has(what))
        found.push(
          `the trail says that ${actor} did what nobody asked for: ${what} (${hidden.get(Number(ref)) ?? 'of the operator'})`,
        );
      seen.add(what);
    }
    const missing = [...made].filter(([what, isAcknowledged]) => isAcknowledged && !seen.has(what));
    return [...found, ...missing.map(([what]) => `was acknowledged and is not in the trail: ${what}`)];
  }

  async #clicks({ readers, acknowledged, possible, hidden }: Told): Promise<string[]> {
    const { came, unknownArticles } = await this.#filtered();
    const sum = (part: keyof Reader['clicks']) => readers.reduce((sum, { clicks }) => sum + clicks[part], 0);
    const all = (clicks: ReadonlyMap<number, number>) => [...clicks.values()].reduce((sum, one) => sum + one, 0);
    const least = sum('acknowledged') + all(acknowledged);
    const [counted, most] = [came - this.#before.came, least + sum('unknown') + all(possible)];
    const found =
      counted >= least && counted <= most ? [] : [`${counted} clicks came where ${least} to ${most} were sent`];
    const taken = unknownArticles.flatMap(({ contentId, clicks }) => {
      const form = hidden.get(contentId);
      const own = [acknowledged, possible, this.#before.unknown].reduce(
        (sum, one) => sum + (one.get(contentId) ?? 0),
        0,
      );
      return form && clicks > own
        ? [`${clicks} clicks counted of ${own} that were sent: those hidden in: ${form}`]
        : [];
    });
    return [...found, ...taken];
  }

  /** The service writes uses of keys once per minute, so the last ones may be missing. */
  async #uses({ operators }: Told): Promise<string[]> {
    const asked = operators.reduce((sum, { asked }) => sum + asked, this.#asked);
    const used = (await this.#used()) - this.#before.used;
    return used > asked ? [`an operator key was let in ${used} times, and was shown ${asked} times`] : [];
  }

  async #known(): Promise<Known> {
    const [newest] = (await this.#ask<{ entries: Entry[] }>('/manage/audit?limit=1')).entries;
    const { came, unknownArticles } = await this.#filtered();
    const unknown = new Map(unknownArticles.map(({ contentId, clicks }) => [contentId, clicks]));
    return { entry: newest?.id ?? 0, came, unknown, used: await this.#used() };
  }

  async #entries(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: { entries: Entry[]; next: string | null } = await this.#ask(`/manage/audit?limit=100${query}`);
      const later = page.entries.filter(({ id }) => id > this.#before.entry);
      entries.push(...later);
      cursor = later.length < page.entries.length ? null : page.next;
    }
    return entries;
  }

  #filtered = () =>
    this.#ask<{ came: number; unknownArticles: { contentId: number; clicks: number }[] }>('/manage/filtered');

  async #used(): Promise<number> {
    const { keys } = await this.#ask<{ keys: { id: number }[] }>('/manage/keys?kind=operator');
    let used = 0;
    for (const { id } of keys) {
      const { days } = await this.#ask<{ days: { answered: number }[] }>(`/manage/keys/${id}/uses`);
      used += days.reduce((sum, { answered }) => sum + answered, 0);
    }
    return used;
  }

  /** Retries failed requests, because faulty responses have already been recorded elsewhere. */
  async #ask<T>(path: string): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      this.#asked++;
      const headers = { Authorization: `Bearer ${this.#key}` };
      const signal = AbortSignal.timeout(60_000);
      const data = await fetch(new URL(path, this.#url), { headers, signal })
        .then(async (response) => (response.ok ? ((await response.json()) as { data: T }).data : null))
        .catch(() => null);
      if (data) return data;
      await sleep(500);
    }
    throw new Error(`no response from ${path}`);
  }
}
