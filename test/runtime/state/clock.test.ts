/** Steps of the clock on the real Worker under workerd, and starts with a wrong one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { part } from '../../support/runner/part.ts';
import { HOUR, MINUTE, type Stage, startStage } from '../../verify/alarms/stage.ts';

const DAY = 24 * HOUR;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const READERS = 20;

let stage: Stage;
before(async () => {
  stage = await startStage();
  await stage.manage('PUT', 'alerts', { types: [], oncePerDay: true, quiet: null });
});
after(() => stage?.stop());

const [FIRST, ...OTHERS]: [string, number, RegExp][] = [
  ['+3 days', 3 * DAY, /3 days ahead of the newest stored time/],
  ['-400 days', -400 * DAY, /400 days behind the newest stored time/],
  ['+400 days', 400 * DAY, /400 days ahead of the newest stored time/],
  ['-1 day', -DAY, /the clock was set back by 24 hours/],
  ['-3 hours', -3 * HOUR, /the clock was set back by 3 hours/],
  ['-100 seconds', -100_000, /the clock was set back by 100 seconds/],
  ['+3 hours', 3 * HOUR, /the clock was set forward by 3 hours/],
];

/** Clicks of the same readers each time, from addresses of `net`. */
async function clicks(net: number): Promise<void> {
  for (let reader = 0; reader < READERS; reader++) {
    const headers = { 'CF-Connecting-IP': `198.51.${net}.${reader + 1}`, 'User-Agent': AGENT };
    const body = JSON.stringify({ key: stage.publishable, contentId: 1 });
    const answer = await fetch(new URL('/clicks', stage.url), { method: 'POST', headers, body });
    assert.equal(answer.headers.get('X-Click'), 'accepted');
  }
}

/** Counted clicks by day. */
async function counted(): Promise<Map<number, number>> {
  const rows = await stage.rows<{ day: number; clicks: number }>(
    "SELECT hour / 24 AS day, sum(clicks) AS clicks FROM click_outcomes WHERE outcome = 'counted' GROUP BY day",
  );
  return new Map(rows.map(({ day, clicks }) => [day, clicks]));
}

let uptime = 10_000;
async function minutes(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await stage.move(MINUTE);
    uptime += 60;
    await stage.machine({ disk: { free: 20e9, size: 40e9 }, uptime });
    await stage.cron('minute');
  }
}

const KEPT = ['reader_salts', 'audit', 'webhook_events', 'click_outcomes', 'key_days'];
const sizes = () => Promise.all(KEPT.map(async (name) => (await stage.rows(`SELECT 1 FROM ${name}`)).length));

let net = 0;
for (const [name, by, words] of [FIRST as NonNullable<typeof FIRST>, ...part(OTHERS, 3)])
  test(`a step of the clock by ${name}, and back`, { timeout: 240_000 }, async () => {
    net++;
    await stage.cron('frequent');
    await minutes(2);
    await clicks(net);
    await stage.settled();
    const [today, before, kept] = [Math.floor(stage.now() / DAY), await counted(), await sizes()];

    await stage.move(by);
    await stage.cron('daily').catch(() => {});
    await stage.cron('frequent').catch(() => {});
    await minutes(2);
    await clicks(net + 100);
    await stage.settled();
    const heard = stage.told().filter(({ type, data }) => type === 'service.alarm' && data.alarm === 'clock');
    assert.match(String(heard.at(-1)?.data.detail), words);

    await stage.move(-by);
    await stage.cron('daily').catch(() => {});
    await stage.cron('frequent').catch(() => {});
    await minutes(2);
    await clicks(net);
    await stage.settled();
    const after = await counted();
    const sum = (days: Map<number, number>) => [...days.values()].reduce((all, own) => all + own, 0);
    // Of readers that had clicked none counts again; all that clicked at the wrong time are counted.
    assert.equal(sum(after) - sum(before), READERS);
    assert.ok((after.get(today) ?? 0) >= (before.get(today) ?? 0));
    for (const [i, size] of (await sizes()).entries())
      if (KEPT[i] !== 'reader_salts') assert.ok(size >= (kept[i] ?? 0), `${KEPT[i]}: ${kept[i]} rows, and now ${size}`);
    assert.deepEqual(await stage.rows('SELECT reason FROM dead_letters'), []);
    const salts = await stage.rows<{ name: string }>(`SELECT name FROM reader_salts WHERE day = ${today}`);
    const kv = await stage.kv();
    assert.equal(salts.length, 1);
    assert.notEqual(await kv.get(salts[0]?.name ?? ''), null);
    // An alarm of a kind is raised once an hour.
    await stage.move(HOUR);
    uptime += 3600;
    await minutes(12);
  });
