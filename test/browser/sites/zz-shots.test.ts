import { test } from 'node:test';
import { openChromium } from '../support/chromium.ts';
import { signIn } from '../support/pages.ts';
import { startSite } from '../support/server.ts';

const HOUR = 3_600_000;
test('shots', async () => {
  const browser = await openChromium();
  const site = await startSite();
  const operator = await site.makeKey('operator');
  const words = 'Austria Belgium Switzerland Germany Denmark Spain Finland France Britain Greece Ireland Iceland'.split(' ');
  await site.publish({
    topics: [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }],
    articles: words.map((w, i) => ({
      id: i + 1, url: `https://ledger.example/${i + 1}`, title: `${w} reviews its flood cover after a wet ${i % 2 ? 'spring' : 'autumn'}`,
      introduction: 'Insurers and ministries disagree on who pays.', topics: [1],
      contentType: 'article', publishedAt: new Date(Date.now() - (i + 1) * HOUR).toISOString(),
    })),
    pins: [
      { id: 9, position: 1, until: new Date(Date.now() + 5 * HOUR).toISOString(), notAbove: 1 + 0 || null },
      { id: 5, notice: 'correction' },
    ].map(({ notAbove: _, ...p }: any) => p),
  });
  const sizes = [['1440-light', 1440, 900, 'light'], ['1280-dark', 1280, 800, 'dark'], ['390-light', 390, 844, 'light'], ['390-dark', 390, 844, 'dark']] as const;
  for (const [name, width, height, colorScheme] of sizes) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    await context.addCookies([await signIn(site, operator)]);
    const shot = (n: string, fullPage = false) => page.screenshot({ path: `/tmp/t65a-shots/${n}-${name}.png`, fullPage });
    await page.goto(`${site.url.origin}/content?id=9`);
    await page.locator('#pin li').first().waitFor();
    await page.locator('#pin').scrollIntoViewIfNeeded();
    await shot('article', width > 1000);
    await page.getByRole('button', { name: 'Change position' }).click();
    await page.getByRole('dialog').waitFor();
    await shot('dialog');
    await page.goto(`${site.url.origin}/desk?list=engaging`);
    await page.locator('.candidates li').first().waitFor();
    await shot('desk');
    await page.goto(`${site.url.origin}/embed?content=related&limit=3&order=engaging`);
    await page.locator('.builder').waitFor();
    await page.getByText('Closest first').scrollIntoViewIfNeeded();
    await shot('builder');
    await context.close();
  }
  await browser.close();
  await site.dispose();
});
