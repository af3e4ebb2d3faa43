import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { KeyKind } from '../../../src/keys/key.ts';
import { collectPageErrors, until } from './chromium.ts';
import type { Site } from './server.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Maximum cumulative layout shift. Web Vitals rates values below 0.1 as good. */
const MAX_SHIFT = 0.05;

export interface Visit extends BrowserContextOptions {
  path: string;
  /** The session uses the operator key if there is one. */
  keys?: Partial<Record<KeyKind, string>>;
  expected?: RegExp;
  /** Texts of buttons that only failures show. The test must press exactly these. */
  presses?: readonly string[];
  before?: (context: BrowserContext) => Promise<unknown>;
}

const WATCH = `
  window.seen = { violations: [], shift: 0, jumped: [] };
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.violations.push(violatedDirective + ' ' + blockedURI));
  let used = -Infinity;
  for (const type of ['pointerdown', 'pointerup', 'keydown', 'input', 'popstate', 'resize'])
    addEventListener(type, () => { used = performance.now(); }, { capture: true, passive: true });
  // A change that the input has caused may take long, so the time counts from its response.
  const { fetch } = window;
  window.fetch = (address, options) => {
    const response = fetch(address, options);
    if ((options?.method ?? 'GET') !== 'GET') response.finally(() => { used = performance.now(); }).catch(() => {});
    return response;
  };
  // Shifts after input are allowed. The browser's own limit of half a second is too short under load.
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.startTime - used > 5000) {
        seen.shift += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources)
          seen.jumped.push((node?.cloneNode().outerHTML ?? node?.data ?? 'nothing now') + ' from ' + [previousRect.x, previousRect.y] + ' to ' + [currentRect.x, currentRect.y]);
      }
  }).observe({ type: 'layout-shift', buffered: true });`;

const FAILURE = '[role=alert], .state.failed';
const WATCH_PRESSES = `addEventListener('click', ({ target }) => {
  const control = target.closest?.('button, a');
  if (control?.closest('${FAILURE}')) pressedOnFailure(control.textContent.trim());
}, { capture: true });`;

/**
 * Opens a page in a new profile and runs `act`. Checks console errors, policy, foreign requests, shifts and failures.
 */
export async function visit(
  browser: Browser,
  site: Pick<Site, 'url'>,
  { path, keys = {}, expected, presses = [], before, ...options }: Visit,
  use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  try {
    const foreign: string[] = [];
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== site.url.origin) foreign.push(url.href);
    });
    const page = await context.newPage();
    const pageErrors = collectPageErrors(page);
    await page.addInitScript(WATCH);
    const pressed = new Set<string>();
    await context.exposeBinding('pressedOnFailure', (_, words: string) => void pressed.add(words));
    await context.addInitScript(WATCH_PRESSES);
    const key = keys.operator ?? keys.secret;
    if (key) await context.addCookies([await signIn(site, key)]);
    await before?.(context);
    await page.goto(site.url.origin + path);
    await use(page, context);
    const { violations, shift, jumped } = await page.evaluate<{
      violations: string[];
      shift: number;
      jumped: string[];
    }>('window.seen ?? { violations: [], shift: 0, jumped: [] }');
    assert.deepEqual(
      pageErrors.filter((text) => !expected?.test(text)),
      [],
    );
    assert.deepEqual([...pressed].sort(), [...presses].sort(), 'pressed of what only a failure offers');
    assert.deepEqual(violations, []);
    assert.deepEqual(foreign, []);
    assert.ok(shift < MAX_SHIFT, `things have jumped by ${shift}:\n${jumped.join('\n')}`);
  } finally {
    await context.close();
  }
}

/** Holds requests of a method until the returned function is called. */
export async function hold(page: Page, url: string, method: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

/** Each address may sign in thirty times per minute, so each sign-in uses another address. */
let signIns = 0;

export async function signIn(
  site: Pick<Site, 'url'>,
  key: string,
): Promise<{ name: string; value: string; url: string; httpOnly: true; sameSite: 'Strict' }> {
  const response = await fetch(new URL('/session', site.url), {
    method: 'POST',
    headers: { 'CF-Connecting-IP': `198.51.100.${signIns++ % 256}`, Authorization: `Bearer ${key}` },
  });
  const [name, value] = (response.headers.get('Set-Cookie') ?? '').split(';', 1)[0]?.split('=') ?? [];
  if (!name || !value) throw new Error(`signing in: ${response.status}`);
  return { name, value, url: site.url.origin, httpOnly: true, sameSite: 'Strict' };
}

const LOADED = `!document.querySelector('.skeleton, [aria-busy=true]')`;
/** The bar of a message that can be undone shrinks for 20 seconds. */
const STILL = `document.getAnimations().every(({ playState, effect, animationName }) =>
  playState !== 'running' || animationName === 'passing' || effect.getTiming().iterations === Infinity)`;

export const looksRight = (page: Page): Promise<void> => inspect(page, `${LOADED} && ${STILL}`);

export const looksRightLoading = (page: Page, scheme: Scheme): Promise<void> => inspectIn(page, scheme, STILL);

export const NARROW = { width: 360, height: 900 };

/** Checks four widths. Runs axe on a phone in light mode and on a desktop in dark mode. */
export async function looksRightAtAllWidths(page: Page): Promise<void> {
  const settled = `${LOADED} && ${STILL}`;
  for (const width of [NARROW.width, 768, 1920, 1280]) {
    await page.setViewportSize({ ...NARROW, width });
    if (width === NARROW.width) await inspectIn(page, 'light', settled);
    else if (width === 1280) await inspectIn(page, 'dark', settled);
    else await until(page, settled).then(() => isNoWider(page));
  }
}

type Scheme = 'light' | 'dark';

async function inspectIn(page: Page, colorScheme: Scheme, settled: string): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await until(page, settled);
  // Dark mode changes only colours, so the other rules need no second run.
  const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block', 'target-size'] } : {};
  assert.deepEqual(await axe(page, rules), [], colorScheme);
  await isNoWider(page);
}

async function inspect(page: Page, settled: string): Promise<void> {
  await inspectIn(page, 'light', settled);
  await inspectIn(page, 'dark', settled);
}

async function isNoWider(page: Page): Promise<void> {
  const [needed, given] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(needed <= given, `${needed} px wide in a page of ${given} px`);
}

/** Saves a screenshot in the folder `SHOTS`, if it is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

export const stored = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>('[sessionStorage, localStorage].flatMap((storage) => Object.keys(storage))');

export async function hasHeadings(page: Page): Promise<void> {
  const texts = await page.locator('h1, h2, h3, h4, summary, th').allTextContents();
  assert.ok(texts.length > 0 && texts.every((text) => text.trim() !== ''), `a heading is blank: ${texts.join(' | ')}`);
}

async function axe(page: Page, options: object): Promise<unknown[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Waits until an element (`it`) matches the expression, then presses Tab until it has the focus. */
export async function tabTo(page: Page, expression: string): Promise<void> {
  await until(page, `[...document.querySelectorAll('*')].some((it) => ${expression})`);
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`((it) => ${expression})(document.activeElement)`)) {
      const outlined = `['outlineStyle', 'boxShadow'].some((part) =>
        [document.activeElement, document.activeElement.nextElementSibling ?? document.activeElement]
          .some((it) => getComputedStyle(it)[part] !== 'none'))`;
      assert.ok(await page.evaluate(outlined), `the focus on ${expression} is to be seen`);
      return;
    }
  }
  throw new Error(`Tab never reached what is ${expression}`);
}

export const UNKNOWN = {
  secret: `ngs_${'0'.repeat(34)}`,
  publishable: `ngp_${'0'.repeat(34)}`,
  operator: `ngo_${'0'.repeat(34)}`,
};
