import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian’s headless Chromium is first because it needs half the CPU time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Time after which a wait fails, in milliseconds. A slow machine needs several times as long as a fast one. */
export const PATIENCE_MS = 120_000;

/** Maximum random delay of scripts and responses, in milliseconds. Such delays reveal races. */
const SLOW_MS = Number(process.env.SLOW_MS ?? 0);

/** Launches Chromium. Throws if it is missing, so that no browser test is skipped unnoticed. */
export async function openChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find(existsSync);
  if (!executablePath || !existsSync(executablePath)) {
    throw new Error(
      'This suite needs Chromium: `apt-get install chromium-headless-shell`, or give a browser’s path in the variable CHROMIUM.',
    );
  }
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
  // Date formats depend on the locale.
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open({ locale: 'en-GB', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    if (SLOW_MS > 0) await slowDown(context);
    return context;
  };
  return browser;
}

/** Delays scripts and requests at random. Half of the requests reach the service late, and half of the responses are late. */
async function slowDown(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const request = route.request();
    const type = request.resourceType();
    const pause = () => sleep(Math.random() * (type === 'script' ? SLOW_MS / 2 : SLOW_MS));
    try {
      if (type !== 'script' && type !== 'fetch' && type !== 'xhr') return await route.continue();
      if (type === 'script' || Math.random() < 0.5) {
        await pause();
        return await route.continue();
      }
      const response = await route.fetch({ maxRedirects: 0 });
      await pause();
      await route.fulfill({ response });
    } catch {
      // The page or the server has gone, or the request fails.
      await route.abort().catch(() => {});
    }
  });
}

export function collectPageErrors(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      pageErrors.push(`${message.text()} ${message.location().url}`);
  });
  return pageErrors;
}

/** Playwright's own `waitForFunction` violates the content security policy of the pages. */
export async function until(page: Page, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await page.evaluate(expression))) {
    if (Date.now() > end) throw new Error(`never came true: ${expression}`);
    await page.waitForTimeout(50);
  }
}
