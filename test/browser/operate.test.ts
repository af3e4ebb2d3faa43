import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openDb } from '../../src/db/client.ts';
import { UNIFORM_BASELINE } from '../../src/engagement/discounting.ts';
import { createKey } from '../../src/keys/key-store.ts';
import { openChromium, until } from './support/chromium.ts';
import { looksRight, looksRightAtAllWidths, NARROW, tabTo, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

const FAILED_ANSWER = /Failed to load resource/;
const now = () => Math.floor(Date.now() / 1000);

let browser: Browser;
let site: Site;
let keys = { operator: '' };
before(async () => {
  browser = await openChromium();
  site = await startSite();
  keys = { operator: await site.makeKey('operator') };
  await site.makeKey('publishable', ['https://partner.example', 'https://www.partner.example']);
  // The data must exist before the test, because rankings are computed hourly.
  const hour = Math.floor(now() / 3600);
  const even = JSON.stringify({ ...UNIFORM_BASELINE, samples: 500 });
  await site.db
    .prepare('INSERT INTO site_shares (hour, "left", is_accepted, shares) VALUES (?, 1, 0, ?), (?, 1, 0, ?)')
    .bind(hour, even, hour + 1, even)
    .run();
  await site.publish({
    sources: [{ domain: 'ledger.example', name: 'The Ledger' }],
    articles: [
      {
        id: 7,
        url: 'https://ledger.example/7',
        title: 'Story 7',
        contentType: 'article',
        publishedAt: new Date(Date.now() - 3_600_000).toISOString(),
      },
    ],
  });
});
beforeEach(async () => {
  await site.db.exec('DELETE FROM dead_letters');
  await site.db.exec('DELETE FROM feeds');
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

let letters = 0;
const bury = (reason: string, body: object) =>
  site.db
    .prepare('INSERT INTO dead_letters (at, message_id, reason, body) VALUES (?, ?, ?, ?)')
    .bind(now() - 90, `letter ${letters++}`, reason, JSON.stringify(body))
    .run();
const feed = (url: string, more: { nextAt: number | null; failures: number; reason: string | null }) =>
  site.db
    .prepare(`INSERT INTO feeds (url, domain, title, interval, next_at, last_fetch_at, last_new_at, failures, reason)
      VALUES (?, 'ledger.example', ?, 900, ?, ?, ?, ?, ?)`)
    .bind(url, `Feed ${url.slice(-1)}`, more.nextAt, now() - 120, now() - 7200, more.failures, more.reason)
    .run();

const verdict = (page: Page) => page.locator('.verdict h2');
const ready = (page: Page) => page.locator('#keys p').waitFor();
const click = () => ({
  contentId: 7,
  reader: 'r'.repeat(64),
  at: Date.now(),
  companyType: '',
  seniority: '',
  region: 'EU',
});

test('each scheduled job has a description, and the status of feeds appears only if there are feeds', async () => {
  await site.cron('*/5 * * * *');
  await feed('https://ledger.example/a', { nextAt: now() + 600, failures: 0, reason: null });
  await visit(browser, site, { path: '/operate', keys, viewport: NARROW }, async (page) => {
    await ready(page);
    assert.match(await page.locator('.verdict').innerText(), /All feeds respond\.$/);
    const jobs = await page.locator('#jobs dt').allTextContents();
    assert.ok(jobs.length > 10);
    assert.deepEqual(
      jobs.filter((name) => /^[a-z]/.test(name)),
      [],
    );
  });
  await site.db.exec('DELETE FROM job_runs');
});

describe('layout and accessibility checks of /operate', () => {
  test('/operate of a healthy service passes layout and accessibility checks at all widths', async () => {
    await visit(browser, site, { path: '/operate', keys, viewport: NARROW }, async (page) => {
      await ready(page);
      assert.equal(await verdict(page).textContent(), 'All systems normal');
      assert.match(await page.locator('.verdict').innerText(), /No feeds yet\.$/);
      await looksRightAtAllWidths(page);
    });
  });

  test('/operate of a service with many faults passes layout and accessibility checks at all widths', async () => {
    for (let i = 0; i < 30; i++) await bury(i % 2 ? 'tooOld' : 'failed', click());
    await feed('https://ledger.example/a', { nextAt: now() + 600, failures: 4, reason: 'answered 503' });
    await feed('https://ledger.example/b', { nextAt: null, failures: 9, reason: 'answered 410: it is gone' });
    await feed('https://ledger.example/c', { nextAt: now() + 600, failures: 0, reason: null });
    await visit(browser, site, { path: '/operate', keys, viewport: NARROW }, async (page) => {
      await ready(page);
      await page.getByText('30 clicks could not be counted').waitFor();
      assert.equal(await verdict(page).textContent(), '1 problem');
      await page.getByText('1 feed no longer polled: The Ledger').waitFor();
      await page.getByText('1 feed cannot be read: The Ledger').waitFor();
      assert.deepEqual(await page.locator('#sources tbody .badge').allTextContents(), [
        'Not polled',
        '4 failures',
        'OK',
      ]);
      await page.getByRole('heading', { name: 'Dead letters' }).waitFor();
      await looksRightAtAllWidths(page);
    });
  });
});

test('faults can be read and dead letters replayed by keyboard alone', async () => {
  await bury('failed', { hello: 'world' });
  await visit(browser, site, { path: '/operate' }, async (page) => {
    await looksRight(page);
    await tabTo(page, `it.id === 'page-key'`);
    await page.keyboard.type(keys.operator);
    await page.keyboard.press('Enter');
    await ready(page);
    await page.getByText('1 click could not be counted').waitFor();
    await page.getByText('Counting them kept failing').first().waitFor();
    await tabTo(page, `it.textContent === 'See clicks'`);
    await page.keyboard.press('Enter');
    await tabTo(page, `it.ariaLabel === 'Retry Failed'`);
    await page.keyboard.press('Enter');
    await until(page, `document.getElementById('said').textContent.startsWith('1 sent again')`);
    await page.getByText('1 click could not be counted').waitFor({ state: 'hidden' });
    await page.getByText('1 click could not be counted').waitFor();
    // The suite checks layout shifts only while a page loads. This test changes the page later.
    await page.evaluate('seen.shift = 0');
  });
});

test('an operator can recompute the rankings by mouse', async () => {
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await page.getByRole('button', { name: 'Recompute all' }).click();
    await page
      .getByText(/\d+ rankings recomputed/)
      .first()
      .waitFor();
  });
});

test('dead letters can be replayed on a phone', async () => {
  await bury('failed', click());
  const options = { path: '/operate', keys, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  await visit(browser, site, options, async (page) => {
    await page.getByRole('button', { name: 'Retry Failed' }).tap();
    await until(page, `document.getElementById('said').textContent.startsWith('1 sent again')`);
  });
});

test('changes of the service appear on /operate without a reload', async () => {
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await page.evaluate('window.loadedOnce = true');
    assert.equal(await page.getByText('The service retries them automatically').count(), 0);
    await bury('tooOld', click());
    await page.getByText('The service retries them automatically').first().waitFor();
    assert.ok(await page.evaluate('window.loadedOnce'), 'the page was not loaded again');
    await page.evaluate('seen.shift = 0');
  });
});

async function clickedSite(): Promise<void> {
  const hour = Math.floor(now() / 3600);
  const outcomes = [
    ['accepted', 60, 0],
    ['counted', 52, 0],
    ['dropped:bot', 9, 0],
    ['dropped:rateLimited', 4, 3],
    ['dropped:unavailable', 1, 3],
  ] as const;
  for (const [outcome, clicks, ago] of outcomes)
    await site.db
      .prepare('INSERT OR REPLACE INTO click_outcomes (hour, outcome, clicks) VALUES (?, ?, ?)')
      .bind(hour - ago, outcome, clicks)
      .run();
  await site.importClicks(
    Array.from({ length: 40 }, (_, i) => ({
      contentId: 7,
      at: new Date().toISOString(),
      reader: `fleet ${i}`,
      signed: false,
      network: 64_500,
      userAgent: `Browser ${'abcdefghijklmnopqrstuvwxyz'[i % 26]}`,
    })),
  );
}

for (const [width, colorScheme] of [
  [375, 'dark'],
  [1280, 'light'],
] as const)
  test(`click outcomes and discounted clicks are shown at ${width} px in ${colorScheme} mode`, async () => {
    await clickedSite();
    const viewport = { width, height: 900 };
    await visit(browser, site, { path: '/operate', keys, viewport, colorScheme }, async (page) => {
      await ready(page);
      const sums = await page.locator('#filtered .sums tr').evaluateAll((rows) =>
        rows.map((row) =>
          [...row.children]
            .slice(0, 2)
            .map((cell) => cell.textContent?.trim())
            .join(' '),
        ),
      );
      assert.deepEqual(sums, [
        'Last 24 hours Clicks',
        'Counted 52',
        'Bots and other programs 9',
        'Repeat click by the same reader that day 8',
        'Too many from one address 4',
        'The queue was unavailable 1',
        'All clicks received 74',
      ]);
      assert.equal(await page.locator('#filtered svg rect').count(), 4);
      assert.equal(await page.locator('.card:has(#clicks):has(#filtered):has(#weights)').count(), 1);
      await page.getByText('37 of 40 unsigned clicks in the last 24 hours (92.5%) were discounted.').waitFor();
      const article = page.locator('#weights tbody tr').filter({ hasText: 'Story 7' });
      assert.match((await article.textContent()) ?? '', /Story 7.*Network4037$/);
      await article.getByText('By hour').click();
      await article.getByText('40 clicks, 37 discounted (network)').waitFor();
      assert.ok(!(await page.content()).includes('64500'));
      await page.locator('#filtered summary').click();
      await page.evaluate('seen.shift = 0');
      await looksRight(page);
    });
  });

test('an operator can accept a baseline with fewer than half of its samples', async () => {
  const spread = (classes: number) => Array(classes).fill(1 / classes);
  const shares = { network: spread(32), prefix: spread(32), browser: spread(16), samples: 400, audiences: null };
  const hour = Math.floor(now() / 3600);
  await site.db
    .prepare(
      'INSERT OR REPLACE INTO site_shares (hour, "left", is_accepted, shares) VALUES (?, 1, 0, ?), (?, 0.3, 0, ?)',
    )
    .bind(hour - 400, JSON.stringify(shares), hour, JSON.stringify(shares))
    .run();
  await site.importClicks(
    Array.from({ length: 30 }, (_, i) => ({
      contentId: 7,
      at: new Date(Date.now() - 7_200_000).toISOString(),
      reader: `new ${i}`,
      signed: false,
      network: 64_600 + i,
      prefix: `198.${i}.0.0/16`,
      userAgent: `Browser ${'abcdefghijklmnopqrstuvwxyz'[i % 26]}`,
    })),
  );
  await site.db.prepare('UPDATE site_shares SET "left" = 0.3').run();
  await visit(browser, site, { path: '/operate', keys, viewport: { width: 360, height: 740 } }, async (page) => {
    await page.getByText('30% of the new samples were accepted').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Accept the new baseline' }).click();
    await until(page, `document.getElementById('said').textContent.startsWith('The current traffic sources')`);
    await page.getByText('30% of the new samples were accepted').waitFor({ state: 'hidden' });
    const row = await site.db.prepare('SELECT "left" FROM site_shares WHERE is_accepted = 1').first();
    assert.deepEqual(row, { left: 1 });
    await page.evaluate('seen.shift = 0');
  });
});

test('dead letters with the chosen reason are discarded after confirmation, and others remain', async () => {
  for (let i = 0; i < 3; i++) await bury('malformed', { hello: i });
  await bury('failed', { hello: 'kept' });
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await page.getByRole('button', { name: 'Discard Malformed' }).click();
    await page.getByText('All 3 of this reason are deleted.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await until(page, `document.getElementById('said').textContent === '3 discarded.'`);
    await page.getByText('1 click could not be counted').waitFor();
    const { results } = await site.db.prepare('SELECT reason FROM dead_letters').all();
    assert.deepEqual(results, [{ reason: 'failed' }]);
    await page.evaluate('seen.shift = 0');
  });
});

test('malformed messages have no retry button, and each reason has its own advice', async () => {
  await bury('malformed', { hello: 'nothing' });
  await bury('failed', click());
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await page.getByText('Malformed, 1: These messages are not clicks and can only be discarded.').first().waitFor();
    await page.getByText('Failed, 1: Counting them kept failing').first().waitFor();
    await page.getByRole('button', { name: 'Retry Failed' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Retry Malformed' }).count(), 0);
    await page.evaluate('seen.shift = 0');
  });
});

test('dead letters with a given reason can be replayed by keyboard', async () => {
  await bury('malformed', { hello: 'kept' });
  await bury('failed', click());
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await tabTo(page, `it.ariaLabel === 'Retry Failed'`);
    await page.keyboard.press('Enter');
    await until(page, `document.getElementById('said').textContent.startsWith('1 sent again')`);
    await page.evaluate('seen.shift = 0');
  });
});

test('a failed feed can be polled again at once', async () => {
  await feed('https://ledger.example/a', { nextAt: now() + 600, failures: 4, reason: 'answered 503' });
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await page.getByRole('button', { name: 'Read now Feed a' }).click();
    await page.getByText('Feed a: it cannot be read: ').first().waitFor();
    await page.getByText('5 failures').waitFor();
    await page.evaluate('seen.shift = 0');
  });
});

test('one press on the alarm requests failing feeds again and counts failed clicks again', async () => {
  await feed('https://ledger.example/a', { nextAt: now() + 600, failures: 4, reason: 'answered 503' });
  await bury('failed', click());
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await page.locator('.verdict').getByRole('button', { name: 'Read them again' }).click();
    await page.getByText('5 failures').waitFor();
    await page.locator('.verdict').getByRole('button', { name: 'Count them again' }).click();
    await until(page, `document.getElementById('said').textContent.startsWith('Sent again')`);
    await page.getByText('1 click could not be counted').waitFor({ state: 'hidden' });
    await page.evaluate('seen.shift = 0');
  });
});

test('failed jobs come first on /operate, before sources', async () => {
  await site.db
    .prepare('INSERT OR REPLACE INTO job_failures (job, at, reason) VALUES (?, ?, ?)')
    .bind('websub', Date.now(), 'answered 503')
    .run();
  await site.db
    .prepare('INSERT OR REPLACE INTO job_runs (job, at, milliseconds) VALUES (?, ?, 5), (?, ?, 5)')
    .bind('websub', Date.now() - 900_000, 'alerts', Date.now() - 60_000)
    .run();
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    assert.match((await page.locator('#jobs dt').first().textContent()) ?? '', /WebSub notification/);
    const order = await page.locator('.operate section[id]').evaluateAll((all) => all.map(({ id }) => id));
    assert.ok(order.indexOf('jobs') < order.indexOf('sources'), order.join());
    await looksRight(page);
  });
  await site.db.exec('DELETE FROM job_runs');
  await site.db.exec('DELETE FROM job_failures');
});

test('jobs show their age, and overdue jobs are reported', async () => {
  const runs = [
    ['watchdog', 60],
    ['feeds', 4000],
  ] as const;
  for (const [job, ago] of runs)
    await site.db
      .prepare('INSERT OR REPLACE INTO job_runs (job, at, milliseconds) VALUES (?, ?, 5)')
      .bind(job, (now() - ago) * 1000)
      .run();
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await page.getByText('1 scheduled job overdue (last success up to 1 hour ago)').waitFor();
    assert.match(
      (await page.locator('#jobs').textContent()) ?? '',
      /Feed polling1 hour ago Overdue.*Refresh of late rankings/,
    );
    await looksRight(page);
  });
  await site.db.exec('DELETE FROM job_runs');
});

test('/operate counts active keys and lists those that expire within 30 days, without secrets', async () => {
  const short = { kind: 'secret' as const, name: 'short', origins: [], expiresAt: now() + 86_400 };
  const key = await createKey(openDb(site.db), short, now());
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await page.getByText('The secret key “short” expires').waitFor();
    await page.getByText(/^\d+ active keys\. These expire within 30 days:$/).waitFor();
    assert.deepEqual(await page.locator('#keys tbody th').allTextContents(), ['short']);
    assert.match((await page.locator('#keys tbody tr').textContent()) ?? '', /secret.*Active/);
    await page.getByRole('link', { name: 'Rotate keys' }).waitFor();
    assert.ok(!(await page.content()).includes(key.slice(4, 20)));
  });
  await site.db.exec(`DELETE FROM api_keys WHERE name = 'short'`);
});

test('/operate reports a failed request and keeps the content of other sections', async () => {
  await visit(browser, site, { path: '/operate', keys, expected: FAILED_ANSWER }, async (page) => {
    await ready(page);
  });
  await site.db.exec('ALTER TABLE sources RENAME TO away');
  try {
    const presses = ['Try again'];
    await visit(browser, site, { path: '/operate', keys, expected: FAILED_ANSWER, presses }, async (page) => {
      await ready(page);
      await page.getByText('Couldn’t load the sources').waitFor();
      assert.equal(await verdict(page).textContent(), 'Status unknown');
      await looksRight(page);
      await site.db.exec('ALTER TABLE away RENAME TO sources');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('#sources').getByText('No feeds yet').waitFor();
      await until(page, `document.querySelector('.verdict h2').textContent === 'All systems normal'`);
    });
  } finally {
    await site.db.exec('ALTER TABLE away RENAME TO sources').catch(() => {});
  }
});

test('/operate shows the number and age of clicks that wait during a database outage', async () => {
  const key = await site.makeKey('publishable');
  const click = async () => {
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
    const init = { method: 'POST', headers, body: JSON.stringify({ key, contentId: 7 }) };
    return (await fetch(new URL('/clicks', site.url), init)).headers.get('X-Click');
  };
  // The isolate must cache the key and the salt before the database fails.
  assert.equal(await click(), 'accepted');
  const tables = ['sessions', 'api_keys', 'click_outcomes', ...[0, 1, 2, 3, 4].map((n) => `click_ids_${n}`)];
  const rename = (from: string, to: string) =>
    site.db.batch(tables.map((name) => site.db.prepare(`ALTER TABLE ${from}${name} RENAME TO ${to}${name}`)));
  await visit(browser, site, { path: '/operate', keys, expected: FAILED_ANSWER }, async (page) => {
    await ready(page);
    await rename('', 'away_');
    try {
      assert.equal(await click(), 'accepted');
      await page.reload();
      await page.getByText('The database is not responding').waitFor();
      await page
        .getByText(
          /^\d clicks? (is|are) waiting in the queue, the oldest for \d+ seconds?\. No accepted clicks are lost/,
        )
        .waitFor();
      assert.equal(await page.getByText('No dead letters').count(), 0);
      await page.locator('#sources').getByText('No feeds yet').waitFor();
      await looksRight(page);
    } finally {
      await rename('away_', '');
    }
  });
});

/** Makes the page load its data again, before the next poll. */
const reloadData = (page: Page) => page.evaluate(`document.dispatchEvent(new Event('changed-elsewhere'))`);

test('only the part of the clicks whose request failed is shown as stale', async () => {
  await visit(browser, site, { path: '/operate', keys, expected: FAILED_ANSWER }, async (page) => {
    await ready(page);
    await page.route('**/manage/discounting*', (route) => route.abort());
    await reloadData(page);
    await page.locator('.stale').waitFor();
    for (const [id, filter] of [
      ['clicks', 'none'],
      ['filtered', 'none'],
      ['weights', 'grayscale(1)'],
    ])
      assert.equal(await page.evaluate(`getComputedStyle(document.getElementById('${id}')).filter`), filter, id);
  });
});

test('own staff is saved after one press, and the field then shows what the service stored', async () => {
  await visit(browser, site, { path: '/operate', keys }, async (page) => {
    await ready(page);
    await page.locator('#own-staff summary').click();
    const networks = page.getByLabel('Addresses and networks');
    for (const [typed, stored] of [
      ['192.0.2.7\n192.0.2.7', '192.0.2.7'],
      ['', ''],
    ] as const) {
      await networks.fill(typed);
      await page.locator('#own-staff').getByRole('button', { name: 'Save' }).click();
      await until(
        page,
        `(({ elements: [field] }, button) => field.value === '${stored}' && button.disabled && button.textContent === 'Save')(
          ...document.querySelectorAll('#own-staff form, #own-staff form [type=submit]'))`,
      );
    }
  });
});

test('typed networks of own staff survive the first click', async () => {
  const fresh = await startSite();
  try {
    const options = { path: '/operate', keys: { operator: await fresh.makeKey('operator') } };
    await visit(browser, fresh, options, async (page) => {
      await page.getByRole('heading', { name: 'No clicks yet' }).waitFor();
      await page.locator('#own-staff summary').click();
      const networks = page.getByLabel('Addresses and networks');
      await networks.fill('192.0.2.7');
      await fresh.publish({
        topics: [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }],
        articles: [
          {
            ...{ id: 1, url: 'https://ledger.example/1', title: 'Flood', contentType: 'article', topics: [1] },
            publishedAt: new Date(Date.now() - 7_200_000).toISOString(),
          },
        ],
      });
      await fresh.importClicks([
        { contentId: 1, at: new Date(Date.now() - 60_000).toISOString(), reader: 'a', signed: true },
      ]);
      await page.getByRole('heading', { name: 'No clicks yet' }).waitFor({ state: 'detached' });
      assert.equal(await networks.inputValue(), '192.0.2.7');
    });
  } finally {
    await fresh.dispose();
  }
});

test('a viewer sees why /operate is unavailable', async () => {
  const options = { path: '/operate', keys: { secret: await site.makeKey('secret') } };
  await visit(browser, site, options, async (page) => {
    await page.getByRole('heading', { name: 'This page is for operators' }).waitFor();
    await looksRight(page);
  });
});
