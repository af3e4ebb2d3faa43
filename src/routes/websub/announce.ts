import type { MiddlewareHandler } from 'hono';
import { type Db, openDb } from '../../db/client.ts';
import type { AppContext, AppEnv } from '../../http/env.ts';
import { isRead } from '../../http/method.ts';
import type { Millis } from '../../lib/time.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { notifyHub } from '../../websub/announce.ts';
import { askHubs } from '../../websub/subscribe.ts';
import { topicsOf } from '../feed/hub-topics.ts';
import { documentOf } from './document.ts';

/** Time during which further changes are added to the same announcement, in milliseconds. */
const GATHERING_MS = 200;
/** Maximum time spent on announcements after a response, in milliseconds. The platform allows 30 s. */
const MAX_ANNOUNCING_MS = 25_000;
/** Delays before each retry of an announcement, in milliseconds. If all fail, the five-minute job announces it. */
const RETRY_DELAYS_MS = [1000, 4000, 10_000];

export async function announceFeeds(env: Env, now: Millis): Promise<{ pinged: number; failed: number }> {
  const db = openDb(env.DB.withSession('first-primary'));
  const topics = (await topicsOf(db, env)).map((topic) => ({
    address: topic.address,
    read: () => documentOf(topic, env),
  }));
  if (topics.length === 0) return { pinged: 0, failed: 0 };
  return notifyHub(db, { url: env.WEBSUB_HUB, ...reachOf(env) }, topics, now);
}

/** Starts, renews and ends subscriptions to hubs. Requires `PUBLIC_URL`, because hubs could not call back otherwise. */
export async function subscribeFeeds(db: Db, env: Env, now: Millis): Promise<{ asked: number; failed: number }> {
  const origin = URL.parse(env.PUBLIC_URL)?.origin;
  if (!origin) return { asked: 0, failed: 0 };
  return askHubs(db, { origin, now, ...reachOf(env) });
}

const reachOf = ({ FEED_ALLOW_HOSTS }: Env) => ({
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  allowed: allowedHosts(FEED_ALLOW_HOSTS),
});

/** WebSub jobs that run every five minutes. Which jobs exist depends on the configured hub and public URL. */
export const websubJobs = (env: Env) => ({
  ...(env.PUBLIC_URL ? { subscribe: subscribeFeeds } : {}),
  ...(isConfigured(env) ? { websub: (_db: Db, env: Env, now: number) => announceFeeds(env, now) } : {}),
});

/** Announces feeds after each successful change in `/manage`, without delaying the response. */
export const announcing: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!isRead(c) && c.res.ok) announceChange(c);
};

export function announceChange(c: AppContext): void {
  if (!isConfigured(c.env)) return;
  announcer.changed(
    (work) => c.executionCtx.waitUntil(work),
    () => announceFeeds(c.env, Date.now()),
  );
}

const isConfigured = ({ WEBSUB_HUB }: { WEBSUB_HUB: string }): boolean => WEBSUB_HUB !== '';

/** Runs one announcement at a time and combines later changes into the next announcement. */
class Announcer {
  #hasChanged = false;
  /** Time after which an announcement counts as ended. Otherwise, a cancelled request would block later ones. */
  #until = 0;

  changed(after: (work: Promise<void>) => void, tell: () => Promise<{ failed: number }>): void {
    this.#hasChanged = true;
    if (Date.now() >= this.#until) after(this.#run(tell));
  }

  async #run(tell: () => Promise<{ failed: number }>): Promise<void> {
    this.#until = Date.now() + MAX_ANNOUNCING_MS;
    const pauses = [...RETRY_DELAYS_MS];
    try {
      while (this.#hasChanged && Date.now() < this.#until) {
        this.#hasChanged = false;
        await scheduler.wait(GATHERING_MS);
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
