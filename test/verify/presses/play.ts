import type { Browser, Page } from 'playwright-core';
import { collectPageErrors } from '../../browser/support/chromium.ts';
import { signIn } from '../../browser/support/pages.ts';
import type { Site } from '../../browser/support/server.ts';
import { KEEP_TOASTS } from './editor.ts';
import { Newsroom } from './newsroom.ts';
import { noTotals, playSequence, type Totals } from './sequence.ts';

interface Plan {
  seed: number;
  runs: number;
  /** Time after which an action counts as failed, in milliseconds. */
  patience?: number;
  /** Called after each sequence, with its finding if there is one. */
  report?: (totals: Totals, finding: string | null) => void;
}

/** Number of sequences after which the page is opened again, so that its memory stays small. */
const SEQUENCES_PER_PAGE = 200;

/** Plays random sequences of presses on the pages of content. Returns their number, and what they have found. */
export async function playSequences(
  browser: Browser,
  site: Site,
  { seed, runs, patience, report }: Plan,
): Promise<{ totals: Totals; findings: string[] }> {
  const key = await site.makeKey('operator');
  const newsroom = new Newsroom(site, key);
  await newsroom.reset();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  if (patience) context.setDefaultTimeout(patience);
  await context.addCookies([await signIn(site, key)]);
  await context.addInitScript(KEEP_TOASTS);
  const totals = noTotals();
  const findings: string[] = [];
  let page: Page | null = null;
  let pageErrors: string[] = [];
  for (let run = 0; run < runs; run++) {
    if (!page || run % SEQUENCES_PER_PAGE === 0) {
      await page?.close();
      page = await context.newPage();
      pageErrors = collectPageErrors(page);
      await page.goto(`${site.url.origin}/content?kind=topics`);
    }
    let finding: string | null = null;
    try {
      await playSequence(page, newsroom, seed + run, totals);
      const errors = pageErrors.splice(0).filter((text) => !EXPECTED.test(text));
      if (errors.length > 0) finding = `Sequence ${seed + run}: ${errors.join('\n')}`;
    } catch (error) {
      finding = `${(error as Error).message}\nAt ${page.url()}`;
      await page.close();
      page = null;
    }
    if (finding) findings.push(finding);
    report?.(totals, finding);
  }
  await context.close();
  return { totals, findings };
}

/** Messages of the browser about refused requests, and of the preview’s sandboxed frame. */
const EXPECTED = /status of 4\d\d|'sessionStorage' property.*sandboxed/;
