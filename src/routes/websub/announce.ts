import type { MiddlewareHandler } from 'hono';
import { type Db, openDb } from '../../db/client.ts';
import type { AppContext, AppEnv } from '../../http/env.ts';
import { isRead } from '../../http/method.ts';
import type { Millis } from '../../lib/time.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { announce } from '../../websub/announce.ts';
import { askHubs } from '../../websub/subscribe.ts';
import { topicsOf } from '../feed/hub-topics.ts';
import { documentOf } from './document.ts';

/** Milliseconds in which several changes become one announcement. */
const GATHERING = 200;
/** Milliseconds that the platform lets work go on after an answer, less some. */
const LONGEST = 25_000;
/** Milliseconds before an attempt after one that failed; then the five-minute job goes on. */
const PAUSES = [1000, 4000, 10_000];

/** Tells the hub of every feed that has changed. */
export async function announceFeeds(env: Env, now: Millis): Promise<{ pinged: number; failed: number }> {
  const db = openDb(env.DB.withSession('first-primary'));
  const topics = (await topicsOf(db, env)).map((topic) => ({
    address: topic.address,
    read: () => documentOf(topic, env),
  }));
  if (topics.length === 0) return { pinged: 0, failed: 0 };
  return announce(db, { url: env.WEBSUB_HUB, ...reachOf(env) }, topics, now);
}

/** The five-minute job: subscribes, renews and ends. Without an address of its own the service cannot be called. */
export async function subscribeFeeds(db: Db, env: Env, now: Millis): Promise<{ asked: number; failed: number }> {
  const origin = URL.parse(env.PUBLIC_URL)?.origin;
  if (!origin) return { asked: 0, failed: 0 };
  return askHubs(db, { origin, now, ...reachOf(env) });
}

const reachOf = ({ FEED_ALLOW_HOSTS }: Env) => ({
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  allowed: allowedHosts(FEED_ALLOW_HOSTS),
});

/** The five-minute jobs, where there is a hub, and where hubs can call the service. */
export const websubJobs = (env: Env) => ({
  ...(env.PUBLIC_URL ? { subscribe: subscribeFeeds } : {}),
  ...(isConfigured(env) ? { websub: (_db: Db, env: Env, now: number) => announceFeeds(env, now) } : {}),
});

/** After every successful change through `/manage`; the answer does not wait for it. */
export const announcing: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!isRead(c) && c.res.ok) announceChange(c);
};

/** After any other change. */
export function announceChange(c: AppContext): void {
  if (!isConfigured(c.env)) return;
  announcer.changed(
    (work) => c.executionCtx.waitUntil(work),
    () => announceFeeds(c.env, Date.now()),
  );
}

const isConfigured = ({ WEBSUB_HUB }: { WEBSUB_HUB: string }): boolean => WEBSUB_HUB !== '';

/**
 * Announces changes one after the other: what changes while an announcement goes on is in the next one, however many changes
 * there are. Where the isolate ends before, the five-minute job announces.
 */
class Announcer {
  #hasChanged = false;
  /** Epoch milliseconds until which announcements go on; work of an ended request would never say that it has ended. */
  #until = 0;

  changed(after: (work: Promise<void>) => void, tell: () => Promise<{ failed: number }>): void {
    this.#hasChanged = true;
    if (Date.now() >= this.#until) after(this.#run(tell));
  }

  async #run(tell: () => Promise<{ failed: number }>): Promise<void> {
    this.#until = Date.now() + LONGEST;
    const pauses = [...PAUSES];
    try {
      while (this.#hasChanged && Date.now() < this.#until) {
        this.#hasChanged = false;
        await scheduler.wait(GATHERING);
        const { failed } = await tell();
        const pause = failed > 0 ? pauses.shift() : undefined;
        if (pause === undefined) continue;
        await scheduler.wait(pause);
        this.#hasChanged = true;
      }
    } finally {
      this.#until = 0;
    }
  }
}

const announcer = new Announcer();
