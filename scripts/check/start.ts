/** `npm run check -- start` starts newsgauge as a new user would, and requests all printed URLs and demo data. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../src/command/paths.ts';
import { CLICK_DAYS, FALLING_TOPIC, RISING_TOPIC } from '../../src/demo/demo-clicks.ts';
import { NEW_TOPIC } from '../../src/demo/demo-topics.ts';
import { FIRST_KEYS } from '../../src/node/state/files.ts';
import { AUDIENCES, READER_BREAKDOWNS } from '../../src/rankings/dimensions.ts';
import { NAVIGATION } from '../../src/web/shells/base/site-pages.ts';
import { useMemory } from '../../test/support/processes.ts';
import { untilReady } from '../../test/support/ready.ts';
import { freePort } from '../../test/support/servers/free-port.ts';

/** Maximum time until the first job has computed past days, in milliseconds. */
const HISTORY_TIMEOUT_MS = 480_000;
/** The first of 28 days may precede the newsroom's first click, and a topic's first click may be a day later. */
const FIRST_DAYS = CLICK_DAYS - 2;

interface Item {
  topicId: number;
  growthPercent: number | null;
  confidence: string;
}

export async function missingInDemo(base: URL, key: string): Promise<string[]> {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(new URL(`/api/v2/insights/${path}`, base), {
      headers: { Authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return ((await response.json()) as { data: T }).data;
  };
  const missing: string[] = [];
  const expect = (isShown: boolean, what: string) => {
    if (!isShown) missing.push(what);
  };

  const knownDays = async () => {
    const { days } = await ask<{ days: { index: number | null }[] }>(`topics/${RISING_TOPIC}/history/`);
    return days.filter(({ index }) => index !== null).length;
  };
  for (const end = Date.now() + HISTORY_TIMEOUT_MS; Date.now() < end && (await knownDays()) < FIRST_DAYS; )
    await sleep(500);
  expect((await knownDays()) >= FIRST_DAYS, 'a history of four weeks');

  const grown = async (direction: string) =>
    (await ask<{ topics: Item[] }>(`trending-topics/growth/?direction=${direction}&limit=2`)).topics;
  const [[spike, up], [down]] = [await grown('up'), await grown('down')];
  expect(spike?.topicId === NEW_TOPIC && spike.growthPercent === null, 'a topic that is new this week');
  expect(up?.topicId === RISING_TOPIC && up.confidence === 'high', 'the topic that rises, with high confidence');
  expect(down?.topicId === FALLING_TOPIC && down.confidence === 'high', 'the topic that falls, with high confidence');

  const { items } = await ask<{ items: { contentId: number }[] }>('rising-content/?limit=1');
  const feed = await fetch(new URL('/api/v2/feed/?limit=30', base), { headers: { Authorization: `Bearer ${key}` } });
  const newest = ((await feed.json()) as { items: { id: string }[] }).items.map(({ id }) => Number(id));
  expect(newest.includes(items[0]?.contentId ?? 0), 'a new story that rises most');

  const audience = await ask<Record<string, { slug: string; topics: unknown[] }[]>>('audience/');
  for (const attribute of Object.keys(AUDIENCES)) {
    const shown = (audience[attribute] ?? []).filter(({ topics }) => topics.length > 0).length;
    expect(shown >= 2, `topics of at least two ${attribute}`);
  }
  for (const breakdown of READER_BREAKDOWNS) {
    const groups = await ask<{ items: unknown[] }[]>(`popular-content/?breakdown=${breakdown}`);
    expect(JSON.stringify(groups).length > 500, `popular content by ${breakdown}`);
  }
  return missing;
}

const STOP = 60_000;
const EXPECTED_URLS = 6;

useMemory();
const state = mkdtempSync(join(tmpdir(), 'newsgauge-'));
const server = spawn('npm', ['start', '--silent'], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(await freePort()), STATE_DIR: state },
  stdio: ['ignore', 'pipe', 'inherit'],
  // The command gets its own process group, so that npm, the supervisor and the worker all end with it.
  detached: true,
});

try {
  const began = Date.now();
  const urls: string[] = [];
  const pages: string[] = [];
  let secret = '';
  const lines = await untilReady(server);
  // Without a terminal, the URLs with keys are written to a file.
  const keys = readFileSync(join(state, FIRST_KEYS), 'utf8').split('\n');
  for (const line of [...lines, ...keys]) {
    const url = /(http:\/\/localhost:\S+apiKey=\S+)/.exec(line)?.[1];
    if (url) urls.push(url);
    const page = /^ +\w+ +(http:\/\/localhost:\d+\/\w*)$/.exec(line)?.[1];
    if (page && urls.length === 0) pages.push(page);
    secret ||= /^ +secret +(\S+)$/.exec(line)?.[1] ?? '';
  }
  console.log(`ready after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  if (urls.length < EXPECTED_URLS) throw new Error(`only ${urls.length} URLs were printed`);
  if (pages.length !== NAVIGATION.length)
    throw new Error(`${pages.length} pages were printed before the other addresses`);
  for (const url of [...pages, ...urls]) {
    const response = await fetch(url);
    const body = await response.text();
    const shown = url.replace(/apiKey=\S+/, 'apiKey=…');
    if (response.status !== 200 || body.length < 500)
      throw new Error(`${shown} answered ${response.status} with ${body.length} characters`);
    console.log(`${response.status} ${String(body.length).padStart(6)} characters  ${shown}`);
  }
  const missing = await missingInDemo(new URL(urls[0] ?? ''), secret);
  if (missing.length > 0) throw new Error(`the demo newsroom does not show: ${missing.join('; ')}`);
  console.log('the demo newsroom shows four weeks of clicks');
  console.log(`${pages.length + urls.length} passed, 0 failed`);
} finally {
  await stop();
}

async function stop(): Promise<void> {
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
  // The server releases its state at the end, after every accepted click has been counted.
  const record = join(state, 'server.json');
  for (const end = Date.now() + STOP; Date.now() < end && existsSync(record); ) await sleep(100);
  const stopsInTime = !existsSync(record);
  rmSync(state, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  if (!stopsInTime) {
    console.error(`not stopped within ${STOP / 1000} s`);
    process.exit(1);
  }
}
