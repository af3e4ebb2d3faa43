import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright-core';
import { LOADED_VIEWS } from '../../../src/web/shells/base/site-pages.ts';
import { type Visit, visit } from './pages.ts';
import type { Site } from './server.ts';

/** Maximum gzipped size in bytes. `all` is everything except fonts and images of articles. */
export const MAX_BYTES = { scripts: 60_000, fonts: 60_000, all: 61_440 };
export const MAX_REQUESTS = 15;

type View = readonly [path: string, shows: string];
const isStill = ([path]: View) => ['/content?kind=import', '/docs'].includes(path);

/** Views that load data. */
export const ASKING: readonly View[] = [
  ...LOADED_VIEWS.filter((view) => !isStill(view)),
  ['/insights?view=popular&breakdown=seniority', '.groups li'],
  ['/insights?topic=1', '.history svg'],
  ['/insights?view=trending&topic=1', '.history svg'],
  ['/insights?content=100', '.history svg'],
  ['/insights?view=compare&way=weeks', '.history svg'],
  ['/content?kind=topics&id=1', '.form'],
];
export const STILL: readonly View[] = [
  ...LOADED_VIEWS.filter(isStill),
  ['/docs/insights', '.languages'],
  ['/nowhere', 'main h1'],
];

/** Pages that show the setup checklist in an empty newsroom. */
export const WITH_CHECKLIST = '/ /insights /insights/today /insights/week /operate /desk /content'.split(' ');

export const NO_ANSWER = /Failed to load resource|net::ERR|sandboxed/;

export const PHONE = { width: 375, height: 740 };
export const DESK = { width: 1280, height: 800 };

export interface FirstView {
  scripts: number;
  fonts: number;
  /** Everything except fonts and images of articles. */
  all: number;
  /** Requests except those for images of articles. */
  requests: string[];
  /** Time to the largest contentful paint, in milliseconds. */
  paint: number;
}

const LARGEST = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;

interface Opened extends Pick<Visit, 'keys' | 'viewport'> {
  view: View;
}

/** Opens a page in a new profile and measures it. Throws if the layout shifts. */
export async function firstView(
  browser: Browser,
  site: Pick<Site, 'url'>,
  { view: [path, shows], ...options }: Opened,
): Promise<FirstView> {
  const measured: FirstView = { scripts: 0, fonts: 0, all: 0, requests: [], paint: 0 };
  const bodies: Promise<void>[] = [];
  const before = async (context: BrowserContext) => {
    context.on('response', (response) => {
      const type = response.headers()['content-type'] ?? '';
      if (type.startsWith('image/') && !type.includes('svg')) return;
      const part = type.includes('javascript') ? 'scripts' : type.includes('font') ? 'fonts' : null;
      measured.requests.push(`${response.request().method()} ${response.url().slice(site.url.origin.length)}`);
      const add = (body: Buffer) => {
        const bytes = gzipSync(body).length;
        if (part) measured[part] += part === 'fonts' ? body.length : bytes;
        if (part !== 'fonts') measured.all += bytes;
      };
      // A response without a body has nothing to measure.
      bodies.push(response.body().then(add, () => {}));
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
