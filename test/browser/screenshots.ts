/**
 * `npm run screenshots`: every page of the demo newsroom as it looks, in light and in dark, wide and on a phone, into `docs/screenshots/`.
 * `-- insights desk`: only those whose names begin with one of the words.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadDemo } from '../../src/cli/load-demo.ts';
import { ROOT } from '../../src/cli/runtime.ts';
import { openChromium } from './chromium.ts';
import { signIn } from './pages.ts';
import { type Site, startSite } from './server.ts';

const FOLDER = join(ROOT, 'docs/screenshots');
/** Of all pictures together: they travel with every clone. */
const MAX_BYTES = 5_000_000;
const QUALITY = 62;

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 740 } };
const SCHEMES = ['light', 'dark'] as const;

interface Shot {
  name: string;
  path: string;
  /** What is there when the page has loaded. */
  shows: string;
  /** Nobody is signed in. */
  isOut?: boolean;
}

const SHOTS: Shot[] = [
  { name: 'home', path: '/', shows: 'pre' },
  { name: 'insights', path: '/insights', shows: '.stories' },
  { name: 'insights-today', path: '/insights/today', shows: '.stories' },
  { name: 'insights-week', path: '/insights/week', shows: '.moves' },
  { name: 'insights-trending', path: '/insights?view=trending', shows: '.topics li' },
  { name: 'insights-growth', path: '/insights?view=growth', shows: '.growth-bars' },
  { name: 'insights-popular', path: '/insights?view=popular&breakdown=source-type', shows: '.groups li' },
  { name: 'insights-topic', path: '/insights?view=trending&topic=6', shows: '.history svg' },
  { name: 'insights-compare', path: '/insights?view=compare', shows: '.history svg' },
  { name: 'content', path: '/content', shows: '.things' },
  { name: 'content-topic', path: '/content?kind=topics&id=6', shows: '.form' },
  { name: 'content-rule', path: '/content?kind=rules&id=topic/6', shows: '.matches li' },
  { name: 'content-import', path: '/content?kind=import', shows: '.drop' },
  { name: 'content-history', path: '/content?kind=history', shows: '.trail, .state' },
  { name: 'keys', path: '/keys', shows: '.things' },
  { name: 'desk', path: '/desk', shows: '.candidates li' },
  { name: 'embed', path: '/embed', shows: '.result iframe' },
  { name: 'alerts', path: '/alerts', shows: '.alarm-settings' },
  { name: 'operate', path: '/operate', shows: 'main table, main dl' },
  { name: 'docs', path: '/docs', shows: '.steps' },
  { name: 'docs-insights', path: '/docs/insights', shows: '.languages' },
  { name: 'not-found', path: '/nowhere', shows: 'main h1' },
  { name: 'signed-out', path: '/insights', shows: 'main .sign-in', isOut: true },
];

/** Of a newsroom without anything, and of one whose database does not answer. */
const BARE: Shot[] = [
  { name: 'empty-insights', path: '/insights', shows: '.state' },
  { name: 'empty-content', path: '/content', shows: '.state' },
];
const FAILING: Shot[] = [{ name: 'failing-insights', path: '/insights?view=growth', shows: '.failed' }];

const wanted = process.argv.slice(2);
const isWanted = ({ name }: Shot) => wanted.length === 0 || wanted.some((word) => name.startsWith(word));

/** Pictures, links and rankings that arrive after the page. */
const SETTLE = 800;

const [site, bare] = [await startSite(), await startSite()];
const browser = await openChromium();
try {
  await loadDemo(site, await site.makeKey('operator'), site.url.origin);
  // Histories are added up by a job.
  await site.cron('*/5 * * * *');
  if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await takeAll(site, SHOTS);
  await takeAll(bare, BARE);
  await bare.db.exec('ALTER TABLE topic_windows RENAME TO away');
  await takeAll(bare, FAILING);
} finally {
  await browser.close();
  await site.dispose();
  await bare.dispose();
}

const bytes = readdirSync(FOLDER).reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
console.log(`${(bytes / 1000).toFixed(0)} KB in all`);
if (bytes > MAX_BYTES) throw new Error(`the pictures have ${bytes} bytes; at most ${MAX_BYTES} are allowed`);

async function takeAll(of: Site, shots: readonly Shot[]): Promise<void> {
  const cookie = await signIn(of, await of.makeKey('operator'));
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of SCHEMES) {
      const look = { viewport, colorScheme, reducedMotion: 'reduce' as const };
      const context = await browser.newContext(look);
      for (const { name, path, shows, isOut } of shots.filter(isWanted)) {
        await context.clearCookies();
        if (!isOut) await context.addCookies([cookie]);
        const page = await context.newPage();
        await page.goto(of.url.origin + path);
        await page.locator(shows).first().waitFor();
        await page.waitForTimeout(SETTLE);
        const file = `${name}-${size}-${colorScheme}.jpg`;
        await page.screenshot({ path: join(FOLDER, file), type: 'jpeg', quality: QUALITY });
        await page.close();
        console.log(file);
      }
      await context.close();
    }
}
