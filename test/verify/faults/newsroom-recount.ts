/**
 * Imports a newsroom and its past clicks into an empty server and compares what it stores with a plain recount of the files:
 * one click per reader, article and UTC day, the earliest; older than 14 days: refused by line. Then all once more.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fail, run } from '../../../src/cli/command.ts';
import { migrate, startWorker } from '../../../src/cli/runtime.ts';
import { type Receipt, send } from '../../../src/cli/send.ts';
import { chunks } from '../../../src/content/saved.ts';
import { openDb } from '../../../src/db/client.ts';
import { createKey } from '../../../src/keys/store.ts';
import { rfc3339 } from '../../../src/lib/time.ts';
import { domainOf } from '../../../src/lib/url.ts';
import { expectedRow, type OracleArticle, type OracleClick } from '../../rankings/oracle.ts';
import { aggregate, differences, mustBe, readStored } from './compare.ts';

const USAGE = `node test/verify/faults/newsroom-recount.ts ARTICLES.ndjson CLICKS.ndjson TOPICS.json COMPANIES.json

Articles and clicks have ageSeconds in place of publishedAt and at.`;

/** Lines a request. */
const PORTION = 500;
/** Seconds within which the objects' alarms must have published everything. */
const PATIENCE = 75;

type Aged<T> = T & { ageSeconds: number };
type FileArticle = Aged<Partial<OracleArticle> & { id: number; url: string; topics: number[]; contentType: string }>;
type FileClick = Aged<{
  contentId: number;
  reader: string;
  companyType?: string;
  seniority?: string;
  continent?: string;
}>;

await run(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [articles = '', clicks = '', topics = '', companies = '', ...rest] = positionals;
  if (!companies || rest.length > 0) fail('name four files', USAGE);
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-recount-'));
  try {
    const found = await recount(folder, {
      articles: lines<FileArticle>(articles),
      // Several requests carry the file; of a day's clicks the one that comes first counts.
      clicks: lines<FileClick>(clicks).sort((a, b) => b.ageSeconds - a.ageSeconds),
      topics: JSON.parse(readFileSync(topics, 'utf8')),
      companies: JSON.parse(readFileSync(companies, 'utf8')),
    });
    console.log(found ?? 'equal');
    process.exitCode = found === null ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

interface Files {
  articles: FileArticle[];
  clicks: FileClick[];
  topics: { id: number }[];
  companies: object[];
}

/** Null where all is as recounted, else what differs. */
async function recount(folder: string, { articles, clicks, topics, companies }: Files): Promise<string | null> {
  const now = Math.floor(Date.now() / 1000);
  const hour = Math.floor(now / 3600);
  const state = join(folder, 'state');
  migrate(state);
  const server = await startWorker({ state, port: 0 });
  try {
    const key = await createKey(
      openDb(server.db),
      { kind: 'operator', name: 'recount', origins: [], expiresAt: null },
      now,
    );
    const target = { base: server.url, key };
    const dated = <T extends object>(name: string, { ageSeconds, ...value }: Aged<T>) => ({
      ...value,
      [name]: rfc3339(now - ageSeconds),
    });
    const published = [
      ['topics', topics],
      ['companies', companies],
      ['articles', articles.map((article) => dated('publishedAt', article))],
    ] as const;
    for (const [collection, values] of published) {
      const { accepted, rejected } = await sendAll(target, collection, values);
      console.log(
        `${collection}: ${accepted} accepted, ${rejected.length} rejected ${JSON.stringify(rejected.slice(0, 3))}`,
      );
    }
    const importClicks = () =>
      sendAll(
        { ...target, method: 'POST' },
        'clicks',
        clicks.map((click) => dated('at', click)),
      );

    const { counted, tooOld } = countPlainly(clicks, now);
    const facts = articles.map((article) => oracleArticle(article, now));
    // Imported clicks are signed, and weigh one each.
    const asked = { articles: facts, clicks: counted, shares: null, now };
    const windows = [0, ...topics.map(({ id }) => id).sort((a, b) => a - b)];
    const must = {
      hours: aggregate(counted),
      ledger: counted.length,
      letters: 0,
      windows: windows.map((topic) => mustBe(topic, expectedRow(topic, asked))),
    };
    for (const time of ['first', 'second']) {
      const { accepted, rejected } = await importClicks();
      console.log(
        `clicks, ${time} time: ${accepted} accepted, ${rejected.length} refused; ${counted.length} are clicks of their own`,
      );
      if (Math.floor(Date.now() / 3_600_000) !== hour) return 'a full hour has passed meanwhile: run it again';
      if (rejected.map(({ line }) => line).join() !== tooOld.join())
        return `refused lines differ: ${JSON.stringify(rejected.slice(0, 5))}`;
      const wrong = rejected.find(({ errors }) => !errors.at?.includes('older than 14 days'));
      if (wrong) return `refused for another reason: ${JSON.stringify(wrong)}`;
      for (const end = Date.now() + PATIENCE * 1000; ; await sleep(1000)) {
        const difference = differences(await readStored(server.db), must);
        if (difference === null) break;
        if (Date.now() > end) return difference;
      }
    }
    return null;
  } finally {
    await server.dispose();
  }
}

/** One click per reader, article and day: the first. Lines, from 1, of clicks that are older than 14 days. */
function countPlainly(clicks: readonly FileClick[], now: number): { counted: OracleClick[]; tooOld: number[] } {
  const counted = new Map<string, OracleClick>();
  const tooOld: number[] = [];
  for (const [i, { contentId, reader, ageSeconds, ...audience }] of clicks.entries()) {
    const hour = Math.floor((now - ageSeconds) / 3600);
    const key = JSON.stringify([reader, contentId, Math.floor(hour / 24)]);
    const { companyType = null, seniority = null, continent = null } = audience;
    if (ageSeconds > 14 * 86_400) tooOld.push(i + 1);
    else if (!counted.has(key)) {
      const unclassed = { signed: true, network: 0, agent: 0, reader: 0 };
      counted.set(key, { contentId, hour, ...unclassed, companyType, seniority, continent });
    }
  }
  return { counted: [...counted.values()], tooOld };
}

function oracleArticle(article: FileArticle, now: number): OracleArticle {
  const {
    id,
    url,
    topics,
    contentType,
    organisationType = null,
    client = null,
    companies = [],
    countries = [],
  } = article;
  const domain = domainOf(new URL(url));
  const publishedAt = now - article.ageSeconds;
  return {
    id,
    publishedAt,
    topics,
    contentType,
    organisationType,
    client,
    source: domain,
    domain,
    companies,
    countries,
  };
}

function lines<T>(file: string): T[] {
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
}

async function sendAll(
  target: Parameters<typeof send>[0],
  collection: string,
  values: readonly object[],
): Promise<Receipt> {
  const receipt: Receipt = { accepted: 0, rejected: [] };
  for (const [i, portion] of chunks(values, PORTION).entries()) {
    const { accepted, rejected } = await send(
      target,
      collection,
      portion.map((value) => JSON.stringify(value)),
    );
    receipt.accepted += accepted;
    receipt.rejected.push(...rejected.map(({ line, errors }) => ({ line: line + i * PORTION, errors })));
  }
  return receipt;
}
