/** `npm run verify -- presses` plays random sequences of edits, merges, reverts and undos by pressing buttons. */
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { openChromium } from '../../browser/support/chromium.ts';
import { startSite } from '../../browser/support/server.ts';
import { playSequences } from './play.ts';

const USAGE = `npm run verify -- presses [--runs 2000] [--seed N]

Sequence N is repeated alone by --seed N --runs 1.`;

const PROGRESS_EVERY = 50;
const PATIENCE_MS = 30_000;

await run(USAGE, async () => {
  const options = { runs: { type: 'string', default: '2000' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const runs = Number(values.runs);
  console.log(`seed ${seed}`);
  const browser = await openChromium();
  const site = await startSite({ LOG_LEVEL: 'error' });
  const begun = Date.now();
  try {
    const { totals, findings } = await playSequences(browser, site, {
      seed,
      runs,
      patience: PATIENCE_MS,
      report: ({ sequences, presses }, finding) => {
        if (finding) console.error(finding);
        if (sequences % PROGRESS_EVERY === 0)
          console.log(`${sequences} sequences, ${presses} presses, ${Math.round((Date.now() - begun) / 1000)} s`);
      },
    });
    console.log(`${Math.round((Date.now() - begun) / 1000)} s: ${JSON.stringify(totals)}`);
    console.log(`${findings.length} findings`);
    if (findings.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
    await site.dispose();
  }
});
