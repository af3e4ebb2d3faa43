import type { Page } from 'playwright-core';

/** A reader in front of an article, whose time passes only as the test says. */

export const READER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** Two minutes of reading: half of it asks for thirty seconds, all of it for sixty. */
export const TEXT = Array.from({ length: 44 }, () => `<p>${'word '.repeat(10)}</p>`).join('');

/** Stops the clock of every page that this one shows from now on: a slow machine's own seconds are no reader's. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  // Time runs on until it is stopped.
  await page.clock.install({ time: now - 3_600_000 });
  await page.clock.pauseAt(now);
}

/** Scrolls until a part of the article is seen, and until the page has been told. */
export const scroll = (page: Page, part: number) =>
  page.evaluate(`new Promise((told) => {
    const before = scrollY;
    addEventListener('scroll', told, { once: true });
    scrollTo(0, document.querySelector('article').offsetHeight * ${part} - innerHeight);
    if (scrollY === before) told();
  })`);

/** Passes time with a sign of the reader every ten seconds. */
export async function awake(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await page.mouse.move(100 + passed, 100);
    await page.clock.runFor(10_000);
  }
}
