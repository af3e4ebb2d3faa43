/** Replays a log of clicks through the rules of alerts and judges every alert; see the usage below. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ALERT_TYPES } from '../../../src/alerts/detect.ts';
import { failCommand, run } from '../../../src/command/command.ts';
import { publish, table } from '../measures/rolling.ts';
import { falseAlerts, firstOfDay, judge, type Log, observe, readViews, replay, type Verdict } from './observe.ts';

/** A newsroom in files, whose times are ages. */

/** The end of the log: any constant will do, because the files hold ages. */
const END = Date.parse('2026-11-21T00:00:00Z') / 1000;

interface AgedArticle {
  id: number;
  url: string;
  title: string;
  topics: number[];
  contentType: string;
  ageSeconds: number;
}

/** Reads articles.ndjson, clicks.ndjson and topics.json of a folder. */
function readNewsroom(folder: string): Log {
  const lines = <T>(file: string): T[] =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const articles = lines<AgedArticle>('articles.ndjson');
  const clicks = lines<{ contentId: number; reader: string; ageSeconds: number }>('clicks.ndjson');
  return {
    topics: JSON.parse(readFileSync(join(folder, 'topics.json'), 'utf8')),
    articles: articles.map(({ id, url, topics, contentType, ageSeconds }) => {
      const { hostname } = new URL(url);
      return {
        id,
        publishedAt: END - ageSeconds,
        topics,
        contentType,
        sourceType: null,
        source: hostname,
        domain: hostname,
        companies: [],
        countries: [],
        authors: [],
        section: null,
      };
    }),
    titles: new Map(articles.map(({ id, title }) => [id, title])),
    clicks: firstOfDay(
      clicks.map(({ contentId, reader, ageSeconds }) => ({ contentId, reader, at: END - ageSeconds })),
    ),
  };
}

/** The alerts of a log, judged. */
export interface Judged {
  verdicts: Verdict[];
  /** The first hour that was evaluated, since the epoch. */
  start: number;
  days: number;
  topics: number;
}

/** Replays a log through the real rules and judges what they raise. `salt` stands for the installation's own. */
export function judgeLog(log: Log, salt: string): Judged {
  const hours = [...observe(log, salt)];
  const verdicts = judge(replay(hours), hours, log);
  return { verdicts, start: hours[0]?.figures.hour ?? 0, days: hours.length / 24, topics: log.topics.length };
}

const isFalse = ({ isRight }: Verdict) => isRight === false;

const MONTH = 30;

/** False alerts of a topic in 30 days, on average over topics. */
export const falsePerMonth = ({ verdicts, days, topics }: Judged): number =>
  verdicts.filter(isFalse).length / topics / (days / MONTH);

/** The most false alerts of one topic within any 30 days. */
export function mostInAMonth({ verdicts }: Judged): number {
  const byTopic = Map.groupBy(verdicts.filter(isFalse), ({ alert }) => alert.topicId);
  const most = Array.from(byTopic.values(), (own) => {
    const times = own.map(({ alert }) => alert.at);
    return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MONTH * 86_400).length));
  });
  return Math.max(0, ...most);
}

/** Topics with more than one false alert within 30 days. */
export const topicsOverOne = (judged: Judged): number => {
  const ids = new Set(judged.verdicts.map(({ alert }) => alert.topicId));
  return [...ids].filter(
    (id) => mostInAMonth({ ...judged, verdicts: judged.verdicts.filter(({ alert }) => alert.topicId === id) }) > 1,
  ).length;
};

/** A row for each type: alerts, right, false, not known. */
export const byType = (verdicts: readonly Verdict[]): string[][] =>
  ALERT_TYPES.map((type) => {
    const own = verdicts.filter(({ alert }) => alert.type === type);
    const count = (isRight: boolean | null) => String(own.filter((verdict) => verdict.isRight === isRight).length);
    return [type, String(own.length), count(true), count(false), count(null)];
  });

const USAGE = `npm run verify:alerts -- FOLDER [--salt TEXT] [--views FOLDER] [--draws 3]

FOLDER holds articles.ndjson, clicks.ndjson and topics.json as for verify:newsroom. Publishes every full hour of the log by the real code,
raises alerts by the rules of the service, and says of each whether a person would call it false. --views names a folder with the
log of verify:rising, on which no limit was chosen: it is judged with other topics in each draw. Writes docs/measured/alerts.md;
fails where more than one alert of a topic in the newsroom is false.`;

const PAGE = 'docs/measured/alerts.md';
const MOST = 1;

const CRITERION = `A person calls an alert false by what can be seen in the log afterwards, which the rules do not look at:

- **the top ten**: in more than a third of the 48 hours after the alert the topic is not where the alert said, or it was there in more than a third of the 72 hours before;
- **growth**: the number of different readers of the topic did not grow by ten percentage points more than that of the whole site;
- **a story**: it is not among the ten most read of the 24 hours after the alert.

Where fewer than 12 hours of the log are left the verdict is not known. The topics and tags of this log are partly synthetic, so they move more than a newsroom's own.`;

const HEAD = ['type', 'alerts', 'right', 'false', 'not known'];

await run(USAGE, async () => {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const options = { salt: text('salt 0'), views: { type: 'string' }, draws: text('3') } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) failCommand('name the folder of the newsroom', USAGE);
  const log = readNewsroom(folder);
  const judged = judgeLog(log, values.salt);
  const { verdicts, days } = judged;
  const { all, most } = falseAlerts(verdicts);
  publish(PAGE, [
    '# Alerts on a real log',
    `Written by \`npm run verify:alerts\`: ${log.clicks.length} clicks counted on ${log.articles.length} articles with ${log.topics.length} topics over ${Math.round(days)} days. ${verdicts.length} alerts, ${all} of them false; at most ${most} of one topic.`,
    CRITERION,
    table(HEAD, byType(verdicts)),
    ...(values.views ? await otherLog(values.views, Number(values.draws)) : []),
    '## Every alert of the newsroom',
    'Days count from the first click; the top ten needs a week of clicks, and growth two. A story belongs to its first topic.',
    everyAlert(judged),
  ]);
  if (most > MOST) process.exitCode = 1;
});

function everyAlert({ verdicts, start }: Judged): string {
  return table(
    ['day', 'alert', 'topic', 'why', 'verdict'],
    verdicts.map(({ alert, why, isRight }) => [
      ((alert.at / 3600 - start) / 24).toFixed(1),
      alert.contentId === null ? alert.type : `${alert.type} (article ${alert.contentId})`,
      String(alert.topicId ?? ''),
      why,
      isRight === null ? 'not known' : isRight ? 'right' : '**false**',
    ]),
  );
}

/** The same rules on a log that nobody looked at when their limits were chosen. */
async function otherLog(folder: string, draws: number): Promise<string[]> {
  const judged: Judged[] = [];
  let clicks = 0;
  for (let seed = 1; seed <= draws; seed++) {
    const log = await readViews(folder, seed);
    clicks = log.clicks.length;
    judged.push(judgeLog(log, `salt ${seed}`));
  }
  const all = judged.flatMap(({ verdicts }) => verdicts);
  const wrong = (verdicts: Judged['verdicts']) => verdicts.filter(({ isRight }) => isRight === false).length;
  return [
    '## On another log',
    `The limits were chosen on the newsroom above, so it says little that they suit it. This log is of other months: ${clicks} real views over ${Math.round(judged[0]?.days ?? 0)} days, unsigned, with the networks and browsers that weights look at. It has no topics; each of ${draws} draws gives every article one to three of ${judged[0]?.topics ?? 0} by chance. Nothing was changed after it was looked at.`,
    table(
      [
        'draw',
        'alerts',
        'false',
        'not known',
        'false, a topic and month',
        'most of one topic in 30 days',
        'topics with more than one',
      ],
      judged.map((one, i) => [
        ...[String(i + 1), String(one.verdicts.length), String(wrong(one.verdicts))],
        String(one.verdicts.filter(({ isRight }) => isRight === null).length),
        ...[falsePerMonth(one).toFixed(2), String(mostInAMonth(one)), `${topicsOverOne(one)} of ${one.topics}`],
      ]),
    ),
    'All draws by type:',
    table(HEAD, byType(all)),
  ];
}
