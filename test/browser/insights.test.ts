import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { RANKING_SECONDS } from '../../src/admission/mount.ts';
import { openChromium, until } from './support/chromium.ts';
import { clickOn, publishEngaged, TOPICS } from './support/engaged.ts';
import { ASKING } from './support/first-view.ts';
import { looksRight, looksRightAtAllWidths, NARROW, stored, tabTo, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

const SANDBOXED = /'sessionStorage' property.*sandboxed/;
const VIEWS = [
  '/insights',
  '/insights?view=trending',
  '/insights?view=trending&audience=broker',
  '/insights?view=trending&risk=1',
  '/insights?view=growth',
  '/insights?view=popular',
  '/insights?view=popular&breakdown=seniority',
  '/insights?view=places',
  '/insights?by=topic&is=1',
  '/insights?by=source&is=ledger.example',
  '/insights?view=sources',
  '/insights?view=companies',
  '/insights?source=ledger.example',
  '/insights?company=1',
  '/insights?topic=1',
  '/insights?view=growth&topic=1',
  '/insights?content=100',
  '/insights?author=ada-byron@ledger.example',
  '/insights?view=compare',
  '/insights?view=compare&way=weeks',
  '/insights?view=trending&period=28d',
  '/insights?view=growth&period=month&against=year',
  '/insights?view=popular&period=dates&from=2026-01-01&to=2026-12-31',
  '/insights?topic=1&period=quarter',
  '/insights/today',
  `/insights/today?date=${new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)}`,
];
const NAMES = TOPICS.map(({ name }) => name);
const FAILED_ANSWER = /Failed to load resource/;
const BROWSER_CACHE_MS = 1000 * (RANKING_SECONDS + 1);

let browser: Browser;
let site: Site;
let bare: Site;
let secret = '';
before(async () => {
  browser = await openChromium();
  [site, bare] = [await startSite(), await startSite()];
  secret = await site.makeKey('secret');
  await publishEngaged(site, { withDays: true });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  await bare?.dispose();
});

const ranking = (page: Page, column: 'now' | 'week') => page.locator(`#trending-${column} li a`).allTextContents();
const ready = (page: Page) => page.locator('.ranked, .stories, .growth-bars, .state').first().waitFor();

describe('layout and accessibility checks of /insights', () => {
  for (const path of VIEWS)
    test(`${path} passes layout and accessibility checks at all widths`, async () => {
      await visit(browser, site, { path, keys: { secret }, viewport: NARROW }, async (page) => {
        // On a phone, an open item hides the list.
        const content = page.locator(
          '.ranked, .growth-bars, .state, .stories, .history, .ranks, .yields, .panel-rows, .figures',
        );
        await content.filter({ visible: true }).first().waitFor();
        await looksRightAtAllWidths(page);
      });
    });
});

test('an analyst can use /insights by keyboard alone, from the key to a CSV file', async () => {
  await visit(browser, site, { path: '/insights?view=trending' }, async (page) => {
    await page.locator('#page-key').waitFor();
    await looksRight(page);
    await tabTo(page, `it.id === 'page-key'`);
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
    await ready(page);
    assert.deepEqual(await ranking(page, 'now'), NAMES);
    await tabTo(page, `it.name === 'audience'`);
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/insights?view=trending&audience=broker');
    await tabTo(page, `it.textContent === 'Growth'`);
    await page.keyboard.press('Enter');
    const isNew = page.locator('.growth-bars > li').filter({ hasText: 'no readers before' });
    await isNew.first().waitFor();
    assert.deepEqual(await isNew.locator('> a').allTextContents(), ['Space']);
    await tabTo(page, `it.closest('.growth-bars') && it.textContent === 'Marine Cargo'`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Marine Cargo' }).waitFor();
    await page.locator('.co-topics').waitFor();
    assert.deepEqual((await page.locator('.co-topics a').allTextContents()).toSorted(), ['Claims', 'Cyber']);
    await tabTo(page, `it.textContent === 'Open as a page'`);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/insights?topic=2');
    await page.getByLabel('Topic', { exact: true }).waitFor();
    await tabTo(page, `it.ariaLabel === 'More'`);
    await page.keyboard.press('Enter');
    await tabTo(page, `it.textContent === 'Export CSV'`);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    assert.match(file.suggestedFilename(), /^newsgauge-topic-marine-cargo-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    assert.equal(
      lines[0],
      '\ufefflist,rank,contentId,title,url,source,contentType,organisationType,client,topicId,topic,from,to,asOf',
    );
    assert.ok(lines[1]?.startsWith(`content,1,`) && lines[1].includes(`"'=`), 'a formula has become text');
    assert.match(lines[1] ?? '', /,,,\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.equal(lines.length, 1 + 7 + 2 + 1);
  });
});

test('a chart on /insights can be read by keyboard and saved as images of the same days', async () => {
  await visit(browser, site, { path: '/insights?topic=1', keys: { secret } }, async (page) => {
    await page.route('**/insights/topics/1/history/**', async (route) => {
      // A conditional request would get a 304 response without a body.
      const { 'if-none-match': _, ...headers } = route.request().headers();
      const response = await route.fetch({ headers });
      const answer = (await response.json()) as { data: { days: object[] } };
      answer.data.days = Array.from({ length: 28 }, (_, i) => ({
        date: new Date(Date.now() - (28 - i) * 86_400_000).toISOString().slice(0, 10),
        index: i === 27 ? 100 : i % 7 > 4 ? 15 + 5 * Math.floor(i / 7) : 50 + 5 * ((i * 3) % 8),
      }));
      await route.fulfill({ response, json: answer });
    });
    await page.reload();
    await page.locator('.history:not(.hourly) svg').waitFor();
    await looksRightAtAllWidths(page);
    if (process.env.SHOTS)
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [375, 1280]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          await page.locator('.history:not(.hourly) input[type=range]').focus();
          await page.keyboard.press('ArrowLeft');
          await page.screenshot({ path: `${process.env.SHOTS}/${colorScheme}-${width}.png` });
        }
    await page.locator('.history:not(.hourly) input[type=range]').blur();
    const said = () => page.locator('.history:not(.hourly) .said').textContent();
    const last = await said();
    await tabTo(page, `it.type === 'range'`);
    await page.keyboard.press('Home');
    await page.locator('.history:not(.hourly) line.pointed').waitFor({ state: 'attached' });
    const first = await said();
    assert.notEqual(first, last);
    assert.equal(await page.locator('.history:not(.hourly) input[type=range]').getAttribute('aria-valuetext'), first);
    await page.keyboard.press('End');
    assert.equal(await said(), last);
    await page.keyboard.press('Home');
    await page.locator('.history:not(.hourly) input[type=range]').hover({ position: { x: 400, y: 40 } });
    assert.notEqual(await said(), first, 'the pointer says another day');
    await tabTo(page, `it.textContent === 'Save as SVG'`);
    const [svg] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    const drawn = readFileSync(await svg.path(), 'utf8');
    assert.match(drawn, /Source: newsgauge of /);
    assert.match(drawn, /Each day relative to the busiest/);
    await tabTo(page, `it.textContent === 'Save as PNG'`);
    const [png] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    const bytes = readFileSync(await png.path());
    assert.deepEqual(
      [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
      ['PNG', 1920, 1000],
    );
  });
});

test('filters, breakdowns and Back work by mouse on /insights, and URLs contain no key', async () => {
  await visit(browser, site, { path: '/insights?view=trending', keys: { secret } }, async (page) => {
    await ready(page);
    await page.getByRole('link', { name: 'Popular', exact: true }).click();
    await page.getByLabel('Group by').selectOption('Seniority');
    await page.getByRole('heading', { name: 'Director' }).waitFor();
    assert.deepEqual(await page.locator('.groups h2').allTextContents(), ['Director', 'Manager']);
    const rows = page.locator('.group-rows > section');
    for (const row of await rows.all()) assert.ok((await row.locator('.items > li').count()) <= 5);
    const [first, last] = [await rows.first().boundingBox(), await rows.last().boundingBox()];
    assert.ok(
      first && last && first.y < 500 && last.y < 900,
      `the groups are close to the top: ${first?.y}, ${last?.y}`,
    );
    const address = page.url();
    assert.equal(address, `${site.url.origin}/insights?view=popular&breakdown=seniority`);
    await visit(browser, site, { path: address.replace(site.url.origin, ''), keys: { secret } }, async (other) => {
      await other.getByRole('heading', { name: 'Director' }).waitFor();
    });
    await page.getByLabel('Group by').selectOption('Author');
    await page.getByRole('link', { name: 'Ada Byron', exact: true }).click();
    await page.getByRole('heading', { name: /^Most read/ }).waitFor();
    const titles = await page
      .locator('#author-items li > div > a:first-child, #author-newest li > div > a:first-child')
      .allTextContents();
    assert.ok(titles.length > 10, `${titles.length} articles`);
    assert.equal(new Set(titles).size, titles.length, 'no article is listed twice');
    const days = [28, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
    const ofSite = await fetch(
      new URL(`/api/v2/insights/popular-content/?from=${days[0]}&to=${days[1]}&limit=50`, site.url),
      { headers: { Authorization: `Bearer ${secret}` } },
    );
    const { items } = ((await ofSite.json()) as { data: { items: { title: string }[] } }).data;
    const ranks = await page
      .locator('#author-items li')
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector('div > a')?.textContent, row.querySelector('.site-rank')?.textContent]),
      );
    assert.equal(ranks.length, 10);
    for (const [title, rank] of ranks)
      assert.equal(rank, `No. ${items.findIndex((item) => item.title === title) + 1}`, `${title}, of the last 28 days`);
    const said = (await page.locator('.answer').textContent()) ?? '';
    const named = Array.from(said.matchAll(/(No\. \d+) (?!of)/g), ([, rank]) => rank);
    assert.deepEqual(named, ranks.map(([, rank]) => rank).slice(0, 2), 'the text names the same ranks');
    assert.equal(await page.locator('.of-pair .placement-dot, .of-pair .hint').count(), 3);
    assert.match(
      ((await page.locator('.answer').textContent()) ?? '').replaceAll(/\s+/g, ' '),
      /^Ada Byron (gets .*× the average readers per article|is No\. \d+ of \d+ authors|has too few readers).* articles read in the last 28 days (is|are) by Ada Byron:/,
    );
    assert.equal(await page.locator('.tabs [aria-current]').count(), 0, 'an author is none of the views');
    await page.goBack();
    await page.getByRole('heading', { name: 'Ada Byron' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Director' }).waitFor();
    await page.getByLabel('More', { exact: true }).click();
    await page.getByText('Risk management only').click();
    await page.getByText('No clicks yet').waitFor();
    await page.getByRole('button', { name: /show all content$/ }).waitFor();
    await page.getByRole('link', { name: 'Trending', exact: true }).click();
    assert.equal(
      await page.getByRole('radio', { name: 'Brokers' }).count(),
      0,
      'no audience filter with risk management',
    );
    assert.deepEqual(await stored(page), ['newsgauge:may']);
  });
});

test('the Popular view loads images and charts in one request, and omits hidden charts', async () => {
  const today = Math.floor(Date.now() / 86_400_000);
  for (const ago of [1, 2, 3])
    await site.db.exec(`INSERT OR REPLACE INTO click_days VALUES (100, ${today - ago}, ${100 * ago})`);
  // Another test may have filled the browser cache.
  await sleep(BROWSER_CACHE_MS);
  for (const [viewport, days] of [
    [{ width: 1280, height: 800 }, '14'],
    [NARROW, null],
  ] as const) {
    const asked: URL[] = [];
    const before = async (context: BrowserContext): Promise<void> => {
      context.on('request', (request) => asked.push(new URL(request.url())));
    };
    await visit(browser, site, { path: '/insights?view=popular', keys: { secret }, viewport, before }, async (page) => {
      await page.locator('.stories li').nth(5).waitFor();
      const isOfPictures = ({ pathname }: URL) => pathname.endsWith('/pictures/');
      for (const end = Date.now() + 120_000; !asked.some(isOfPictures) && Date.now() < end; )
        await page.waitForTimeout(50);
      await page.waitForTimeout(500);
      const pictures = asked.filter(isOfPictures);
      assert.deepEqual([...new Set(pictures.map(({ searchParams }) => searchParams.get('days')))], [days]);
      assert.deepEqual(
        asked.filter(({ pathname }) => pathname.endsWith('/history/')),
        [],
      );
      if (days)
        await page
          .getByRole('img', { name: /last 14 days/ })
          .first()
          .waitFor();
    });
  }
});

test('the form of a share link shows the end of the creator’s access if it is earlier', async () => {
  const keys = { operator: await site.makeKey('operator') };
  const newest = 'id = (SELECT max(id) FROM api_keys)';
  await site.db.exec(`UPDATE api_keys SET expires_at = unixepoch() + 7 * 86400 WHERE ${newest}`);
  await visit(browser, site, { path: '/insights?view=growth', keys }, async (page) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const form = page.getByRole('dialog');
    await form
      .getByText(/^Until .+, when your access ends\. An operator can extend it under “People and keys”$/)
      .waitFor();
    await form.getByLabel('Days').fill('3');
    await form.getByText(/^Until [^,]+$/).waitFor();
  });
});

test('the list of one group is shared with one press, and shows no other group', async () => {
  let link = '';
  const keys = { operator: await site.makeKey('operator') };
  await visit(browser, site, { path: '/insights?view=popular&breakdown=content-type', keys }, async (page) => {
    await page.getByRole('button', { name: 'Share Report', exact: true }).click();
    await page.getByText('Recipients see: Popular content: Report.').waitFor();
    await page.getByLabel('Name').fill('The board');
    await page.getByRole('button', { name: 'Create link' }).click();
    link = await page.getByLabel('Link', { exact: true }).inputValue();
  });
  await visit(browser, site, { path: new URL(link).pathname }, async (page) => {
    assert.deepEqual(await page.locator('.groups h2').allTextContents(), ['Report']);
    assert.ok((await page.locator('.groups li').count()) > 5, 'the list is longer than on the page of all groups');
  });
});

test('every breakdown on /insights can be chosen', async () => {
  await visit(browser, site, { path: '/insights?view=popular', keys: { secret } }, async (page) => {
    for (const [label, group] of [
      ['Content type', 'Report'],
      ['Source type', 'Broker'],
      ['Specialty line', 'Cyber'],
      ['Interest area', 'Talent'],
      ['Region', 'North America'],
      ['Seniority', 'Manager'],
    ] as const) {
      await page.getByLabel('Group by').selectOption(label);
      await page.getByRole('heading', { name: group, exact: true }).waitFor();
    }
  });
});

test('clicks move the last topic to the top of /insights without a reload', async () => {
  const key = await site.makeKey('publishable');
  await visit(browser, site, { path: '/insights?view=trending', keys: { secret } }, async (page) => {
    await ready(page);
    assert.equal((await ranking(page, 'now')).at(-1), 'Space');
    await page.evaluate('window.loadedOnce = true');
    await clickOn(site, key, 6, 80);
    const first = page.locator('#trending-now li').first();
    await first.getByText('Space').waitFor();
    assert.ok(await page.evaluate('window.loadedOnce'), 'the page was not loaded again');
    assert.equal(await first.textContent(), 'Space');
    await page.locator('#trending-now').getByText('No data for the 24 hours before').waitFor();
    await until(page, `document.getElementById('said').textContent === 'Space is now first'`);
  });
});

test('/insights shows this week’s growing topics and their causes at once', async () => {
  await visit(browser, site, { path: '/insights', keys: { secret } }, async (page) => {
    const answer = page.locator('.answer');
    await answer.waitFor();
    assert.match(
      (await answer.textContent()) ?? '',
      /^.+ (is rising fastest|is still up|may be rising|may be up|is new this week).*\.$/,
    );
    assert.match((await page.locator('.as-of b').textContent()) ?? '', /^(90% sure: .*% to .*%|Too few|New this week)/);
    assert.deepEqual(
      (await page.locator('.first-screen h2').allTextContents()).map((heading) => heading.split(/:| /)[0]),
      ['Site', 'Topics', 'Stories', 'Now', 'Sources', 'Readers'],
    );
    const topics = page.locator('#topics li:not(.axis)');
    assert.equal(await topics.filter({ hasText: 'Space' }).locator('b').textContent(), 'new');
    assert.ok((await topics.locator('.change .point').count()) > 0, 'changes are drawn');
    assert.equal(await page.locator('#stories li:not(.axis)').count(), 6);
    await answer.locator('a').first().click();
    await page.waitForURL('**/insights?topic=*');
  });
});

test('a chosen row filters the first screen, the URL names it, and Back removes it', async () => {
  await visit(browser, site, { path: '/insights', keys: { secret } }, async (page) => {
    const stories = page.locator('#stories .named > a');
    await stories.first().waitFor();
    const all = await stories.allTextContents();
    const topic = page.locator('#topics').getByRole('link', { name: 'Marine Cargo', exact: true });
    await topic.click();
    await page.waitForURL('**/insights?by=topic&is=2');
    await page.locator('#topics [aria-current]').filter({ hasText: 'Marine Cargo' }).waitFor();
    await page.locator('#stories').getByText('=Marine Cargo, part').first().waitFor();
    for (const title of await stories.allTextContents()) assert.match(title, /Marine Cargo|Cyber, part "1"/);
    assert.match((await page.locator('.answer').textContent()) ?? '', /^Marine Cargo: /);
    await looksRight(page);
    await page.goBack();
    await until(page, `!document.querySelector('#topics [aria-current]')`);
    assert.equal(page.url(), `${site.url.origin}/insights`);
    await stories.nth(all.length - 1).waitFor();
    assert.deepEqual(await stories.allTextContents(), all);
    await page.getByLabel('Filter', { exact: true }).selectOption('Type');
    await page.getByLabel('Type', { exact: true }).selectOption('Report');
    await page.waitForURL('**/insights?by=content-type&is=report');
    await page.locator('#stories li:not(.axis)').first().waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.locator('#now').waitFor();
    await page.getByLabel('Readers', { exact: true }).selectOption('Managers');
    await page.waitForURL('**/insights?by=seniority&is=manager');
    await page.locator('#topics').getByText('Too few readers to compare topics.').waitFor();
    await looksRight(page);
  });
});

test('every view of a newsroom without clicks explains why it is empty', async () => {
  const keys = { secret: await bare.makeKey('secret') };
  for (const path of VIEWS.filter((view) => !/(topic|content|by)=/.test(view))) {
    await visit(browser, bare, { path, keys }, async (page) => {
      const said = page.locator('.state, .first-steps').first();
      await said.waitFor();
      assert.match((await said.textContent()) ?? '', /yet|enough|later|in this period/);
      if (!ASKING.some(([asked]) => asked === path)) await looksRight(page);
    });
  }
  await visit(browser, bare, { path: '/insights?topic=999', keys, expected: FAILED_ANSWER }, async (page) => {
    await page.getByText('Not found').waitFor();
  });
});

test('/insights reports a service failure, keeps loaded data and recovers', async () => {
  const keys = { operator: await bare.makeKey('operator') };
  await bare.db.exec('ALTER TABLE topic_windows RENAME TO away');
  const presses = ['Try again'];
  const options = { path: '/insights?view=growth&min=3', keys, expected: FAILED_ANSWER, presses };
  await visit(browser, bare, options, async (page) => {
    await page.getByText('Couldn’t load the growth of topics').waitFor();
    await page.getByText(/Retries in \d+ s\./).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Share', exact: true }).isDisabled(), 'nothing can be shared');
    await looksRight(page);
    await bare.db.exec('ALTER TABLE away RENAME TO topic_windows');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No topics to list').waitFor();
  });
});

test('/insights keeps its data and shows their age while the connection is lost', async () => {
  await visit(
    browser,
    site,
    { path: '/insights?view=trending', keys: { secret }, expected: FAILED_ANSWER },
    async (page, context) => {
      await ready(page);
      await context.setOffline(true);
      await page.getByText('Can’t reach the server').first().waitFor();
      assert.equal((await ranking(page, 'now')).length, TOPICS.length);
      await context.setOffline(false);
      await page.getByText('Can’t reach the server').first().waitFor({ state: 'detached' });
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    },
  );
});

test('/insights shows a rate-limited reader how long to wait', async () => {
  const strict = await startSite({}, 1);
  try {
    const key = await strict.makeKey('secret');
    const headers = { 'X-API-Key': key };
    const status = async () => (await fetch(new URL('/api/v2/topics/trending/', strict.url), { headers })).status;
    await visit(
      browser,
      strict,
      { path: '/insights?view=trending', keys: { secret: key }, expected: FAILED_ANSWER },
      async (page) => {
        for (let asked = 0; (await status()) !== 429; asked++) assert.ok(asked < 100, 'the limit holds');
        assert.equal(await status(), 429);
        await page.reload();
        await page
          .getByText(/Too many requests. Retrying in \d+ seconds/)
          .first()
          .waitFor();
      },
    );
  } finally {
    await strict.dispose();
  }
});

test('the toolbar of each view is one row on a laptop, and its menu stays in view on a phone', async () => {
  for (const view of ['overview', 'trending', 'growth', 'popular', 'sources', 'compare'])
    await visit(browser, site, { path: `/insights?view=${view}`, keys: { secret } }, async (page) => {
      const menu = page.getByLabel('More', { exact: true });
      await menu.waitFor();
      const [row, button] = [await page.locator('.tools').first().boundingBox(), await menu.boundingBox()];
      assert.ok(row && button && row.height < 2 * button.height, `${view}: the row is ${row?.height} px high`);
      await page.setViewportSize({ width: 390, height: 844 });
      const onPhone = await menu.boundingBox();
      assert.ok(onPhone && onPhone.x > 0 && onPhone.x + onPhone.width <= 390, `${view}: the menu is at ${onPhone?.x}`);
      await page.evaluate('seen.shift = 0');
    });
});

test('each filter of a view is in view on a phone', async () => {
  for (const view of ['overview', 'trending', 'growth', 'popular', 'sources', 'compare'])
    await visit(
      browser,
      site,
      { path: `/insights?view=${view}`, keys: { secret }, viewport: { width: 375, height: 740 } },
      async (page) => {
        await page.getByLabel('More', { exact: true }).waitFor();
        for (const control of await page.locator('.tools :is(select, .segments label, .switch)').all()) {
          const box = await control.boundingBox();
          if (box) assert.ok(box.x >= 0 && box.x + box.width <= 375, `${view}: a filter ends at ${box.x + box.width}`);
        }
      },
    );
});

test('the pages of today and of the week have the tabs of Insights, also without readers', async () => {
  for (const one of [site, bare])
    for (const [path, name] of [
      ['/insights/today', 'Today'],
      ['/insights/week', 'Week'],
    ] as const) {
      const keys = { secret: await one.makeKey('secret') };
      await visit(browser, one, { path, keys }, async (page) => {
        const tabs = page.getByRole('navigation', { name: 'Views' });
        await tabs.waitFor();
        assert.deepEqual(await tabs.locator('[aria-current=page]').allTextContents(), [name]);
        await tabs.getByRole('link', { name: 'Growth' }).click();
        await page.waitForURL('**/insights?view=growth');
      });
    }
});

test('a paused insights page sends no requests', async () => {
  await visit(browser, site, { path: '/insights?view=trending', keys: { secret } }, async (page) => {
    await ready(page);
    await page.getByLabel('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // The page polls every three seconds.
    await page.waitForTimeout(4000);
    assert.deepEqual(asked, []);
    await Promise.all([
      page.waitForRequest('**/topics/trending/**'),
      page.getByRole('button', { name: 'Resume' }).click(),
    ]);
  });
});

test('the week prints on one sheet, without controls', async () => {
  await visit(browser, site, { path: '/insights/week', keys: { secret } }, async (page) => {
    await page.locator('#most-read li').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const controls = page.locator('main :is(button, select, input, .button), nav, footer');
    assert.equal(await controls.filter({ visible: true }).count(), 0);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
    // The layout for paper differs, which counts as a shift.
    await page.evaluate('seen.shift = 0');
  });
});

test('sources are grouped by how sure their difference is, over 90 days, and the headline agrees', async () => {
  await visit(browser, site, { path: '/insights?view=sources', keys: { secret } }, async (page) => {
    const lengths = new Set<number>();
    await page.route('**/api/v2/insights/sources/**', async (route) => {
      const { searchParams } = new URL(route.request().url());
      const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
      lengths.add((Number(to) - Number(from)) / 86_400_000 + 1);
      const rest = { previousRank: null, articles: 20, growthPercent: null, placement: null };
      const row = (rank: number, index: number, interval: number[]) => ({
        ...rest,
        rank,
        id: `s${rank}.example`,
        name: `Source ${rank}`,
        yield: index,
        interval,
      });
      const sources = [row(1, 200, [150, 260]), row(2, 210, [60, 400]), row(3, 40, [20, 70])];
      await route.fulfill({ json: { status: 'success', data: { sources } } });
    });
    await page.reload();
    const answer = page.locator('.answer');
    await answer.waitFor();
    assert.equal(
      (await answer.textContent())?.trim(),
      'More readers per article than average: Source 1 (2×). Fewer: Source 3 (0.4×).',
    );
    assert.deepEqual(Array.from(lengths), [90]);
    assert.deepEqual(await page.locator('.yields tbody th').allInnerTexts(), [
      'Clearly above the average',
      'Source 1',
      'Clearly below the average',
      'Source 3',
      'No clear difference',
      'Source 2',
    ]);
    await looksRight(page);
  });
});

test('a topic opens next to the list in which it was chosen', async () => {
  await visit(browser, site, { path: '/insights?view=trending', keys: { secret } }, async (page) => {
    for (const [chosen, other] of [
      ['now', 'week'],
      ['week', 'now'],
    ]) {
      await page.locator(`#trending-${other} li`).first().waitFor();
      await page.locator(`#trending-${chosen} li a`).first().click();
      await page.getByRole('link', { name: 'Close' }).waitFor();
      await page.locator(`#trending-${chosen} [aria-current]`).waitFor();
      assert.equal(await page.locator(`#trending-${other}`).count(), 0);
      await page.reload();
      await page.locator(`#trending-${chosen} [aria-current]`).waitFor();
      await page.getByRole('link', { name: 'Close' }).click();
    }
  });
});

test('a list without clicks in 24 hours next to an open topic does not hide that the week has topics', async () => {
  const path = '/insights?view=trending&topic=1&list=now';
  await visit(browser, site, { path, keys: { secret } }, async (page) => {
    await page.route('**/topics/trending/?*period=now*companyType=broker*', (route) =>
      route.fulfill({ json: { status: 'success', data: { topics: [] } } }),
    );
    await page.locator('#trending-now li').first().waitFor();
    await page.getByRole('radio', { name: 'Brokers' }).click();
    await page.locator('#trending-now').getByText('No clicks in this period').waitFor();
    assert.equal(await page.getByText('Nothing is trending yet').count(), 0);
    await page.getByRole('link', { name: 'Close' }).click();
    await page.locator('#trending-week li').first().waitFor();
  });
});

test('a comparison with a new topic shows its cause', async () => {
  for (const other of [1, 6])
    await visit(browser, site, { path: `/insights?view=compare&a=6&b=${other}`, keys: { secret } }, async (page) => {
      const row = page.locator('#changes li').filter({ hasText: 'no readers before' });
      await row.waitFor();
      assert.match((await row.locator('.cause').textContent()) ?? '', /\S/);
      await looksRight(page);
    });
});

test('sources have pages, which the list of sources and articles link to', async () => {
  await visit(browser, site, { path: '/insights?view=sources', keys: { secret } }, async (page) => {
    const first = page.locator('.yields tbody th a').first();
    await first.waitFor();
    await page.getByRole('button', { name: 'By readers' }).click();
    const sorted = page.locator('.yields th[aria-sort]');
    assert.match((await sorted.textContent()) ?? '', /By readers/);
    assert.equal(await page.getByLabel('Days', { exact: true }).inputValue(), '90d');
    const ranks = await page.locator('.yields tbody td.rank').allTextContents();
    assert.deepEqual(
      ranks,
      ranks.map((_, i) => `No. ${i + 1}`),
    );
    const name = (await first.textContent()) ?? '';
    await first.click();
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.locator('#group-items li').first().waitFor();
    await page.locator('.figures').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Sources', exact: true }).getAttribute('aria-current'), 'page');
    await page
      .getByRole('link', { name: /^Details of/ })
      .first()
      .click();
    await page.waitForURL('**/insights?*content=*');
    await page.locator('.details .article-head').waitFor();
    await page.locator('.details .article-head').getByRole('link', { name, exact: true }).click();
    await page.locator('.figures').waitFor();
    await looksRight(page);
  });
});

describe('date ranges on /insights', () => {
  const begun = Date.now();
  const day = (ago: number) => new Date(begun - ago * 86_400_000).toISOString().slice(0, 10);

  test('a date range chosen by keyboard is part of the URL and survives reload and Back', async () => {
    await visit(browser, site, { path: '/insights?view=popular', keys: { secret } }, async (page) => {
      await page.locator('.stories').first().waitFor();
      const days = page.getByLabel('Days', { exact: true });
      await days.focus();
      await page.keyboard.type('Last 28');
      await until(page, `document.querySelector('.calendar select').value === '28d'`);
      await page.waitForURL((url) => url.search.includes('period=28d'));
      await page.getByText('(UTC)').waitFor();
      await days.selectOption('dates');
      const from = page.getByLabel('From', { exact: true });
      await from.fill(day(9));
      await page.waitForURL((url) => url.search.includes(`from=${day(9)}`));
      await page.getByLabel('To', { exact: true }).fill(day(1));
      await page.waitForURL((url) => url.search.includes(`to=${day(1)}`));
      await page.locator('.stories li').first().waitFor();
      await page.reload();
      await page.locator('.stories').first().waitFor();
      assert.equal(await from.inputValue(), day(9));
      await page.goBack();
      await page.goBack();
      await page.goBack();
      await until(page, `document.querySelector('.calendar select').value === '28d'`);
    });
  });

  test('dates of a range can be typed digit by digit, and incomplete dates are ignored', async () => {
    const path = `/insights?view=popular&period=dates&from=${day(14)}&to=${day(1)}`;
    await visit(browser, site, { path, keys: { secret } }, async (page) => {
      await page.locator('.stories').first().waitFor();
      const seen: string[] = [];
      page.on('framenavigated', (frame) => seen.push(frame.url()));
      const [year = '', month = '', date = ''] = day(3).split('-');
      await page.getByLabel('To', { exact: true }).focus();
      await page.keyboard.type(month + date + year, { delay: 60 });
      await page.waitForURL((url) => url.search.includes(`to=${day(3)}`));
      assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), day(14));
      assert.deepEqual(
        seen.filter((url) => !url.includes(`from=${day(14)}`)),
        [],
      );
    });
  });

  test('the week view accepts any range and shows its dates', async () => {
    await visit(browser, site, { path: '/insights/week', keys: { secret } }, async (page) => {
      await page.locator('#most-read').waitFor();
      const asked = page.waitForResponse((response) => /insights\/week\/\?from=/.test(response.url()));
      assert.equal(await page.getByLabel('Days', { exact: true }).count(), 0);
      await page.getByLabel('Week', { exact: true }).selectOption('other');
      await page.getByLabel('Days', { exact: true }).waitFor();
      assert.equal((await asked).status(), 200);
      await page.getByText('(UTC) against the 28 days before').waitFor();
      await page.locator('#most-read li').first().waitFor();
      // The first click was after the 28 days before it, so no topic is new or changed.
      await page.getByText(/No data for the 28 days before/).waitFor();
      assert.equal(await page.locator('#new, #rose, #fell').count(), 0);
      await page.reload();
      await page.getByText('(UTC) against the 28 days before').waitFor();
      await page.goBack();
      await page.getByText('(UTC)').waitFor({ state: 'detached' });
    });
  });

  for (const [view, list] of [
    ['popular', '.stories'],
    ['trending', '.ranked'],
  ])
    test(`${view}: positions over a range are compared with the preceding days or the same days a year ago`, async () => {
      await visit(browser, site, { path: `/insights?view=${view}&period=28d`, keys: { secret } }, async (page) => {
        await page.getByText('No data for the 28 days before to compare with.').waitFor();
        const year = page.waitForResponse((response) => response.url().includes('against=year'));
        await page.getByRole('radio', { name: 'A year ago' }).click();
        assert.equal((await year).status(), 200);
        await page.getByText('No data for the same days a year ago to compare with.').waitFor();
        assert.equal(await page.locator(`${list} .moved`).count(), 0);
        await page.getByLabel('Days', { exact: true }).selectOption('7d');
        await page.locator(`${list} .moved`).first().waitFor();
        await page
          .getByText(/Movement against the week before\./)
          .first()
          .waitFor();
      });
    });

  test('growth over a range is compared with the preceding days or the same days a year ago', async () => {
    await visit(browser, site, { path: '/insights?view=growth&min=1', keys: { secret } }, async (page) => {
      const asked = page.waitForRequest((request) => request.url().includes('against=before'));
      await page.getByLabel('Days', { exact: true }).selectOption('28d');
      await asked;
      await page.getByText('No data for the 28 days before to compare with.').waitFor();
      assert.equal(await page.getByText('no readers before').count(), 0);
      const year = page.waitForResponse((response) => response.url().includes('against=year'));
      await page.getByRole('radio', { name: 'A year ago' }).click();
      assert.equal((await year).status(), 200);
      await page.waitForURL((url) => url.search.includes('against=year'));
      assert.deepEqual(await page.getByLabel('Days', { exact: true }).locator('option').allTextContents(), [
        'Last 7 days',
        'Last 28 days',
        'Last 90 days',
        'Last month',
        'This quarter',
        'Last quarter',
        'From … to …',
      ]);
    });
  });
});

test('an article’s weak position is described in its view and on the page of the article', async () => {
  const pulls = [
    [601, 200, 170, 260, 'high', 7, 12],
    [602, 680, 600, 720, 'high', 1, 2],
    [100, 40, 30, 60, 'high', 2, 2],
    [200, 150, 90, 200, 'low', 1, 12],
    [300, 180, 150, 210, 'high', 1, 1],
  ];
  await site.db.batch(
    pulls.map((row) => site.db.prepare('INSERT INTO pulls VALUES (?, ?, ?, ?, ?, ?, ?)').bind(...row)),
  );
  await visit(browser, site, { path: '/insights?view=places', keys: { secret } }, async (page) => {
    const under = page.locator('#underplayed');
    await under.getByRole('img', { name: '2× normal for positions 7 to 12 (90% range 1.7 to 2.6×)' }).waitFor();
    await page
      .locator('#overplayed')
      .getByRole('img', { name: '60% below normal for position 2 (90% range 0.3 to 0.6×)' })
      .waitFor();
    assert.match(
      ((await page.locator('.answer').textContent()) ?? '').replaceAll(/\s+/g, ' '),
      /^Overplayed at position 2: .*part "1"\. It gets 40% of the clicks normal for its position \(likely 30 to 60%\)\. .* at positions 7 to 12 gets twice the clicks normal for its positions \(likely 1.7 to 2.6 times\): move it to position 2\.$/,
    );
    const told = await page.locator('.answer a').allInnerTexts();
    const first = page.locator('.stories li:first-child div > a');
    assert.deepEqual(
      (await first.allInnerTexts()).map((title) => told.includes(title.trim())),
      [true, true],
    );
    assert.equal(await page.getByRole('img', { name: /normal for .*90% range/ }).count(), 3, 'drawn with its interval');
    assert.equal(await page.locator('.placement-dot circle').count(), 2);
    assert.equal(await page.locator('.placement-dot .beyond').count(), 1, 'what the scale does not reach is not a dot');
    await looksRightAtAllWidths(page);
    await page.getByLabel('More', { exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const exported = readFileSync(await file.path(), 'utf8').split('\r\n');
    assert.match(
      exported[0] ?? '',
      /,placement,placementLow,placementHigh,placementConfidence,placementFrom,placementTo,/,
    );
    assert.match(exported.join('\n'), /,200,170,260,high,7,12,/);
    await under.getByText('Details').first().click();
    await page
      .locator('.figures')
      .getByRole('img', { name: '2× normal for positions 7 to 12 (90% range 1.7 to 2.6×)' })
      .waitFor();
  });
  await visit(browser, site, { path: '/insights', keys: { secret } }, (page) =>
    page.locator('.placement-dot svg').first().waitFor(),
  );
  await visit(browser, site, { path: '/insights/today', keys: { secret } }, async (page) => {
    await page.locator('#gaining li').first().waitFor();
    assert.equal(await page.locator('#gaining .placement-dot').count(), 0, 'a rising article is not called weak');
  });
  const operator = await site.makeKey('operator');
  const select = async (articles: number[], daysAhead = [0, 1]) => {
    for (const date of daysAhead.map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))) {
      const chosen = await fetch(new URL(`/manage/recommended/${date}`, site.url), {
        method: 'PUT',
        headers: { Authorization: `Bearer ${operator}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ articles }),
      });
      assert.equal(chosen.status, 200);
    }
  };
  const noteOf = (page: Page) => page.locator('#now-title small').allTextContents();
  await select([]);
  await visit(browser, site, { path: '/insights', keys: { operator } }, async (page) => {
    await page.locator('#now').getByText('Open the desk').waitFor();
    assert.deepEqual(await noteOf(page), [' ▲ gaining readers'], 'the note describes only columns with values');
  });
  await site.db.exec('DELETE FROM recommended');
  await select([100], [-1]);
  await visit(browser, site, { path: '/insights/today', keys: { operator } }, async (page) => {
    await page.locator('.to-do').getByText('Nothing is selected for today yet.').waitFor();
    assert.ok(await page.locator('#recommended li').count(), 'readers see the selection of the day before');
  });
  await select([200, 100, 300]);
  const told: string[] = [];
  for (const [path, expected] of [
    ['/desk', SANDBOXED],
    ['/insights?view=places', undefined],
  ] as const)
    await visit(browser, site, { path, keys: { operator }, ...(expected ? { expected } : {}) }, async (page) => {
      await page.locator('.answer').waitFor();
      told.push((await page.locator('.answer').innerText()).replaceAll(/\s+/g, ' '));
      await looksRight(page);
      if (!path.startsWith('/insights')) return;
      const swap = page.getByRole('button', { name: 'Swap No. 2 and No. 3' });
      await swap.click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone.').first().waitFor();
      await swap.waitFor();
      await page.locator('#overplayed').getByRole('button', { name: 'Share' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).waitFor();
    });
  await visit(browser, site, { path: '/insights', keys: { operator } }, async (page) => {
    const date = new Date().toISOString().slice(0, 10);
    const selected = async () => {
      const answer = await page.request.get(`${site.url.origin}/manage/recommended/${date}`);
      const { data } = (await answer.json()) as { data: { articles: { contentId: number }[] } };
      return data.articles.map(({ contentId }) => contentId);
    };
    await page
      .locator('#now')
      .getByRole('button', { name: /^Swap / })
      .waitFor();
    assert.match((await noteOf(page))[0] ?? '', /^ today’s position, clicks for it/);
    // The next day begins before the press, which belongs to the selection on the page.
    await page.evaluate(`{
      const { now } = Date;
      Date.now = () => now() + 86_400_000;
      [...document.querySelectorAll('#now button')].find((it) => it.ariaLabel?.startsWith('Swap ')).click();
    }`);
    await page
      .getByText(/^Published: /)
      .first()
      .waitFor();
    assert.notDeepEqual(await selected(), [200, 100, 300]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').first().waitFor();
    assert.deepEqual(await selected(), [200, 100, 300]);
  });
  const places = { path: '/insights?view=places', keys: { operator } };
  await select([200, 100]);
  await visit(browser, site, places, async (page) => {
    const replace = page.getByRole('button', {
      name: 'Replace No. 2: =Cyber, part "1" with =Space, part "3"',
      exact: true,
    });
    await replace.click();
    await page.getByText('Published: “=Space, part "3"” replaces “=Cyber, part "1"”.').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await replace.waitFor();
  });
  // All pages give the same advice on a selection in which only one article is underplayed.
  await select([300, 601]);
  for (const path of ['/insights?view=places', '/insights/today'])
    await visit(browser, site, { ...places, path }, async (page) => {
      await page.getByRole('button', { name: /^Move No\. 2 to the top/ }).click();
      await page.getByText('Published: “=Space, part "2"” has the better position.').first().waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone.').first().waitFor();
    });
  await visit(browser, site, places, async (page) => {
    const advised = page.getByRole('region', { name: 'Articles to move' }).getByRole('listitem');
    await advised.filter({ hasText: '=Space, part "2"' }).getByText('No. 2 today').waitFor();
    assert.equal(await advised.count(), 1);
  });
  // The advice is about all lists if there is none on the selection.
  await select([300]);
  await visit(browser, site, places, async (page) => {
    const advised = page.getByRole('region', { name: 'Articles to move' }).getByRole('listitem');
    await advised.filter({ hasText: '=Cyber, part "1"' }).getByText('not selected').waitFor();
  });
  await visit(browser, bare, { ...places, keys: { operator: await bare.makeKey('operator') } }, async (page) => {
    await page.getByText('Nothing to compare yet').waitFor();
    await page.getByRole('link', { name: 'Open the desk' }).waitFor();
  });
  assert.match(told[0] ?? '', /^Underperforms: No\. 2 =Cyber, part "1" 0\.4× normal.*Performs better: No\. 3 /);
  assert.match(told[1] ?? '', /^No\. 2 today is overplayed: =Cyber, part "1"\.$/);
});
