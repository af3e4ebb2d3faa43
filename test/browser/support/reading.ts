import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createRandom } from '../../../src/demo/random.ts';

export const READER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** It takes two minutes to read the text. Readers reach the middle after 30 seconds and the end after 60. */
export const TEXT = Array.from({ length: 44 }, () => `<p>${'word '.repeat(10)}</p>`).join('');

/** Stops the clock, so that a slow machine adds no reading time. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now - 3_600_000 });
  await page.clock.pauseAt(now);
}

export const scroll = (page: Page, part: number) =>
  page.evaluate(`new Promise((told) => {
    const before = scrollY;
    addEventListener('scroll', told, { once: true });
    scrollTo(0, document.querySelector('article').offsetHeight * ${part} - innerHeight);
    if (scrollY === before) told();
  })`);

export async function awake(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await page.mouse.move(100 + passed, 100);
    await page.clock.runFor(10_000);
  }
}

const AT_ONCE = 4;
/** Time until the tab of a reader who has left is closed, in milliseconds. Closing it earlier could lose a report. */
const CLOSED_AFTER_MS = 20_000;

/** Runs readers in separate browser contexts: first one of each kind, then random ones. */
export async function letCome<K extends { context?: BrowserContextOptions }>(
  browser: Browser,
  { count, kinds }: { count: number; kinds: readonly K[] },
  visit: (page: Page, who: number, kind: K) => Promise<void>,
): Promise<void> {
  let next = 0;
  const random = createRandom(count);
  const readOn = async (): Promise<void> => {
    for (let who = next++; who < count; who = next++) {
      const kind = kinds[who < kinds.length ? who : Math.floor(random.next() * kinds.length)] as K;
      const viewport = { width: 600, height: 600 };
      const context = await browser.newContext({ userAgent: READER, viewport, ...kind.context });
      try {
        await visit(await context.newPage(), who, kind);
      } finally {
        setTimeout(() => void context.close().catch(() => {}), CLOSED_AFTER_MS).unref();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
}
