import { createHash, createHmac } from 'node:crypto';
import { now } from '../../../src/command/command.ts';
import { type Receipt, send } from '../../../src/command/send.ts';
import { chunks } from '../../../src/content/lines.ts';
import { openDb } from '../../../src/db/client.ts';
import type { KeyKind } from '../../../src/keys/key.ts';
import { createKey } from '../../../src/keys/store.ts';
import { rfc3339 } from '../../../src/lib/time.ts';
import type { Article, Click, Newsroom } from '../../routes/insights/oracle.ts';
import { type RunningWorker, startWorker } from '../../support/worker.ts';
import type { FileClick, Files } from './files.ts';

/** Classes of an installation, from its secret and its salts, as the rules have them. */
export interface Classes {
  unsigned(sender: { network?: number | undefined; prefix?: string | undefined; userAgent?: string | undefined }): {
    network: number;
    prefix: number;
    browser: number;
  };
  /** `day`: days since the epoch. */
  reader(name: string, day: number): number;
}

/** Reads what only the installation knows, once everything has been imported. */
export async function readClasses({ db, mf }: Pick<RunningWorker, 'db' | 'mf'>): Promise<Classes> {
  const secret = await db.prepare("SELECT value FROM secrets WHERE name = 'installation'").first<string>('value');
  if (!secret) throw new Error('the installation has no secret');
  const kv = await mf.getKVNamespace('SALTS');
  const { results } = await db.prepare('SELECT day, name, half FROM import_salts').all<Salt>();
  const salts = new Map(
    await Promise.all(results.map(async ({ day, name, half }) => [day, half + (await kv.get(name))] as const)),
  );
  const keyed = (kind: string, value: string, classes: number) =>
    (createHmac('sha256', `${kind}\n${secret}`).update(value).digest()[0] ?? 0) % classes;
  return {
    unsigned: ({ network, prefix = '', userAgent = '' }) => ({
      network: keyed('network', network === undefined ? prefix : String(network), 32),
      prefix: keyed('prefix', prefix, 32),
      browser: keyed('browser', userAgent.replace(/[0-9]+/g, '0'), 16),
    }),
    reader: (name, day) => {
      const hash = createHash('sha256')
        .update(JSON.stringify([salts.get(day), 'imported', name]))
        .digest('hex');
      return Number.parseInt(hash.slice(30, 32), 16) % 32;
    },
  };
}

interface Salt {
  day: number;
  name: string;
  half: string;
}

/** Lines a request. */
const PORTION = 500;
const REACH = 14 * 86_400;
/** Clicks so near to the limit of an import are left out: whether they are taken depends on how long it lasts. */
const MARGIN = 900;

export interface Imported {
  /** As it was imported; clicks that were taken, in their order. */
  newsroom: Newsroom;
  /** Keys to manage and to read with. */
  operator: string;
  secret: string;
}

/** Imports everything, the clicks twice; fails where other lines are refused than those of clicks that are too old. */
export async function importTwice(server: { state: string; script: string }, files: Files): Promise<Imported> {
  const began = now();
  const worker = await startWorker({ ...server, port: 0, rateLimit: 1_000_000_000 });
  try {
    const key = (kind: KeyKind) =>
      createKey(openDb(worker.db), { kind, name: 'recount', origins: [], expiresAt: null }, began);
    const [operator, secret] = [await key('operator'), await key('secret')];
    const sendAll = toCollection({ base: worker.url, key: operator });
    const { topics, companies } = files;
    const articles = files.articles.map(
      ({ ageSeconds, ...article }): Article => ({ ...article, publishedAt: rfc3339(began - ageSeconds) }),
    );
    for (const [collection, values] of Object.entries({ topics, companies, articles }))
      mustRefuse(collection, [], await sendAll(collection, values));
    const clicks = files.clicks.filter(({ ageSeconds }) => Math.abs(ageSeconds - REACH) > MARGIN);
    const tooOld = clicks.flatMap(({ ageSeconds }, i) => (ageSeconds > REACH ? [i + 1] : []));
    const past = clicks.map(({ ageSeconds, ...click }) => ({ ...click, at: rfc3339(began - ageSeconds) }));
    for (const time of ['first', 'second']) {
      const receipt = await sendAll('clicks', past, 'POST');
      mustRefuse('clicks', tooOld, receipt);
      console.log(`clicks, ${time} time: ${receipt.accepted} taken, ${receipt.rejected.length} too old`);
    }
    const classes = await readClasses(worker);
    const taken = clicks.filter(({ ageSeconds }) => ageSeconds <= REACH).map((click) => toClick(click, began, classes));
    const countries = await countryNames(worker.url, secret);
    return { newsroom: { topics, companies, countries, articles, sources: [], clicks: taken }, operator, secret };
  } finally {
    await worker.dispose();
  }
}

/** A click of a file as it counts. `began`: when its age was measured, epoch seconds. */
export function toClick(
  { ageSeconds, network, prefix, userAgent, signed = true, ...click }: FileClick,
  began: number,
  classes: Classes,
): Click {
  const at = began - ageSeconds;
  return {
    ...click,
    at,
    signed,
    ...(signed ? {} : classes.unsigned({ network, prefix, userAgent })),
    readerClass: classes.reader(click.reader, Math.floor(at / 86_400)),
  };
}

/** As the service lists them; what they are called is no matter of counting. */
async function countryNames(base: URL, key: string): Promise<Map<string, string>> {
  const response = await fetch(new URL('/api/v2/geography/list/', base), { headers: { 'X-API-Key': key } });
  const { data } = (await response.json()) as { data: { groups: { countries: { code: string; name: string }[] }[] } };
  const all = data.groups.flatMap(({ countries }) => countries);
  return new Map(all.map(({ code, name }) => [code.toLowerCase(), name]));
}

const toCollection =
  (target: { base: RunningWorker['url']; key: string }) =>
  async (collection: string, values: readonly object[], method: 'PUT' | 'POST' = 'PUT'): Promise<Receipt> => {
    const receipt: Receipt = { accepted: 0, rejected: [] };
    for (const [i, portion] of chunks(values, PORTION).entries()) {
      const lines = portion.map((value) => JSON.stringify(value));
      const { accepted, rejected } = await send({ ...target, method }, collection, lines);
      receipt.accepted += accepted;
      receipt.rejected.push(...rejected.map(({ line, errors }) => ({ line: line + i * PORTION, errors })));
    }
    return receipt;
  };

function mustRefuse(collection: string, lines: readonly number[], { rejected }: Receipt): void {
  if (rejected.map(({ line }) => line).join() === lines.join()) return;
  throw new Error(
    `${collection}: ${rejected.length} lines refused, not ${lines.length}: ${JSON.stringify(rejected.slice(0, 3))}`,
  );
}
