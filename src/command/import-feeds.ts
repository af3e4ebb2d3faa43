import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { chunks } from '../content/import-lines.ts';
import type { FailEnvelope, SuccessEnvelope } from '../lib/formats/jsend.ts';
import { type OutlinedFeed, readOpml } from '../syndication/opml.ts';
import type { Polled } from '../syndication/poll/poll.ts';
import { type Api, apiAt } from './api.ts';
import { existingFile, failCommand } from './command.ts';
import { sendBy } from './send.ts';
import { fetchFrom } from './service.ts';

/** Number of feeds per request, so low that even slow feeds can be read within the time limit. */
const FEEDS_PER_REQUEST = 12;

export interface Target {
  base: URL;
  key: string;
}

export type ImportCounts = Pick<Polled, 'added' | 'changed' | 'unchanged' | 'refused' | 'reason'>;

/** Outcome for a feed or an OPML file. If only `reason` is set, the feed or file was unreadable. */
export interface FeedOutcome extends Partial<ImportCounts> {
  name: string;
  result?: Polled['result'];
  reason: string | null;
}

export async function importFeeds(target: Target, places: readonly string[], report: (line: FeedOutcome) => void) {
  const urls = places.filter((place) => /^https?:\/\//i.test(place));
  const files = places.filter((place) => !urls.includes(place));
  for (const file of files) existingFile(file);
  for (const file of files) report(await sendDocument(target, basename(file), readFileSync(file)));
  await addAndPoll(
    apiAt(target.base, target.key, true),
    urls.map((url) => ({ url })),
    report,
  );
}

export async function importOpml(api: Api, file: string, report: (line: FeedOutcome) => void): Promise<void> {
  await addAndPoll(api, feedsOf(file), report);
}

/** Returns the feeds of an OPML file. Ends the command if the file is unreadable or contains no feeds. */
export function feedsOf(file: string): OutlinedFeed[] {
  const feeds = outlinesOf(existingFile(file));
  return feeds.length > 0 ? feeds : failCommand(`${file} contains no feeds`);
}

function outlinesOf(file: string): OutlinedFeed[] {
  try {
    return readOpml(readFileSync(file, 'utf8'));
  } catch {
    return failCommand(`${file} is not OPML`);
  }
}

async function addAndPoll(api: Api, feeds: readonly Partial<OutlinedFeed>[], report: (line: FeedOutcome) => void) {
  for (const portion of chunks(feeds, FEEDS_PER_REQUEST)) {
    const { rejected } = await sendBy(api, 'feeds', portion);
    for (const { line, errors } of rejected)
      report({ name: portion[line - 1]?.url ?? '', reason: Object.values(errors).join('; ') });
    const urls = portion.flatMap(({ url }, i) => (url && !rejected.some(({ line }) => line === i + 1) ? [url] : []));
    if (urls.length === 0) continue;
    const answer = await sendBy(api, 'feeds/poll', [{ urls }], 'POST');
    const { polled, left } = answer as unknown as { polled: Polled[]; left: number };
    for (const { url, result, reason, ...counts } of polled)
      report(
        result === 'failed' || result === 'busy'
          ? { name: url, result, reason }
          : { name: url, result, ...counts, reason },
      );
    if (left > 0) report({ name: left === 1 ? '1 feed' : `${left} feeds`, result: 'busy', reason: OUT_OF_TIME });
  }
}

export async function sendDocument(
  { base, key }: Target,
  name: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<FeedOutcome> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/octet-stream' };
  const response = await fetchFrom(base, '/manage/feeds/items', { method: 'POST', body, headers });
  const answer = (await response.json()) as SuccessEnvelope<ImportCounts> | FailEnvelope;
  if (answer.status === 'success') return { name, ...answer.data };
  return { name, reason: Object.values(answer.data ?? {}).join('; ') || `${response.status}` };
}

const OUT_OF_TIME = 'the time limit was reached';

export class Sum {
  #lines: FeedOutcome[] = [];

  add(line: FeedOutcome): void {
    this.#lines.push(line);
  }

  /** Number of unreadable feeds or files, excluding postponed feeds. */
  get failed(): number {
    return this.#lines.filter(({ added, result }) => added === undefined && result !== 'busy').length;
  }

  get isNothing(): boolean {
    const isKnown = this.#lines.some(({ result }) => result === 'unchanged');
    return !isKnown && this.#total('added') + this.#total('changed') + this.#total('unchanged') === 0;
  }

  #total(name: 'added' | 'changed' | 'unchanged' | 'refused'): number {
    return this.#lines.reduce((sum, line) => sum + (line[name] ?? 0), 0);
  }

  summary(): string {
    const late = this.#lines.filter(({ result }) => result === 'busy').length;
    const taken = this.#lines.length - this.failed - late;
    const empty = this.#lines.filter(
      ({ added, changed, unchanged, refused = 0 }) => refused > 0 && !(added || changed || unchanged),
    );
    return [
      `${taken} added, ${this.failed} failed${late > 0 ? `, ${late} postponed to the next poll` : ''}`,
      `${this.#total('added')} new, ${this.#total('changed')} changed, ${this.#total('unchanged')} unchanged, ${this.#total('refused')} rejected`,
      ...(empty.length > 0 ? [`${empty.length} of them returned no articles (see their lines for the reason)`] : []),
    ].join('; ');
  }
}

/** Returns a sentence about a feed: its counts, or the reason for a failure. */
export function feedLine({ name, result, added, changed, unchanged, refused, reason }: FeedOutcome): string {
  if (result === 'busy') return `${name}: postponed to the next poll: ${reason}`;
  if (added === undefined) return `${name}: failed: ${reason}`;
  if (result === 'unchanged') return `${name}: unchanged${reason ? ` (${reason})` : ''}`;
  const taken = `${added} new, ${changed} changed, ${unchanged} unchanged, ${refused} rejected`;
  return `${name}: ${taken}${reason ? ` (${reason})` : ''}`;
}

/** Prints the outcomes and a summary, or a JSON list of the outcomes. Returns true if all feeds and files were read. */
export async function printOutcomes(
  load: (report: (outcome: FeedOutcome) => void) => Promise<void>,
  isJson = false,
): Promise<boolean> {
  const sum = new Sum();
  const outcomes: FeedOutcome[] = [];
  await load((outcome) => {
    outcomes.push(outcome);
    sum.add(outcome);
    if (!isJson) console.log(feedLine(outcome));
  });
  console.log(isJson ? JSON.stringify(outcomes, null, 2) : sum.summary());
  return sum.failed === 0;
}
