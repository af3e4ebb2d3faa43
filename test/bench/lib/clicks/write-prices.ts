import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../../src/command/paths.ts';

/** Clicks per month at one click per second, in millions. */
const MILLION_CLICKS = (30 * 86_400) / 1e6;

/**
 * Writes measured prices where the command line and the page of costs state them. `prices` are dollars per million
 * clicks by clicks per second, and `priceWithReads` is that of the highest rate with reads.
 */
export function writePrices(prices: ReadonlyMap<number, number>, priceWithReads: number): void {
  const stated = [...prices].map(([rate, price]) => `${rate}: ${Number(price.toFixed(2))}`);
  replaceIn('src/cli/deployment/outline.ts', /(?<=CLICK_PRICES = \{ ).*(?= \} as const)/, stated.join(', '));
  for (const [rate, price] of prices) {
    const row = new RegExp(`(?<=clicks per month \\| ${rate} \\| )\\d+`);
    replaceIn('docs/reference/costs.md', row, (Number(price.toFixed(2)) * MILLION_CLICKS * rate).toFixed(0));
  }
  const added = Number(priceWithReads.toFixed(2)) - Number([...prices.values()].at(-1)?.toFixed(2));
  replaceIn('docs/reference/costs.md', /(?<=every second, at 100 clicks\/s \| \[)[\d.]+/, added.toFixed(2));
}

function replaceIn(file: string, pattern: RegExp, value: string): void {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no ${pattern}`);
  writeFileSync(path, text.replace(pattern, value));
}
