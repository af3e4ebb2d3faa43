import { table, whole } from '../../bench/lib/report.ts';
import type { EventName, Finding } from './events.ts';
import type { Traffic } from './traffic.ts';

/** What a run comes to. */
export interface Account {
  findings: [EventName, Finding][];
  sent: number;
  accepted: number;
  unanswered: number;
  refused: number;
  /** How often each status came that is no 202. */
  refusals: string;
  /** Article ids of clicks that were acknowledged and are not stored. */
  lost: number[];
  /** Article ids of clicks that are stored more than once. */
  doubled: number[];
  /** Clicks that were not answered and are stored. */
  storedUnanswered: number;
  wrong: string[];
}

const NAMES: Record<EventName, string> = {
  everything: 'SIGKILL of every process',
  stop: 'SIGTERM to npm',
  npm: 'SIGKILL of npm alone',
  node: 'SIGKILL of node alone',
  front: 'SIGKILL of the front alone, then of node',
  workerd: 'SIGKILL of workerd alone',
};

/** Compares the answers that clicks got with what is stored of them, by article. */
export function reckon(
  findings: [EventName, Finding][],
  traffic: Traffic,
  stored: ReadonlyMap<number, number>,
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
    wrong: [
      ...findings.flatMap(([name, { wrong }]) => wrong.map((text) => `${NAMES[name]}: ${text}`)),
      ...(lost.length > 0 ? [`${lost.length} acknowledged clicks are lost`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} clicks are counted twice`] : []),
      ...(traffic.count('accepted') === 0 ? [`no click was accepted: ${refusals}`] : []),
    ],
  };
}

/** The same as a table of a document. */
export function describe(account: Account): string {
  const { findings, sent, accepted, unanswered, refused, refusals, lost, doubled, storedUnanswered } = account;
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
)}`;
}

/** The same in one line. */
export function summaryOf({ findings, accepted, lost, doubled }: Account): string {
  const stops = findings.filter(([name]) => name === 'stop').length;
  const kills = findings.length - stops;
  return `${kills} kills and ${stops} clean stops of \`npm start\` while readers click: ${whole(accepted)} clicks acknowledged,
    ${whole(lost.length)} lost, ${whole(doubled.length)} counted twice.`;
}
