/** Plays a few of the random sequences of `npm run verify -- presses`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { playSequences } from '../../verify/presses/play.ts';
import { openChromium } from '../support/chromium.ts';
import { type Site, startSite } from '../support/server.ts';

const RUNS = process.env.WHOLE ? 150 : 15;

let browser: Browser;
let site: Site;
before(async () => {
  [browser, site] = [await openChromium(), await startSite()];
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

test('random edits, merges, reverts and undos lose nothing without a question, and Undo restores all content', async () => {
  const { totals, findings } = await playSequences(browser, site, { seed: Number(process.env.SEED ?? 0), runs: RUNS });
  assert.deepEqual(findings, []);
  assert.equal(totals.sequences, RUNS);
  assert.ok(totals.undone > 0 && totals.reverted > 0 && totals.questions > 0, JSON.stringify(totals));
});
