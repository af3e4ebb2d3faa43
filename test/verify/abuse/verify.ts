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
import { everything, Trial } from './trial.ts';

interface Facts {
  times: Timing;
  strings: number;
  seconds: number;
}

function describe(trial: Trial, { times, strings, seconds }: Facts): string {
  const inputs = [...trial.tried.values()].reduce((sum, count) => sum + count, 0);
  const found = (kind: string) => trial.findings.filter((finding) => finding.kind === kind).length;
  const kinds = [...trial.tried].map(([kind, count]) => [kind, whole(count), found(kind)]);
  return `${circumstances('npm run verify -- abuse')}

${whole(inputs)} inputs in ${seconds} s, ${strings} naughty strings among them; ${trial.findings.length} findings. Every response was checked for server faults, keys, traces, cookies and scripts.

${table(['kind', 'inputs', 'findings'], kinds)}

Keys are looked up by hash, so the time does not reveal how similar a guess is. The median time until a rejection is ${fixed(Math.min(...Object.values(times)), 1)} to ${fixed(Math.max(...Object.values(times)), 1)} ms.`;
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
      summary: `${made.results.length} attacks used fake clicks to change rankings. From one address, or from one network with less than 17 % of the site's readers, no attack lifts an unread article into the top 10 of an active ranking.`,
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
      summary: `A test with ${inputs.toLocaleString('en')} hostile inputs found ${trial.findings.length} faults.`,
    });
  const failed = service
    .log()
    .split('\n')
    .filter((line) => line.includes('"requestFailed"'));
  if (trial.findings.length > 0) console.log(failed.slice(-SHOWN).join('\n'));
  return trial.findings.length === 0;
}
