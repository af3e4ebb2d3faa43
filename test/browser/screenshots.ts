/** `npm run screenshots`: every page of the demo newsroom as it looks, in light and in dark, into `docs/screenshots/`. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { loadDemo } from '../../src/cli/load-demo.ts';
import { ROOT } from '../../src/cli/runtime.ts';
import { KEY_KINDS, type KeyKind } from '../../src/keys/key.ts';
import { openChromium } from './chromium.ts';
import { signIn } from './pages.ts';
import { startSite } from './server.ts';

const FOLDER = join(ROOT, 'docs/screenshots');
/** Of all pictures together: they travel with every clone. */
const MAX_BYTES = 3_000_000;

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 720 };

interface Shot {
  name: string;
  path: string;
  /** What is there when the page has loaded. */
  shows: string;
  phone?: boolean;
}

const SHOTS: Shot[] = [
  { name: 'overview', path: '/', shows: 'pre', phone: true },
  { name: 'insights-trending', path: '/insights', shows: '.topics li', phone: true },
  { name: 'insights-growth', path: '/insights?view=growth', shows: 'canvas' },
  { name: 'insights-popular', path: '/insights?view=popular&breakdown=source-type', shows: '.groups li' },
  { name: 'insights-topic', path: '/insights?topic=6', shows: '.bars li' },
  { name: 'embed', path: '/embed', shows: 'iframe', phone: true },
  { name: 'desk', path: '/desk', shows: 'main li', phone: true },
  { name: 'operate', path: '/operate', shows: 'main table, main dl' },
  { name: 'docs', path: '/docs', shows: '.endpoint' },
];

/** Pictures, links and rankings that arrive after the page. */
const SETTLE = 1500;

const site = await startSite();
const browser = await openChromium();
try {
  await loadDemo(site, await site.makeKey('operator'), site.url.origin);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const keys = Object.fromEntries(
    await Promise.all(KEY_KINDS.map(async (kind) => [kind, await site.makeKey(kind)])),
  ) as Record<KeyKind, string>;
  for (const shot of SHOTS) {
    for (const scheme of ['light', 'dark'] as const) await take(shot, scheme, WIDE, keys);
    if (shot.phone) await take(shot, 'light', PHONE, keys);
  }
} finally {
  await browser.close();
  await site.dispose();
}

const bytes = readdirSync(FOLDER).reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
console.log(`${(bytes / 1000).toFixed(0)} KB in all`);
if (bytes > MAX_BYTES) throw new Error(`the pictures have ${bytes} bytes; at most ${MAX_BYTES} are allowed`);

async function take(
  { name, path, shows }: Shot,
  colorScheme: 'light' | 'dark',
  viewport: typeof WIDE,
  keys: Record<KeyKind, string>,
): Promise<void> {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page: Page = await context.newPage();
  await context.addCookies([await signIn(site, keys.operator)]);
  await page.goto(site.url.origin + path);
  await page.locator(shows).first().waitFor();
  await page.waitForTimeout(SETTLE);
  const file = `${name}-${viewport === PHONE ? 'phone' : colorScheme}.png`;
  await page.screenshot({ path: join(FOLDER, file) });
  await context.close();
  console.log(file);
}
