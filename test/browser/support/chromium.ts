import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian’s headless Chromium is first because it needs half the CPU time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Time after which a wait fails, in milliseconds. A slow machine needs several times as long as a fast one. */
export const PATIENCE_MS = 120_000;

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
    return context;
  };
  return browser;
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
