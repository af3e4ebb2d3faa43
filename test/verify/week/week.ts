import { join } from 'node:path';
import { startReceiver } from '../../support/servers/receiver.ts';
import { eventually, expiredSalts, liftedTargets, settle, type Week } from './checks.ts';
import { Newsroom } from './newsroom.ts';
import { Readers } from './readers.ts';
import { DAY, HOUR, type Service, type Start } from './services/service.ts';
import { CLOCK_LEAD_MS, Sources } from './sources.ts';

interface Plan {
  folder: string;
  seed: number;
  readersPerDay: number;
  itemsPerDay: number;
  /** Hours that pass at once, a divisor of 3. */
  stepHours: number;
}

const HOURS = 168;
/** Thursday before the end of summer time in London, five minutes past the hour. */
const BEGIN = Date.parse('2027-10-28T00:05:00Z');
const NEWEST = 60;

/** Hours of the week in which something happens besides the usual work. */
const EVENTS = { stop: 39, kill: 63, upgrade: 120, wrongClock: 129 } as const;
/** Hour of the midnight before which a backup is restored. */
const RESTORED_BY = 96;
const ATTACK_HOUR = 15;
const DISTURBANCE_HOUR = 9;
const WRONG_CLOCK_MS = 2 * DAY;
const MAX_POLLS = 40;

/** Simulates a week hour by hour. The returned server still runs. */
export async function simulateWeek(
  start: (options: Start) => Promise<Service>,
  { folder, seed, readersPerDay, itemsPerDay, stepHours }: Plan,
): Promise<Week & { stop(): Promise<void> }> {
  const sources = new Sources(seed, HOURS);
  await sources.listen();
  const receiver = await startReceiver((_, response) => void response.writeHead(204).end());
  const service = await start({
    ...{ folder: join(folder, 'service'), at: BEGIN },
    vars: {
      ...{ TIME_ZONE: 'Europe/London', GUID_AUTHORITY: 'news.example', LOG_LEVEL: 'info' },
      FEED_ALLOW_HOSTS: `${sources.hosts},${new URL(receiver.origin).host}`,
    },
  });
  const get = () => service;
  const [newsroom, readers] = [new Newsroom(get, seed), new Readers(get, seed, readersPerDay)];
  const backup = join(folder, 'backup');
  const week: Week = {
    service,
    newsroom,
    sources,
    readers,
    receiver,
    backup,
    stepHours,
    findings: { salts: [], fleets: [] },
  };
  const stop = async () => {
    await service.stop();
    receiver.close();
    sources.close();
  };
  try {
    await newsroom.open(sources, receiver.origin);
    for (let hour = stepHours; hour <= HOURS; hour += stepHours) await passUntil(week, hour, itemsPerDay);
    await pollAll(week);
    await service.pass(CLOCK_LEAD_MS);
    await settle(week);
    return { ...week, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** Lets time pass until an hour of the week. Its clicks, edits and events follow. */
async function passUntil(week: Week, hour: number, itemsPerDay: number): Promise<void> {
  const { service, newsroom, sources, readers, stepHours, findings } = week;
  sources.pass(hour, service.now(), (itemsPerDay * stepHours) / 24);
  await service.pass(BEGIN + hour * HOUR - service.now());
  const items = await newsroom.walk('', NEWEST);
  const own = items.filter(({ url }) => url.startsWith('https://paper'));
  await newsroom.pass(hour / stepHours, own);
  const reading = readers.pass(
    newsroom.partners,
    own.map(({ id }) => Number(id)),
    stepHours,
  );
  // The server ends while readers click. They repeat clicks without a response.
  const isEnding = hour === EVENTS.stop || hour === EVENTS.kill;
  if (isEnding && !service.hasDurableQueue) await reading.then(() => settle(week));
  if (hour === EVENTS.stop) await service.restart('stop');
  if (hour === EVENTS.kill) await service.restart('kill');
  await reading;
  const [day, ofDay] = [Math.floor(hour / 24), hour % 24];
  if (ofDay === DISTURBANCE_HOUR && own[0]) await readers.disturb(newsroom.partners, Number(own[0].id));
  const [, open] = newsroom.partners;
  if (ofDay === ATTACK_HOUR && day > 0 && open) {
    await readers.attack(
      open,
      await newsroom.publish(`silent-${day}`, 1, 20 * DAY),
      day % 2 === 0 ? 'address' : 'network',
    );
    await settle(week);
    findings.fleets.push(...(await liftedTargets(week)));
  }
  if (hour + stepHours === RESTORED_BY) await restore(week);
  if (hour === EVENTS.upgrade) await settle(week);
  if (hour === EVENTS.upgrade) await service.offline(async (command) => void (await command('reindex')));
  if (hour === EVENTS.wrongClock) await missetClock(week);
  findings.salts.push(...(await expiredSalts(week)));
  if (ofDay === 0) console.log(`  day ${day}: ${sources.items.length} articles, ${readers.recent.length} clicks`);
}

/** Backs up and restores at the end of a UTC day, because a restored server has no salt of the day. */
async function restore({ service, readers, newsroom, backup }: Week): Promise<void> {
  await settle({ service, readers });
  await service.offline(async (command) => {
    await command('backup', backup);
    await command('restore', backup, '--force');
  });
  await newsroom.manage('POST', 'rebuild');
}

/** The clock is two days ahead for a while. Nothing may be deleted by age meanwhile. */
async function missetClock({ service, findings }: Week): Promise<void> {
  const salts = () => service.rows('SELECT day, half FROM reader_salts ORDER BY day');
  const before = await salts();
  await service.pass(60_000, WRONG_CLOCK_MS);
  await service.pass(60_000);
  const during = await salts();
  await service.pass(60_000, -WRONG_CLOCK_MS);
  if (!before.every((salt) => JSON.stringify(during).includes(JSON.stringify(salt))))
    findings.salts.push('a salt was deleted while the clock was wrong');
}

/** Polls every feed until none fails any more. Failures have made the intervals long. */
async function pollAll({ service, newsroom, sources }: Week): Promise<void> {
  let polls = 0;
  await eventually(async () => {
    if (polls++ > 0 && polls < MAX_POLLS) await service.pass(HOUR);
    const { polled, left } = await newsroom.manage<{ polled: { result: string }[]; left: number }>(
      'POST',
      'feeds/poll',
      { urls: sources.feeds.map(({ url }) => url) },
    );
    const failed = polled.filter(({ result }) => result === 'failed' || result === 'busy');
    if (failed.length + left > 0) throw new Error(`${left} feeds are left, and others fail: ${JSON.stringify(failed)}`);
  });
}
