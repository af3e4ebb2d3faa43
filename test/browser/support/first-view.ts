import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Visit, visit } from './pages.ts';
import type { Site } from './server.ts';

/** Maximum gzipped size in bytes. */
export const MOST = { scripts: 60_000, fonts: 60_000 };

export const ASKING = [
  ['/', '.stories li'],
  ['/insights', '.stories li'],
  ['/insights/today', '.stories li'],
  ['/insights?view=trending', '.topics li'],
  ['/insights?view=growth', '.growth-bars'],
  ['/insights?view=popular&breakdown=seniority', '.groups li'],
  ['/insights?topic=1', '.history svg'],
  ['/insights?view=trending&topic=1', '.history svg'],
  ['/insights?content=100', '.history svg'],
  ['/insights?view=compare', '.history svg'],
  ['/insights?view=compare&way=weeks', '.history svg'],
  ['/content', '.things'],
  ['/content?kind=topics&id=1', '.form'],
  ['/content?kind=history', '.trail li'],
  ['/desk', '.candidates li'],
  ['/embed', '.result iframe'],
  ['/insights/week', '.week'],
  ['/alerts', '#preview'],
  ['/keys', '.things'],
  ['/account', '#sessions li'],
  ['/operate', 'main dl'],
] as const;
export const STILL = [
  ['/content?kind=import', '.drop'],
  ['/docs', '.steps'],
  ['/docs/insights', '.languages'],
  ['/nowhere', 'main h1'],
] as const;

export const NO_ANSWER = /Failed to load resource|net::ERR|sandboxed/;

export const PHONE = { width: 375, height: 740 };
export const DESK = { width: 1280, height: 800 };

export interface FirstView {
  scripts: number;
  fonts: number;
  /** Time to the largest contentful paint, in milliseconds. */
  paint: number;
}

const LARGEST = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;

interface Opened extends Pick<Visit, 'keys' | 'viewport'> {
  view: readonly [path: string, shows: string];
}

/** Opens a page in a new profile and measures it. Throws if the layout shifts. */
export async function firstView(
  browser: Browser,
  site: Pick<Site, 'url'>,
  { view: [path, shows], ...options }: Opened,
): Promise<FirstView> {
  const measured: FirstView = { scripts: 0, fonts: 0, paint: 0 };
  const bodies: Promise<void>[] = [];
  const before = async (context: BrowserContext) => {
    context.on('response', (response) => {
      const type = response.headers()['content-type'] ?? '';
      const part = type.includes('javascript') ? 'scripts' : type.includes('font') ? 'fonts' : null;
      if (!part) return;
      const add = (body: Buffer) => {
        measured[part] += part === 'fonts' ? body.length : gzipSync(body).length;
      };
      bodies.push(response.body().then(add));
    });
  };
  const expected = path === '/nowhere' ? NO_ANSWER : /sandboxed/;
  await visit(browser, site, { path, before, expected, ...options }, async (page) => {
    await page.locator(shows).first().waitFor();
    await page.waitForTimeout(200);
    measured.paint = await page.evaluate<number>(LARGEST);
    await Promise.all(bodies);
  });
  return measured;
}
