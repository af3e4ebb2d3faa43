/** `npm run verify -- abuse` runs every attack over a real socket. Exits with 1 if one succeeded. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { now, run } from '../../../src/command/command.ts';
import { circumstances, fixed, table, whole } from '../../bench/lib/report.ts';
import { NASTY } from '../../delivery/hostile.ts';
import { NAUGHTY } from '../../http/naughty-strings.ts';
import { writeMeasured } from '../../support/measured.ts';
import { type Timing, timing } from './attacks/cross-origin.ts';
import { methods, paths, protocol } from './attacks/http.ts';
import { attacks } from './attacks/index.ts';
import { naughty } from './attacks/injection.ts';
import { floods } from './attacks/load.ts';
import { describeInflation, inflate } from './command/inflation.ts';
import { startService } from './command/service.ts';
import { allKeys, publishNewsroom } from './newsroom.ts';
import { PLACES, rows, SORTS } from './routes.ts';
import { everything, Trial } from './trial.ts';

const WHAT: Record<string, string> = {
  'route × place × key': `${rows.length} routes × ${PLACES.length} places of a key × ${SORTS.length} sorts of keys`,
  sessions: 'valid, ended and forged sessions on every route, from pages of this site and others',
  'ways past the guard': 'other spellings of every protected address, headers of other servers, keys of the wrong kind',
  'cross-origin': 'preflights and requests of foreign pages, similar origins, frames',
  'cache poisoning':
    'cached responses without a key, headers outside the cache key, partial responses, repeated parameters',
  bodies: 'wrong types, huge numbers, repeated names, prototypes, invalid text',
  'search operators': 'the operators of the index, compared with an oracle that treats them as words',
  'markup injection': 'stored and echoed mark-up in pages, RSS and JSON',
  'stored names': 'names of saved searches, shares and notes on every page, calls of tools, invalid shares',
  'open redirect': 'links and folders that lead elsewhere',
  methods: 'methods that a path does not support',
  floods: 'oversized headers, addresses, lists and bodies; deep and wide JSON',
  crowds: 'many requests, long searches and forged keys of one client, while others must get responses',
  'path traversal': 'files outside the assets, by raw bytes',
  'malformed HTTP': 'requests that two servers could parse differently, by raw bytes',
  'naughty strings':
    'every string in every parameter, path, header, body and field of every route (a third for management)',
  'timing of key checks': 'rejections of keys that resemble an active one',
  'log and storage': 'all log lines and stored files, searched for keys, addresses and queries',
};

interface Facts {
  times: Timing;
  strings: number;
  seconds: number;
}

function describe(trial: Trial, { times, strings, seconds }: Facts): string {
  const inputs = [...trial.tried.values()].reduce((sum, count) => sum + count, 0);
  const found = (kind: string) => trial.findings.filter((finding) => finding.kind === kind).length;
  const kinds = [...trial.tried].map(([kind, count]) => [kind, whole(count), found(kind), WHAT[kind] ?? '']);
  const statuses = [...trial.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${whole(count)}`);
  const fastest = Math.min(...Object.values(times));
  return `${circumstances('npm run verify -- abuse')}

${whole(inputs)} inputs in ${seconds} s, ${strings} naughty strings among them; ${trial.findings.length} findings. Every response was checked for server faults, keys, traces, cookies, credentials for other origins and scripts. Responses by status: ${statuses.join(', ')}.

${table(['kind', 'inputs', 'findings', 'what'], kinds)}

Keys are looked up by hash, so the time does not reveal how similar a guess is. Median milliseconds until the rejection:

${table(
  ['key', 'ms', 'ratio'],
  Object.entries(times).map(([name, ms]) => [name, fixed(ms, 2), fixed(ms / fastest, 2)]),
)}`;
}

const KIND = 'log and storage';

const ADDRESS = /2001:db8:+[0-9a-f]/i;

/** Neither the log nor the state files may contain a key or a reader's address. */
function aftermath(trial: Trial, log: string, state: string): void {
  const keys = allKeys(trial.keys);
  for (const line of log.split('\n')) {
    if (line === '') continue;
    trial.count(KIND);
    const leaked = keys.some((key) => line.includes(key)) || /ng[spo]_[0-9A-Za-z]{34}/.test(line);
    trial.expect(!leaked, KIND, line, 'a key is logged');
    trial.expect(!ADDRESS.test(line), KIND, line, 'an address is logged');
    trial.expect(!/[?&](apiKey|key|searchTerms)=/.test(line), KIND, line, 'a query is logged');
  }
  for (const entry of readdirSync(state, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    trial.count(KIND);
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file, 'latin1');
    trial.expect(!keys.some((key) => bytes.includes(key)), KIND, entry.name, 'a key is stored');
    trial.expect(!ADDRESS.test(bytes), KIND, entry.name, 'an address is stored');
  }
}

const USAGE = 'npm run verify -- abuse [--strings FILE.json] [--only cache,floods,…] [--port 0]';

const SHOWN = 20;

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: { strings: { type: 'string' }, only: { type: 'string' }, port: { type: 'string', default: '0' } },
  });
  const more: string[] = values.strings ? JSON.parse(readFileSync(values.strings, 'utf8')) : [];
  const strings = [...new Set([...NAUGHTY, ...NASTY, ...more])];
  const only = values.only?.split(',');
  // The attacks on rankings run first, with their own newsroom and clock.
  const held = only && !only.includes('inflation') ? true : await attackRankings();
  if (only?.join() === 'inflation') {
    process.exitCode = held ? 0 : 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-abuse-'));
  try {
    process.exitCode = (await attackAll(folder, Number(values.port), strings, only)) && held ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function attackRankings(): Promise<boolean> {
  const made = await inflate();
  const report = describeInflation(made);
  const failed = made.results.filter(({ problems }) => problems.length > 0);
  console.log(`${report}\n\ninflation: ${made.results.length} attacks, ${failed.length} beyond their limits`);
  for (const { attack, problems } of failed) console.log(`  ${attack.name}: ${problems.join('; ')}`);
  if (failed.length === 0)
    writeMeasured({
      name: 'inflation',
      title: 'Inflation',
      page: 'reliability.md',
      body: report,
      summary: `${made.results.length} attacks on rankings by false clicks. None brings a silent article into the first 10 of an active ranking from one address, or from one network with less than 0.17 of the site's readers.`,
    });
  return failed.length === 0;
}

async function attackAll(folder: string, port: number, strings: string[], only?: string[]): Promise<boolean> {
  const began = performance.now();
  const service = await startService(folder, port);
  const trial = new Trial(service);
  let times: Timing = {};
  const steps: Record<string, () => Promise<void>> = {
    // Response times are measured before the other attacks keep the service busy.
    timing: async () => {
      times = await timing(trial);
    },
    ...Object.fromEntries(
      Object.entries({ ...attacks, methods, floods }).map(([name, attack]) => [name, () => attack(trial, everything)]),
    ),
    paths: () => paths(trial, service.url),
    protocol: () => protocol(trial, service.url),
    naughty: () => naughty(trial, strings),
    aftermath: async () => {
      await service.stop();
      aftermath(trial, service.log(), join(folder, 'state'));
    },
  };
  try {
    await publishNewsroom(service, now(), NASTY);
    for (const [name, step] of Object.entries(steps)) {
      if (only && !only.includes(name)) continue;
      const [start, known] = [performance.now(), trial.findings.length];
      await step();
      const found = trial.findings.slice(known);
      console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s, ${found.length} findings`);
      for (const { kind, tried, problem } of found.slice(0, SHOWN)) console.log(`  ${kind}: ${tried}: ${problem}`);
    }
  } finally {
    await service.stop();
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const inputs = [...trial.tried.values()].reduce((sum, count) => sum + count, 0);
  const report = describe(trial, { times, strings: strings.length, seconds });
  console.log(`\n${report}\n\n${trial.findings.length} findings`);
  if (!only && trial.findings.length === 0)
    writeMeasured({
      name: 'abuse',
      title: 'Abuse',
      page: 'reliability.md',
      body: report,
      summary: `${inputs.toLocaleString('en')} inputs, ${trial.findings.length} findings.`,
    });
  const failed = service
    .log()
    .split('\n')
    .filter((line) => line.includes('"requestFailed"'));
  if (trial.findings.length > 0) console.log(failed.slice(-SHOWN).join('\n'));
  return trial.findings.length === 0;
}
