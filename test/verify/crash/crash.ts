/**
 * `npm run verify -- crash` kills and stops `npm start` while readers click, and compares acknowledged with stored
 * clicks. Each reader clicks once, on an article of their own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { createRandom, type Random } from '../../../src/demo/random.ts';
import { circumstances, table, whole } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { Server } from '../../support/started.ts';
import {
  drained,
  EVENTS,
  type EventName,
  type Finding,
  makeState,
  publish,
  storedClicks,
  storedReports,
} from './newsroom.ts';
import { KINDS, type KindName, Readers, type ReportAccount, type ReportTarget } from './reports.ts';
import { post, Traffic } from './traffic.ts';

interface Account {
  findings: [EventName, Finding][];
  sent: number;
  accepted: number;
  unanswered: number;
  refused: number;
  refusals: string;
  lost: number[];
  doubled: number[];
  /** Number of stored clicks whose requests got no response. */
  storedUnanswered: number;
  reports: Record<KindName, ReportAccount>;
  wrong: string[];
}

const NAMES: Record<EventName, string> = {
  everything: 'SIGKILL of every process',
  stop: 'SIGTERM to npm',
  npm: 'SIGKILL of npm alone',
  node: 'SIGKILL of node alone',
  worker: 'SIGKILL of the worker alone',
};

const KIND_NAMES = Object.keys(KINDS) as KindName[];
const KIND_WORDS: Record<KindName, string> = { reads: 'reports of read depth', views: 'reports of impressions' };

const wrongOf = (name: KindName, { lost, doubled, above, acknowledged }: ReportAccount): string[] => [
  ...(lost > 0 ? [`${name}: ${lost} readers are stored below what was acknowledged`] : []),
  ...(doubled > 0 ? [`${name}: ${doubled} readers are counted twice`] : []),
  ...(above > 0 ? [`${name}: ${above} readers are stored above what they sent`] : []),
  ...(acknowledged === 0 ? [`${name}: none was accepted`] : []),
];

function reckon(
  findings: [EventName, Finding][],
  traffic: Traffic,
  stored: ReadonlyMap<number, number>,
  reports: Record<KindName, ReportAccount>,
): Account {
  const clicks = [...traffic.answers];
  const lost = clicks.filter(([id, answer]) => answer === 'accepted' && !stored.has(id)).map(([id]) => id);
  const doubled = [...stored].filter(([, count]) => count > 1).map(([id]) => id);
  const refusals = Array.from(traffic.refusals, ([status, count]) => `${count} times ${status}`).join(', ');
  return {
    findings,
    sent: clicks.length,
    accepted: traffic.count('accepted'),
    unanswered: traffic.count('unanswered'),
    refused: traffic.count('refused'),
    refusals,
    lost,
    doubled,
    storedUnanswered: clicks.filter(([id, answer]) => answer === 'unanswered' && stored.has(id)).length,
    reports,
    wrong: [
      ...KIND_NAMES.flatMap((name) => wrongOf(name, reports[name])),
      ...findings.flatMap(([name, { wrong }]) => wrong.map((text) => `${NAMES[name]}: ${text}`)),
      ...(lost.length > 0 ? [`${lost.length} acknowledged clicks are lost`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} clicks are counted twice`] : []),
      ...(traffic.count('accepted') === 0 ? [`no click was accepted: ${refusals}`] : []),
    ],
  };
}

function describe(account: Account): string {
  const { findings, sent, accepted, unanswered, refused, refusals, lost, doubled, storedUnanswered, reports } = account;
  const groups = Map.groupBy(findings, ([name]) => name);
  const rows = Array.from(groups, ([name, group]) => {
    const longest = Math.max(...group.map(([, { took }]) => took ?? Number.POSITIVE_INFINITY));
    const damage = group.flatMap(([, { wrong }]) => wrong);
    return [NAMES[name], group.length, whole(longest), damage.length === 0 ? 'sound' : damage[0]] as string[];
  });
  return `${table(['event', 'times', 'longest ms until over', 'databases and processes'], rows)}

${table(
  ['clicks', 'number'],
  [
    ['sent', whole(sent)],
    ['acknowledged', whole(accepted)],
    ['acknowledged and lost', whole(lost.length)],
    ['counted twice', whole(doubled.length)],
    ['unanswered (the process died meanwhile)', whole(unanswered)],
    ['of those counted', whole(storedUnanswered)],
    [`refused (${refusals || 'none'})`, whole(refused)],
  ],
)}

${KIND_NAMES.map((name) => describeReports(KIND_WORDS[name], reports[name])).join('\n\n')}`;
}

const describeReports = (title: string, of: ReportAccount): string =>
  table(
    [title, 'number'],
    [
      ['sent', whole(of.sent)],
      ['acknowledged', whole(of.acknowledged)],
      ['unanswered', whole(of.unanswered)],
      ['refused', whole(of.refused)],
      ['readers who made them', whole(of.readers)],
      ['readers stored below what was acknowledged', whole(of.lost)],
      ['readers counted twice', whole(of.doubled)],
      ['readers stored above what they sent', whole(of.above)],
    ],
  );

function summaryOf({ accepted, lost, doubled, reports }: Account): string {
  const ofReports = KIND_NAMES.map((name) => {
    const { acknowledged, lost, doubled } = reports[name];
    return `It acknowledged ${whole(acknowledged)} ${KIND_WORDS[name]}, lost ${whole(lost)} and counted ${whole(doubled)} twice.`;
  });
  return `\`npm start\` was killed and stopped while readers clicked. It acknowledged ${whole(accepted)} clicks,
    lost ${whole(lost.length)} and counted ${whole(doubled.length)} twice. ${ofReports.join(' ')}`;
}

const USAGE =
  'npm run verify -- crash [--kills 10] [--stops 5] [--parts 2] [--rate 200] [--port 8790] [--seed NUMBER] [--write]';
/** Minimum and maximum time of traffic before each event, in milliseconds. */
const LIFE = [1000, 6000] as const;

interface Plan {
  events: EventName[];
  seed: number;
  /** Clicks per second. Half as many reports of reads, and half as many of impressions, are sent. */
  rate: number;
  port: number;
  random: Random;
  folder: string;
}

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '10' },
      stops: { type: 'string', default: '5' },
      parts: { type: 'string', default: '2' },
      rate: { type: 'string', default: '200' },
      port: { type: 'string', default: '8790' },
      seed: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const random = createRandom(seed);
  const { kills, stops, parts } = values;
  const times = { everything: kills, stop: stops, npm: parts, node: parts, worker: parts };
  const events = shuffled(
    Object.entries(times).flatMap(([name, count]) => Array<EventName>(Number(count)).fill(name as EventName)),
    random,
  );
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-crash-'));
  console.log(`seed ${seed}: ${events.join(', ')}`);
  const account = await crash({ events, seed, rate: Number(values.rate), port: Number(values.port), random, folder });
  const report = describe(account);
  console.log(report);
  if (account.wrong.length > 0) {
    console.error(`${account.wrong.join('\n')}\nseed ${seed}; state and log are left in ${folder}`);
    process.exitCode = 1;
    return;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (!values.write) return;
  const body = `${circumstances(`npm run verify -- crash --seed ${seed}`)}\n\n${report}`;
  writeMeasured({ name: 'crash', title: 'Kills and stops', page: 'reliability.md', body, summary: summaryOf(account) });
});

async function crash({ events, seed, rate, port, random, folder }: Plan): Promise<Account> {
  const options = { state: join(folder, 'state'), port, log: join(folder, 'server.log') };
  const keys = await makeState(options.state);
  const articles = Math.ceil((events.length * LIFE[1] * rate) / 1000);
  const traffic = new Traffic(keys.publishable, articles);
  const readers = KIND_NAMES.map((name) => new Readers(name, keys, { articles, seed }));
  const agent = new Agent({ keepAlive: true, maxSockets: 8000 });
  const findings: [EventName, Finding][] = [];
  let server = await Server.start(options);
  await publish(server.url, keys.operator, articles);
  for (const name of events) {
    let over = false;
    const isOver = () => over;
    const { url } = server;
    const reportTarget: ReportTarget = {
      now: Date.now,
      post: (path, id, body) => post(new URL(path, url), id, body, agent),
    };
    const flows = [
      traffic.flow(server.url, rate, isOver),
      ...readers.map((one) => one.flow(reportTarget, rate / 2, isOver)),
    ];
    await sleep(LIFE[0] + random.next() * (LIFE[1] - LIFE[0]));
    const finding = await EVENTS[name](server, options.state);
    over = true;
    await Promise.all(flows);
    await Promise.all([traffic, ...readers].map((one) => one.settled()));
    findings.push([name, finding]);
    console.log(`${name}: ${finding.took ?? 'never over'} ms; ${traffic.count('accepted')} accepted so far`);
    server = await Server.start(options);
  }
  await drained(server, keys.operator);
  const last = await EVENTS.stop(server, options.state);
  findings.push(['stop', last]);
  const reports = Object.fromEntries(
    KIND_NAMES.map((name, i) => [name, readers[i]?.reckon(storedReports(options.state, name))]),
  ) as Record<KindName, ReportAccount>;
  return reckon(findings, traffic, storedClicks(options.state), reports);
}

function shuffled<T>(values: T[], random: Random): T[] {
  return values
    .map((value) => ({ value, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
