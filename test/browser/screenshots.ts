/**
 * `npm run screenshots`: takes screenshots of the demo for the documentation, into `docs/screenshots/`. `-- --to
 * FOLDER` takes most pages in all sizes and schemes. `DEMO` names a newsroom file, and further arguments select pages.
 */
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { ROOT } from '../../src/command/paths.ts';
import { openDb } from '../../src/db/client.ts';
import type { KeyKind } from '../../src/keys/key.ts';
import { createKey } from '../../src/keys/key-store.ts';
import { loadDemo } from '../../src/node/first-start/load-demo.ts';
import { LOADED_VIEWS } from '../../src/web/shells/base/site-pages.ts';
import { openChromium } from './support/chromium.ts';
import { WITH_CHECKLIST } from './support/first-view.ts';
import { signIn } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
const FOLDER = values.to ? resolve(values.to) : join(ROOT, 'docs/screenshots');
/** Maximum total size. Every clone contains the screenshots. */
const MAX_BYTES = 700_000;
const QUALITY = 0.72;

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 740 } };
const SCHEMES = ['light', 'dark'] as const;

interface Shot {
  name: string;
  path: string;
  shows: string;
  isOut?: boolean;
  press?: string;
}

/** Returns a name such as `insights-growth` for `/insights?view=growth`. */
const nameOf = (path: string) => path.replace(/[?]\w+=|\//g, '-').slice(1) || 'home';

const SHOTS: Shot[] = [
  ...LOADED_VIEWS.map(([path, shows]) => ({ name: nameOf(path), path, shows })),
  { name: 'home-out', path: '/', shows: '#page-key', isOut: true },
  {
    name: 'insights-author',
    path: '/insights?author=dana-whitfield@the-cover-note.example',
    shows: '#author-items li',
  },
  { name: 'insights-popular', path: '/insights?view=popular&breakdown=source-type', shows: '.groups li' },
  { name: 'insights-places', path: '/insights?view=places', shows: '.stories, .state' },
  { name: 'insights-topic', path: '/insights?view=trending&topic=6', shows: '.history svg' },
  { name: 'insights-article', path: '/insights?content=1516', shows: '.history' },
  { name: 'content-article', path: '/content?id=1484', shows: '#story li' },
  { name: 'content-topic', path: '/content?kind=topics&id=6', shows: '.form' },
  { name: 'content-rule', path: '/content?kind=rules&id=topic/6', shows: '.matches li' },
  { name: 'content-meant', path: '/content?kind=meant', shows: '.meant, .state' },
  { name: 'docs-insights', path: '/docs/insights', shows: '.languages' },
  { name: 'docs-guide', path: '/docs/guides/clicks', shows: '#documents-search input' },
  { name: 'not-found', path: '/nowhere', shows: 'main h1' },
  { name: 'signed-out', path: '/insights', shows: 'main .sign-in', isOut: true },
  { name: 'sign-in', path: '/docs', shows: '#account-name', press: '#account', isOut: true },
];

const BARE: Shot[] = WITH_CHECKLIST.map((path) => ({ name: `empty-${nameOf(path)}`, path, shows: '.first-steps' }));
const FAILING: Shot[] = [
  { name: 'failing-insights', path: '/insights?view=growth', shows: '.failed' },
  { name: 'failing-content', path: '/content', shows: '.failed' },
  { name: 'failing-desk', path: '/desk', shows: '.failed' },
  { name: 'failing-operate', path: '/operate', shows: '.verdict' },
];
const SHARED = {
  share: 'insights/trending-topics/growth/?limit=50',
  'share-week': 'insights/week/',
  'share-topic': 'insights/topics/6/content/?period=7d',
  'share-article': 'insights/content/1516/',
  'share-compare': 'insights/topics/6/history/?days=28#with=3,8',
};

const STATE_LOOKS = ['wide-light', 'phone-dark'];

const SHOWN = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].flatMap((page) =>
  Array.from(readFileSync(join(ROOT, page), 'utf8').matchAll(/screenshots\/([\w-]+)\.webp/g), ([, name]) => name),
);

const isWanted = ({ name }: Shot) => wanted.length === 0 || wanted.some((word) => name.startsWith(word));

const SETTLE = 800;
/** Views without a screenshot, each with its reason. */
const failures: string[] = [];

/** Keys of the newsroom besides the one that imports the demo. */
const KEYS: [kind: KeyKind, name: string, origins?: string[]][] = [
  ['operator', 'Deployment pipeline'],
  ['secret', 'Analysts’ notebook'],
  ['secret', 'WordPress plugin'],
  ['publishable', 'The Cover Note', ['https://www.the-cover-note.example']],
  ['publishable', 'Partner sites', ['https://www.ledger.example', 'https://news.harbour.example']],
];

const [site, bare] = [await startSite(), await startSite()];
const browser = await openChromium();
try {
  await site.db.exec("UPDATE api_keys SET name = 'Archive import'");
  for (const [kind, name, origins] of KEYS) await newKey(site, kind, name, origins);
  const operator = await newKey(site, 'operator', 'Newsroom');
  await loadDemo(site, { assetBase: originOf(site), file: process.env.DEMO });
  await site.cron('*/5 * * * *');
  if (wanted.length === 0 && !values.to) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const shared = Object.entries(SHARED).map(async ([name, view]) => ({
    name,
    path: await pathOf(view, operator),
    shows: 'main section',
    isOut: true,
  }));
  await takeAll(site, operator, [...SHOTS, ...(await Promise.all(shared))]);
  const bareOperator = await newKey(bare, 'operator', 'Newsroom');
  await takeAll(bare, bareOperator, BARE, STATE_LOOKS);
  for (const table of ['topic_windows', 'feeds', 'articles'])
    await bare.db.exec(`ALTER TABLE ${table} RENAME TO away_${table}`);
  await takeAll(bare, bareOperator, FAILING, STATE_LOOKS);
} finally {
  await browser.close();
  await site.dispose();
  await bare.dispose();
}

const bytes = readdirSync(FOLDER).reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
console.log(`${(bytes / 1000).toFixed(0)} KB in all`);
if (bytes > MAX_BYTES && !values.to)
  throw new Error(`the pictures have ${bytes} bytes; at most ${MAX_BYTES} are allowed`);
if (failures.length > 0) throw new Error(`no picture of ${failures.length} views:\n${failures.join('\n')}`);

/** Returns the origin of a site with a host name, which passkeys need. */
function originOf({ url }: Site): string {
  return url.origin.replace('127.0.0.1', 'localhost');
}

/** Converts a PNG picture in the browser, because playwright writes no WebP. */
async function toWebp(page: Page, picture: Buffer): Promise<Buffer> {
  const data = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture.toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY}).split(',')[1];
  })()`);
  return Buffer.from(data, 'base64');
}

function newKey(of: Site, kind: KeyKind, name: string, origins: string[] = []): Promise<string> {
  return createKey(openDb(of.db), { kind, name, origins, expiresAt: null }, Math.floor(Date.now() / 1000));
}

async function pathOf(view: string, operator: string): Promise<string> {
  const body = JSON.stringify({ name: 'the board', view, days: 30 });
  const headers = { Authorization: `Bearer ${operator}` };
  const response = await fetch(new URL('/manage/shares', site.url), { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data: { link: string } };
  return new URL(data.link).pathname;
}

async function takeAll(of: Site, operator: string, shots: readonly Shot[], looks?: readonly string[]): Promise<void> {
  const origin = originOf(of);
  const cookie = { ...(await signIn(of, operator)), url: origin };
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of SCHEMES) {
      if (looks && !looks.includes(`${size}-${colorScheme}`)) continue;
      const look = { viewport, colorScheme, reducedMotion: 'reduce' as const };
      const context = await browser.newContext(look);
      for (const shot of shots.filter(isWanted)) {
        const view = `${shot.name}-${size}-${colorScheme}`;
        if (!values.to && !SHOWN.includes(view)) continue;
        await context.clearCookies();
        if (!shot.isOut) await context.addCookies([cookie]);
        const page = await context.newPage();
        try {
          await take(page, origin, shot, join(FOLDER, `${view}.${values.to ? 'png' : 'webp'}`));
          console.log(view);
        } catch (error) {
          failures.push(`${view}: ${(error as Error).message.split('\n', 1)[0]}`);
          console.error(failures.at(-1));
        }
        await page.close();
      }
      await context.close();
    }
}

async function take(page: Page, origin: string, { path, shows, press }: Shot, target: string): Promise<void> {
  await page.goto(origin + path);
  await page.locator(shows).first().waitFor();
  if (press) await page.locator(press).click();
  await page.waitForTimeout(SETTLE);
  if (!values.to) {
    const picture = await page.screenshot();
    await page.goto('about:blank');
    writeFileSync(target, await toWebp(page, picture));
    return;
  }
  // An open menu belongs to the window, not to the page.
  if (!press) {
    // Browsers do not render frames outside the viewport.
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    const { width = 0, height: least = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width, height: Math.max(least, height) });
    await page.waitForTimeout(SETTLE);
  }
  await page.screenshot({ path: target, fullPage: !press });
}
