import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's Chromium without a window, which takes half the work of the one with, is first. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * The machine's Chromium. Throws where there is none: a check that did not run has not passed. `more`: further arguments; a context's user agent
 * does not hold for beacons of a page that is left.
 */
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
  // Dates are written as the viewer's country does.
  const open = browser.newContext.bind(browser);
  browser.newContext = (options) => open({ locale: 'en-GB', ...options });
  return browser;
}

/** What a page complains of from now on: errors, violations of its policy, and whatever the console calls an error. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Browsers ask for it automatically for a page outside of a frame.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      heard.push(`${message.text()} ${message.location().url}`);
  });
  return heard;
}

/** Waits until an expression holds in a page, 30 s at most. (`waitForFunction` evaluates as the page itself, which its policy forbids.) */
export async function until(page: Page, expression: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await page.evaluate(expression))) {
    if (Date.now() > end) throw new Error(`never came true: ${expression}`);
    await page.waitForTimeout(50);
  }
}
