import { setTimeout as sleep } from 'node:timers/promises';
import { utcHourIndex } from '../../../src/engagement/hours.ts';
import { HOUR, article as plain, startStage } from '../../verify/alarms/stage.ts';
import type { Cell } from './click-log.ts';
import { table } from './rolling.ts';
import { generated } from './trial.ts';

/** Clicks of one sender on a running service with a generated site, and what growth, rising content, audiences and alarms make of them. */

const DAYS = 14;
/** Hours that pass after the attack, each with its readers: growth compares complete hours. */
const LATER = 2;
const TOPICS = 12;
const SILENT_TOPIC = 99;
const TOPIC_IDS = [...Array.from({ length: TOPICS }, (_, i) => 1 + i), SILENT_TOPIC];
const SILENT = Array.from({ length: 12 }, (_, i) => 900_001 + i);
/** Milliseconds until a ranking is published. */
const PUBLISHED = 6000;
const PER_IMPORT = 2000;
const ALERTS = "'topic.entered_top_ten', 'topic.grows', 'article.rising'";

/** Clicks of a fleet on each article: enough for operators to be told. */
const FLEET = 40;

/** How often a sender clicks each silent article, from which address and browser. */
interface Sender {
  who: string;
  each: number;
  address: (i: number) => string;
  /** Shows that the attack would be seen: without weights. */
  isControl?: true;
}
const SENDERS: Sender[] = [
  { who: 'nobody', each: 0, address: () => '' },
  { who: 'one address', each: 9, address: () => '198.51.100.7' },
  { who: 'one /48', each: FLEET, address: (i) => `2001:db8:1:${i.toString(16)}::1` },
  { who: 'the same, weights off', each: FLEET, address: (i) => `2001:db8:1:${i.toString(16)}::1`, isControl: true },
];

/** Values as they are, not their classes. */
const asTheyAre = (_: string, value: string) => value.split(' ').reduce((sum, part) => 12 * sum + Number(part), 0);
const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));

interface Seen {
  /** Topics that grow or shrink, with high confidence, and in which an audience is large. */
  growing: number[];
  sure: string[];
  audiences: number[];
  rising: number[];
  alerts: string[];
  suspects: number;
  isAlarmed: boolean;
}

/** A site of so many readers a day, served; `sender` clicks its silent articles. */
async function attacked(readersADay: number, { each, address, isControl }: Sender): Promise<Seen> {
  const stage = await startStage({ topics: TOPIC_IDS, weights: isControl ? 'off' : 'on' });
  try {
    const { manage, url, operator, now, move, cron, settled, rows, told } = stage;
    const topic = { description: '', category: 1 };
    const cells = generated({ readersADay, days: DAYS + 1, seed: 3, secret: '', classOf: asTheyAre });
    const [first = 0] = cells.map(({ hour }) => hour);
    const begin = utcHourIndex(now()) - 24 * DAYS + 1;
    await manage(
      'PUT',
      'topics',
      TOPIC_IDS.map((id) => ({ ...topic, id, name: `Topic ${id}`, slug: `topic-${id}` })),
    );
    const published = new Date(now() - 20 * 24 * HOUR).toISOString();
    const ids = [...new Set(cells.map(({ contentId }) => contentId + 1))];
    await manage('PUT', 'articles', [
      ...ids.map((id) => ({ ...plain(id, published), topics: [1 + (id % TOPICS)] })),
      ...SILENT.map((id) => ({ ...plain(id, published), topics: [1 + (id % 2), SILENT_TOPIC] })),
    ]);
    /** Clicks of the hours from `from` to before `to` of the generated site. */
    const read = async (from: number, to: number) => {
      const own = cells.filter(({ hour }) => hour - first >= from && hour - first < to).map(past);
      for (let i = 0; i < own.length; i += PER_IMPORT) await manage('POST', 'clicks', own.slice(i, i + PER_IMPORT));
    };
    const past = ({ contentId, hour, network, prefix, browser }: Cell, i: number) => ({
      ...{ contentId: contentId + 1, signed: false, reader: `${hour} ${i}`, continent: 'EU' },
      at: new Date((begin + hour - first) * HOUR + (i % 60) * 1000).toISOString(),
      ...{ prefix: `${network} ${prefix}`, userAgent: `Browser ${letters(browser)}` },
      companyType: i % 3 === 0 ? 'carrier' : 'broker',
    });
    const hours = 24 * DAYS - 1;
    await read(0, hours);
    await look();
    for (let i = 0; i < each; i++)
      for (const contentId of SILENT) {
        const headers = { 'CF-Connecting-IP': address(i), 'User-Agent': `Mozilla/5.0 Firefox/${letters(i % 16)}` };
        const body = JSON.stringify({
          key: stage.publishable,
          contentId,
          companyType: 'carrier',
          seniority: 'c-suite',
        });
        const { status } = await fetch(new URL('/clicks', url), { method: 'POST', headers, body });
        if (status !== 202) throw new Error(`a click was answered ${status}`);
      }
    await look();
    for (let i = 0; i < LATER; i++) {
      await move(HOUR);
      await read(hours + i, hours + i + 1);
      await look();
    }
    const ask = async <T>(path: string): Promise<T> => {
      const answer = await fetch(new URL(`/api/v2/insights/${path}`, url), {
        headers: { Authorization: `Bearer ${operator}` },
      });
      return ((await answer.json()) as { data: T }).data;
    };
    const growth = async (direction: string) => {
      const { topics } = await ask<Growth>(`trending-topics/growth/?direction=${direction}&limit=50`);
      return topics.map((one) => ({ ...one, direction }));
    };
    const grown = [...(await growth('up')), ...(await growth('down'))];
    const { companyTypes, regions, seniorities } = await ask<Audiences>('audience/?period=7d');
    const { items } = await ask<{ items: { contentId: number }[] }>('rising-content/?limit=50');
    const events = (types: string) =>
      rows<{ subject: string; type: string }>(`SELECT type, subject FROM webhook_events WHERE type IN (${types})`);
    return {
      growing: grown.map(({ topicId }) => topicId),
      sure: grown.filter((one) => one.confidence === 'high').map((one) => `${one.topicId} ${one.direction}`),
      audiences: [...companyTypes, ...regions, ...seniorities]
        .flatMap(({ topics }) => topics)
        .map(({ topicId }) => topicId),
      rising: items.map(({ contentId }) => contentId),
      alerts: (await events(ALERTS)).map(({ type, subject }) => `${type} ${subject}`),
      suspects: (await events("'engagement.suspicious'")).length,
      isAlarmed: told().some(({ data }) => data.alarm === 'concentration'),
    };

    /** Everything is counted and published, and every job has run. */
    async function look() {
      await settled();
      await sleep(PUBLISHED);
      await cron('frequent');
      await cron('minute');
      await settled();
    }
  } finally {
    await stage.stop();
  }
}

type Audiences = Record<'companyTypes' | 'regions' | 'seniorities', { topics: { topicId: number }[] }[]>;

interface Growth {
  topics: { topicId: number; confidence: string }[];
}

/** Attacks sites of these sizes. `isHeld`: nothing is listed or told that is not so without the attack, and the attack is told. */
export async function attackSites(sizes: readonly number[]): Promise<{ text: string; isHeld: boolean }> {
  let isHeld = true;
  const lines: string[][] = [];
  for (const size of sizes) {
    let quiet: Seen | null = null;
    for (const sender of SENDERS) {
      const seen = await attacked(size, sender);
      const before: Seen = quiet ?? seen;
      quiet = before;
      const anew = (name: 'growing' | 'sure' | 'alerts') =>
        seen[name].map(String).filter((one) => !before[name].map(String).includes(one));
      const isSilent = (id: number) => SILENT.includes(id);
      const isListed = [...seen.growing, ...seen.audiences].includes(SILENT_TOPIC) || seen.rising.some(isSilent);
      const isSeen = sender.each < FLEET || (seen.suspects > 0 && seen.isAlarmed);
      const isWell = !isListed && anew('sure').length === 0 && anew('alerts').length === 0 && isSeen;
      if (isWell === (sender.isControl ?? false)) isHeld = false;
      lines.push([
        ...[String(size), sender.who, String(sender.each * SILENT.length), isListed ? 'listed' : '–'],
        ...[anew('growing').join(', ') || '–', anew('sure').join(', ') || '–', anew('alerts').join(', ') || '–'],
        ...[String(seen.suspects), seen.isAlarmed ? 'raised' : '–'],
      ]);
    }
  }
  const head = ['readers a day', 'who', 'posts', 'silent topic or articles', 'topics that grow or shrink anew'];
  return {
    text: table([...head, 'surely', 'alerts anew', '`engagement.suspicious`', 'alarm `concentration`'], lines),
    isHeld,
  };
}
