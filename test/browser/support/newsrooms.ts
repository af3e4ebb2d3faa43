import { readFileSync } from 'node:fs';
import { demoNewsroom } from '../../../src/demo/newsroom.ts';
import { HOSTILE_TOPIC, hostileNewsroom, NASTY } from '../../delivery/hostile.ts';
import type { Site } from './server.ts';

const YEAR = 365 * 86_400;

/** The newest of the demo newsroom's articles, and everything they refer to. Returns the query that asks for them alone. */
export async function publishDemo(site: Site, count: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const { topics, companies, sources, articles } = demoNewsroom({ seed: 1, now, assetBase: site.url.origin });
  await site.publish({ topics, companies, sources, articles: articles.slice(-count) });
  return `includeTopics=${topics.map(({ id }) => id)}`;
}

/** Older than the demo's, all under one topic. `NASTY_STRINGS=file.json` (a JSON array) adds more strings. Returns the query that asks for them. */
export async function publishHostile(site: Site): Promise<string> {
  const more: string[] = process.env.NASTY_STRINGS ? JSON.parse(readFileSync(process.env.NASTY_STRINGS, 'utf8')) : [];
  const { topics, sources, articles } = hostileNewsroom([...NASTY, ...more], Math.floor(Date.now() / 1000) - YEAR);
  await site.publish({ topics, sources, articles });
  return `includeTopics=${HOSTILE_TOPIC}`;
}
