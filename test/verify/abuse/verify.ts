/**
 * `npm run verify:abuse`: attacks the whole Worker over a real socket in every way that stands in `attacks/`, and writes what
 * was tried into docs/measured/. Ends with 1 where anything was answered that must not be.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { now, run } from '../../../src/command/command.ts';
import { NASTY } from '../../delivery/hostile.ts';
import { NAUGHTY } from '../../http/naughty-strings.ts';
import { writeMeasured } from '../../support/measured.ts';
import { methods } from './attacks/http/methods.ts';
import { paths } from './attacks/http/paths.ts';
import { protocol } from './attacks/http/protocol.ts';
import { attacks } from './attacks/index.ts';
import { aftermath } from './attacks/load/aftermath.ts';
import { floods } from './attacks/load/floods.ts';
import { naughty } from './attacks/naughty.ts';
import { type Timing, timing } from './attacks/timing.ts';
import { describeInflation, inflate } from './command/inflation.ts';
import { describe } from './command/report.ts';
import { startService } from './command/service.ts';
import { publishNewsroom } from './newsroom.ts';
import { Trial } from './trial.ts';

const USAGE = 'npm run verify:abuse -- [--strings FILE.json] [--only cache,floods,…] [--port 0]';

/** Findings of a step that are shown. */
const SHOWN = 20;

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: { strings: { type: 'string' }, only: { type: 'string' }, port: { type: 'string', default: '0' } },
  });
  const more: string[] = values.strings ? JSON.parse(readFileSync(values.strings, 'utf8')) : [];
  const strings = [...new Set([...NAUGHTY, ...NASTY, ...more])];
  const only = values.only?.split(',');
  // On a newsroom and at a clock of its own.
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

/** Attacks rankings by clicks that nobody made; false where one of them has come too far. */
async function attackRankings(): Promise<boolean> {
  const made = await inflate();
  const report = describeInflation(made);
  const failed = made.results.filter(({ problems }) => problems.length > 0);
  console.log(`${report}\n\ninflation: ${made.results.length} attacks, ${failed.length} came too far`);
  for (const { attack, problems } of failed) console.log(`  ${attack.name}: ${problems.join('; ')}`);
  if (failed.length === 0)
    writeMeasured({
      name: 'inflation',
      title: 'Inflation',
      page: 'reliability.md',
      body: report,
      summary: `${made.results.length} attacks on rankings by false clicks; none lifts a silent article into a top ten from one address, one network or one user agent of a class share below 0.157, nor below 0.17 outside rising content.`,
    });
  return failed.length === 0;
}

async function attackAll(folder: string, port: number, strings: string[], only?: string[]): Promise<boolean> {
  const began = performance.now();
  const service = await startService(folder, port);
  const trial = new Trial(service);
  let times: Timing = {};
  const steps: Record<string, () => Promise<void>> = {
    // Before the service is busy with what the others leave behind.
    timing: async () => {
      times = await timing(trial);
    },
    ...Object.fromEntries(
      Object.entries({ ...attacks, methods, floods }).map(([name, attack]) => [name, () => attack(trial, true)]),
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
