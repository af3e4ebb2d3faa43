/** Compares the pages with the figures and causes of the API for the demo newsroom. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { formatPercent } from '../../src/lib/percent.ts';
import { dayIn, toSeconds } from '../../src/lib/time.ts';
import { loadDemo } from '../../src/node/first-start/load-demo.ts';
import { grownOf } from '../../src/web/browser/insights/stories/comparison-words.ts';
import { openChromium, until } from './support/chromium.ts';
import { looksRight, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

interface Topic {
  topicId: number;
  name: string;
  growthPercent: number | null;
  interval: [number, number] | null;
  confidence: 'high' | 'low';
  cause: { kind: string; articles: { title: string }[]; source: string | null; share: number | null } | null;
  why: string | null;
}

const GROWTH = 'insights/trending-topics/growth/?limit=50';
const TOLD =
  /(?:led by|fewer readers of|spread over many articles, most of all) (.+?)(?=\.?$)|spread over many articles/i;
const ZONE = 'Asia/Kolkata';
const HOUR = 3_600_000;
/** Time between full hours, and to midnight in Kolkata, which is half an hour off UTC. */
const HALF_HOUR = HOUR / 2;
const NEEDED = 90_000;

/** Day of the publisher, as days before today. */
const day = (ago: number) => dayIn(ZONE, toSeconds(Date.now() - ago * 24 * HOUR));

let browser: Browser;
let site: Site;
let keys = { operator: '', secret: '' };
before(async () => {
  browser = await openChromium();
  site = await startSite({ TIME_ZONE: ZONE });
  keys = { operator: await site.makeKey('operator'), secret: await site.makeKey('secret') };
  await loadDemo(site, { assetBase: site.url.origin });
  await site.cron('*/5 * * * *');
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

beforeEach(async () => {
  const left = HALF_HOUR - (Date.now() % HALF_HOUR);
  if (left < NEEDED) await sleep(left);
  const isOfThisHour = async () => Date.now() - Date.parse((await ask<{ asOf: string }>('insights/week/')).asOf) < HOUR;
  for (const end = Date.now() + NEEDED; !(await isOfThisHour()); await sleep(500))
    assert.ok(Date.now() < end, 'the figures do not move on');
});

async function ask<T>(path: string): Promise<T> {
  const headers = { Authorization: `Bearer ${keys.secret}` };
  const response = await fetch(new URL(`/api/v2/${path}`, site.url), { headers });
  assert.equal(response.status, 200, path);
  return ((await response.json()) as { data: T }).data;
}

const changed = async (direction: 'up' | 'down', more = '') =>
  (await ask<{ topics: Topic[] }>(`${GROWTH}&direction=${direction}${more}`)).topics;

async function causes(): Promise<Map<string, string>> {
  const all = [...(await changed('up', '&minContentItems=1')), ...(await changed('down', '&minContentItems=1'))];
  return new Map(
    all.map(({ name, growthPercent, confidence, cause, why }) => {
      if (cause === null || (growthPercent !== null && confidence === 'low')) {
        assert.equal(why, null, name);
        return [name, ''];
      }
      const isLoss = growthPercent !== null && growthPercent < 0;
      const many = `${isLoss ? 'fewer readers of' : 'spread over'} many articles`;
      if (cause.kind === 'many' && cause.articles.length === 0) return [name, many];
      const named = cause.source ?? cause.articles.map(({ title }) => title).join(' and ');
      const share = cause.share === null ? '' : ` (about ${cause.share}% of the ${isLoss ? 'losses' : 'gains'})`;
      const carried = cause.kind === 'many' ? `${many}, most of all` : isLoss ? 'fewer readers of' : 'led by';
      return [name, `${carried} ${named}${share}`];
    }),
  );
}

const open = (path: string, use: (page: Page) => Promise<void>, viewport = { width: 1280, height: 900 }) =>
  visit(browser, site, { path, keys: { secret: keys.secret }, viewport }, use);

const toldIn = (text: string) => {
  const [told] = TOLD.exec(text.trim()) ?? [''];
  return told.charAt(0).toLowerCase() + told.slice(1);
};

/** Returns the text of an element with the whole titles of articles, which sentences cut. */
const wholeText = (at: Locator) =>
  at.evaluate((it) => {
    const copy = it.cloneNode(true) as typeof it;
    for (const link of copy.querySelectorAll('.quoted [title]')) link.textContent = link.getAttribute('title');
    return copy.textContent ?? '';
  });

test('a topic’s change has the same cause, or no cause, on all pages and in MCP', async () => {
  const known = await causes();
  const named = [...known].filter(([, cause]) => cause !== '');
  assert.ok(named.length > 0, 'some changes have a cause');
  assert.ok(named.length < known.size, 'some have none');

  let told = 0;
  await open('/insights/week', async (page) => {
    await page.locator('.moves li').first().waitFor();
    for (const row of await page.locator('.moves li').all()) {
      const name = (await row.locator('a').first().textContent()) ?? '';
      const why = await row.locator('.why').all();
      assert.ok(why.length < 2, `${name} is told ${why.length} times`);
      assert.equal(why[0] ? toldIn(await wholeText(why[0])) : '', known.get(name), name);
      told += why.length;
    }
  });
  assert.ok(told > 0, 'the week tells a cause');

  await open('/insights?view=growth', async (page) => {
    await page.locator('.caused > li').first().waitFor();
    for (const row of await page.locator('.caused > li').all()) {
      const name = (await row.locator('a').first().textContent()) ?? '';
      assert.equal(toldIn(await wholeText(row.locator('.cause'))), known.get(name), name);
    }
  });

  for (const path of ['/insights', '/insights/today'])
    await open(path, async (page) => {
      const answer = page.locator('.answer, .growing').last();
      await answer.waitFor();
      const name = (await answer.locator('a').first().textContent()) ?? '';
      assert.equal(toldIn(await wholeText(answer)), known.get(name), path);
    });

  const ids = new Map(
    (await ask<{ topics: { id: number; name: string }[] }>('topics/list/')).topics.map(({ id, name }) => [name, id]),
  );
  const some = [...named.slice(0, 5), ...[...known].filter(([, cause]) => cause === '').slice(0, 3)];
  await open('/insights?view=trending', async (page) => {
    for (const [name, cause] of some) {
      await page.goto(`${site.url.origin}/insights?topic=${ids.get(name)}`);
      await page.locator('.growing').waitFor();
      const said = await wholeText(page.locator('.growing'));
      assert.equal(toldIn(said), cause, `${name}: ${said}`);
    }
  });

  const headers = { Authorization: `Bearer ${keys.secret}`, 'Content-Type': 'application/json' };
  const call = { name: 'growing_topics', arguments: { limit: 50, minContentItems: 1 } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const tool = await fetch(new URL('/mcp', site.url), { method: 'POST', headers, body });
  const { result } = (await tool.json()) as { result: { structuredContent: { topics: Topic[] } } };
  for (const { name, why } of result.structuredContent.topics)
    if (known.has(name)) assert.equal((why ?? '').replace(/[“”]/g, ''), known.get(name), name);
});

for (const width of [375, 1280])
  test(`growth at ${width} px shows every change with its interval and draws losses to the left of zero`, async () => {
    const [up, down] = [await changed('up'), await changed('down')];
    const sure = [...up, ...down.toReversed()].filter(({ confidence }) => confidence === 'high');
    assert.ok(
      sure.some(({ growthPercent }) => Number(growthPercent) < -30) && sure.length > 3,
      'there is much to draw',
    );
    await open(
      '/insights?view=growth',
      async (page) => {
        const rows = page.locator('.growth-bars:not(.unclear) > li').filter({ hasNotText: 'no readers before' });
        await rows.first().waitFor();
        const lead = up.find(({ confidence }) => confidence === 'high');
        assert.ok(
          (await page.locator('.answer').textContent())?.startsWith(`${lead?.name} `),
          'what leads is said first',
        );
        assert.deepEqual(
          await rows.locator('> a').allTextContents(),
          sure.map(({ name }) => name),
        );
        for (const [i, { growthPercent, interval }] of sure.entries()) {
          const row = rows.nth(i);
          const [zero, bar] = [await row.locator('.zero').boundingBox(), await row.locator('.bar').boundingBox()];
          assert.ok(zero && bar);
          if (Number(growthPercent) < 0) assert.ok(bar.x + bar.width <= zero.x + 2, `bar ${i} ends at zero`);
          else assert.ok(bar.x >= zero.x - 2, `bar ${i} begins at zero`);
          const sign = (value: number) => `${value < 0 ? '−' : '+'}${Math.max(1, Math.round(Math.abs(value)))}%`;
          assert.equal(await row.locator('b').textContent(), sign(growthPercent ?? 0));
          assert.equal(await row.locator('small').textContent(), interval?.map(sign).join(' to '));
        }
        const unclear = page.locator('.growth-bars.unclear > li');
        assert.equal(await unclear.first().isVisible(), false, 'what may be no change is folded');
        await page.locator('.growth summary').click();
        const folded = await unclear.locator('a').allTextContents();
        for (const { name, growthPercent, confidence } of [...up, ...down])
          if (growthPercent !== null && confidence === 'low') assert.ok(folded.includes(name), `${name} is among them`);
        await looksRight(page);
        await page.getByLabel('More', { exact: true }).click();
        const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Export CSV').click()]);
        const [head = '', ...lines] = readFileSync(await file.path(), 'utf8').split('\r\n');
        const columns = head.split(',');
        const last = down[0];
        const line = lines.find((text) => text.includes(`,${last?.name},`))?.split(',') ?? [];
        for (const [column, value] of Object.entries({
          growthPercent: last?.growthPercent,
          intervalLow: last?.interval?.[0],
          intervalHigh: last?.interval?.[1],
          confidence: last?.confidence,
        }))
          assert.equal(line[columns.indexOf(column)], String(value), column);
        const saved = async (name: string) => {
          const [download] = await Promise.all([page.waitForEvent('download'), page.getByText(name).click()]);
          return readFileSync(await download.path());
        };
        const drawn = (await saved('Save as SVG')).toString();
        const rowsDrawn = Array.from(
          drawn.matchAll(/class="(?:name|change|likely)"[^>]*>([^<]*)</g),
          ([, text]) => text,
        );
        const rowsShown = await page
          .locator('.growth-bars > li')
          .filter({ hasNotText: 'no readers before' })
          .evaluateAll((all) =>
            all.flatMap((row) =>
              Array.from(row.querySelectorAll(':scope > :is(a, b, small)'), ({ textContent }) => textContent),
            ),
          );
        const shown = rowsShown.filter((text) => text !== 'too few readers');
        assert.deepEqual(
          rowsDrawn,
          shown.map((text) => text?.replace('&', '&amp;')),
        );
        assert.match(drawn, /As of .+: the last 7 days against the 7 before\./);
        assert.match(drawn, /Source: newsgauge of /);
        const png = await saved('Save as PNG');
        assert.deepEqual([png.toString('latin1', 1, 4), png.readUInt32BE(16)], ['PNG', 1920]);
      },
      { width, height: 900 },
    );
  });

describe('comparison of topics', () => {
  test('two topics are compared by readers and growth, with labelled axes', async () => {
    const { topics: all } = await ask<{ topics: Topic[] }>('insights/trending-topics/?period=7d&limit=50');
    const { topics: listed } = await ask<{ topics: { id: number }[] }>('topics/trending/?period=week&limit=50');
    // Topics that Trending excludes have no position on it.
    const topics = all.filter(({ topicId }) => listed.some(({ id }) => id === topicId));
    const known = [...(await changed('up')), ...(await changed('down'))];
    const clear = known.filter(({ confidence }) => confidence === 'high');
    const at = topics.findIndex(({ topicId }) => clear.some((one) => one.topicId === topicId));
    const [high, low] = at > 0 ? [topics[0], topics[at]] : [topics[at], topics[1]];
    const placeOf = (topic: Topic | undefined) => listed.findIndex(({ id }) => id === topic?.topicId) + 1;
    await open(`/insights?view=compare&a=${low?.topicId}&b=${high?.topicId}`, async (page) => {
      const answer = page.locator('.answer');
      await answer.waitFor();
      assert.equal(await page.title(), `${low?.name} and ${high?.name} compared · newsgauge`);
      const text = `${high?.name} was read more over the last 7 days (No. ${placeOf(high)} in Trending; ${low?.name} is No. ${placeOf(low)})`;
      const said = ((await answer.textContent()) ?? '').replaceAll('\u00a0', ' ');
      const compared = [low, high].map((topic) => ({
        name: topic?.name ?? '',
        change: known.find(({ topicId }) => topicId === topic?.topicId) ?? null,
      }));
      assert.ok(said.startsWith(`${grownOf(compared)} `), `${said}, but ${grownOf(compared)}`);
      assert.ok(said.endsWith(`${text}.`), said);
      // Each topic has one colour in the chart, the bars, the table of audiences and the heading of its list.
      const coloursOf = (selector: string) =>
        page.locator(selector).evaluateAll((all) => all.map((one) => one.className.match(/data-\d/)?.[0]));
      assert.deepEqual(await coloursOf('.history:not(.hourly) .names b'), ['data-1', 'data-2']);
      assert.deepEqual(await coloursOf('.compared h2 .dot'), ['data-1', 'data-2']);
      for (const [i, topic] of [low, high].entries()) {
        const link = page.getByRole('link', { name: topic?.name ?? '', exact: true });
        const bar = page.locator('.growth-bars > li').filter({ has: link });
        if ((await bar.count()) > 0) assert.match((await bar.getAttribute('class')) ?? '', new RegExp(`data-${i + 1}`));
      }
      assert.deepEqual(await page.locator('.history:not(.hourly) .names b').allTextContents(), [low?.name, high?.name]);
      const caption = (await page.locator('figcaption').textContent()) ?? '';
      const levels = await page.locator('.history:not(.hourly) .levels span').allTextContents();
      assert.equal(levels.length, 3);
      // Only topics with many readers have histories that are fine enough for one scale.
      if (/in the first week, on one scale/.test(caption)) assert.match(levels[2] ?? '', /^\d*[05]0%$/);
      else {
        assert.match(caption, /relative to the topic’s own busiest day/);
        assert.deepEqual(levels, ['0%', '50%', '100%']);
      }
      await page.getByLabel('More', { exact: true }).click();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Export CSV').click()]);
      const [days = '', changes = ''] = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n\r\n');
      assert.equal(days.split('\r\n').length, 29);
      const [head = '', ...rows] = changes.split('\r\n');
      const moved = [...(await changed('up', '&minContentItems=1')), ...(await changed('down', '&minContentItems=1'))];
      for (const { topicId, name, growthPercent, interval } of moved.filter((one) =>
        [low?.topicId, high?.topicId].includes(one.topicId),
      )) {
        const row = rows.find((text) => text.includes(`,${name},`))?.split(',') ?? [];
        const told = ['topicId', 'growthPercent', 'intervalLow', 'intervalHigh'].map(
          (column) => row[head.split(',').indexOf(column)],
        );
        assert.deepEqual(
          told,
          [topicId, growthPercent, interval?.[0], interval?.[1]].map((value) => String(value ?? '')),
        );
      }
      await looksRight(page);
    });
  });

  test('a topic that is excluded from Trending can be found and compared', async () => {
    const { topics } = await ask<{ topics: { id: number; name: string }[] }>('topics/list/');
    const left = topics.find(({ name }) => name === 'Industry News');
    await open('/insights?view=trending', async (page) => {
      await page.getByRole('link', { name: 'by topic', exact: true }).click();
      await page.getByLabel('Topic', { exact: true }).selectOption('Industry News');
      await page.getByRole('heading', { name: 'Industry News', exact: true }).waitFor();
      assert.equal(await page.title(), 'Industry News · newsgauge');
      await page.goBack();
      await page.getByRole('heading', { name: 'Industry News', exact: true }).waitFor({ state: 'detached' });
      await page.goBack();
      await page.waitForURL(/view=trending/);
      await page.locator('.topics').first().waitFor();
      await until(page, `document.title === 'Trending · Insights · newsgauge'`);
    });
    await open(`/insights?view=compare&a=${left?.id}&b=${topics[0]?.id}`, async (page) => {
      await page.locator('.answer').waitFor();
      assert.match(
        (await page.locator('.answer').textContent()) ?? '',
        /Industry News (was read more over .* \(|is )hidden from Trending/,
      );
      assert.equal(await page.getByLabel('Topic', { exact: true }).inputValue(), String(left?.id));
    });
  });

  test('a comparison over a range shows the change in that range and states which data is missing', async () => {
    const [from, to] = [day(14), day(1)];
    const all = await Promise.all(
      ['up', 'down'].map((d) => changed(d as 'up' | 'down', `&minContentItems=1&from=${from}&to=${to}`)),
    );
    const [a, b] = all.flat().filter(({ growthPercent }) => growthPercent !== null && growthPercent !== 0);
    assert.ok(a && b);
    const path = `/insights?view=compare&a=${a.topicId}&b=${b.topicId}&period=dates&from=${from}&to=${to}`;
    await open(path, async (page) => {
      await page.locator('.answer').waitFor();
      for (const topic of [a, b])
        assert.equal(
          await page.locator('#changes .growth-bars > li').filter({ hasText: topic.name }).locator('b').textContent(),
          formatPercent(Number(topic.growthPercent)),
        );
      const isFirst = Number(a.growthPercent) >= Number(b.growthPercent);
      const verdict = (await page.locator('.answer').textContent()) ?? '';
      assert.match(verdict, / was read more over \d.+ 20\d\d \(.+\)\.$/);
      const [grown = ''] = verdict.split('. ');
      assert.match(grown, /^.+ ((grew|fell|stayed level) \(.+%\)|is (up|down)).* on the 14 days before$/);
      assert.ok(grown.startsWith((isFirst ? a : b).name), grown);
      await page.getByText('audiences are known for the last 7 days only').waitFor();
      assert.equal(await page.locator('.paired').count(), 0);
      await page
        .getByText(
          /^.+ \(Asia\/Kolkata\) against the 14 days before\. The confidence and the cause of such a change are unknown, .* deleted after 15 days\./,
        )
        .first()
        .waitFor();
      assert.equal(await page.locator('.growth-bars > li').count(), 2);
      assert.equal(await page.locator('.growth-bars .range').count(), 0);
      assert.equal(await page.locator('.growth-bars .cause').count(), 0);
      assert.deepEqual(await page.locator('.growth-bars small').allTextContents(), ['unknown', 'unknown']);
      assert.equal(await page.locator('.history .chosen').count(), 1);
      assert.match((await page.locator('figcaption').textContent()) ?? '', /Framed: .+ \(Asia\/Kolkata\)\./);
      const year = page.waitForResponse((response) => response.url().includes('against=year'));
      await page.getByRole('radio', { name: 'A year ago' }).click();
      assert.equal((await year).status(), 200);
      await looksRight(page);
      await page.getByRole('link', { name: 'See the last 7 days instead.' }).first().click();
      await page.locator('.growth-bars .range').first().waitFor();
    });
    const shared = async (one: Topic, other: Topic) => {
      const headers = { Authorization: `Bearer ${keys.operator}` };
      const view = `insights/topics/${one.topicId}/history/?days=28#with=${other.topicId}&from=${from}&to=${to}`;
      const body = JSON.stringify({ name: 'The board', view, days: 30 });
      const made = await fetch(new URL('/manage/shares', site.url), { method: 'POST', headers, body });
      const { link } = ((await made.json()) as { data: { link: string } }).data;
      return (await fetch(new URL(new URL(link).pathname, site.url))).text();
    };
    const page = await shared(a, b);
    for (const { growthPercent } of [a, b]) {
      const figure = `>${formatPercent(Number(growthPercent))}<`;
      assert.ok(page.includes(figure), figure);
    }
    // Audiences of other days than the rest of the page would mislead.
    assert.match(page, /audiences are known for the last 7 days only/);
  });

  test('a comparison of four topics over three months loads their changes in one request', async () => {
    const { topics } = await ask<{ topics: Topic[] }>('insights/trending-topics/?period=7d&limit=4');
    const four = topics.map(({ topicId }, i) => `${'abcd'[i]}=${topicId}`).join('&');
    const answered: [path: string, status: number][] = [];
    await open('/insights?view=rising', async (page) => {
      page.on('response', (response) => answered.push([response.url(), response.status()]));
      await page.goto(
        new URL(`/insights?view=compare&${four}&period=dates&from=${day(90)}&to=${day(1)}`, site.url).href,
      );
      await page.locator('.compared section').nth(3).waitFor();
      const ofTheDays = answered.filter(([path]) => path.includes('/growth/') && path.includes('from='));
      assert.equal(ofTheDays.length, 2);
      assert.deepEqual(
        answered.filter(([, status]) => status === 429),
        [],
      );
    });
  });

  test('two weeks of a topic are drawn on one scale with weekday names', async () => {
    await open('/insights?view=compare&way=weeks', async (page) => {
      await page.locator('.history:not(.hourly) svg[role=img]').waitFor();
      assert.equal(await page.locator('.history:not(.hourly) .plot .days span').count(), 7);
      assert.match((await page.locator('figcaption').textContent()) ?? '', /so you can compare heights/);
      assert.match((await page.locator('.growing').textContent()) ?? '', /(on|from) last week/);
      await looksRight(page);
    });
  });
});

describe('page of a past day', () => {
  const weekdays = (date: string) =>
    `${new Date(date).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' })}s`;

  test('Today opens a past day with its usual range, trending topics and most-read articles', async () => {
    const [date, yesterday] = [day(4), day(1)];
    const { items } = await ask<{ items: { title: string }[] }>(
      `insights/popular-content/?from=${date}&to=${date}&limit=6`,
    );
    const { topics } = await ask<{ topics: Topic[] }>(`insights/trending-topics/?from=${date}&to=${date}&limit=8`);
    await open('/insights/today', async (page) => {
      await page.getByLabel('More', { exact: true }).click();
      const field = page.getByLabel('A past day');
      await field.waitFor();
      assert.equal(await field.getAttribute('max'), yesterday);
      await field.fill(date);
      await page.waitForURL((url) => url.search === `?date=${date}`);
      await page.locator('#read li').first().waitFor();
      const said = (await page.locator('.answer').textContent()) ?? '';
      assert.match(said, new RegExp(` was (busier than|quieter than|like) other ${weekdays(date)}\\.`));
      assert.match(said, /Readers were (more|less) interested than usual in|No topic stood out/);
      assert.deepEqual(
        await page.locator('#read .stories li > div:nth-child(2) > a').allTextContents(),
        items.map(({ title }) => title),
      );
      const listed = page.locator('#topics li');
      assert.deepEqual(
        await listed.locator('a').allTextContents(),
        topics.map(({ name }) => name),
      );
      for (const words of await listed.locator('small').allTextContents())
        assert.match(words, new RegExp(`^((busier than|quieter than|like) other ${weekdays(date)})?$`));
      assert.match((await page.locator('#pulse .said').textContent()) ?? '', /usual on this weekday/);
      await looksRight(page);
      await page.evaluate(`for (const { firstChild } of document.querySelectorAll('.stories a:not(.more)'))
        firstChild.textContent = 'In short';`);
      await looksRight(page);
      await page.goBack();
      await page.getByRole('link', { name: '‹ Yesterday' }).waitFor();
    });
  });

  test('the Today page and yesterday’s page describe yesterday in the same words', async () => {
    const yesterday = day(1);
    await open('/insights/today', async (page) => {
      const said = page.locator('#pulse-title small');
      await said.waitFor();
      assert.equal(await page.locator('.answer').count(), 1);
      const ofToday = page.locator('#pulse > p').filter({ hasText: /today/i });
      for (const words of await ofToday.allTextContents())
        assert.match(words, /^(Today (at|from) .+: .+\.|No unusual hours today so far\.)$/);
      const [, words = ''] = /yesterday was (.*)$/.exec((await said.textContent()) ?? '') ?? [];
      assert.match(words, /other/);
      await said.getByRole('link', { name: 'yesterday' }).click();
      await page.waitForURL((url) => url.search === `?date=${yesterday}`);
      await page.locator('.answer').waitFor();
      assert.ok(((await page.locator('.answer').textContent()) ?? '').includes(` was ${words}.`), words);
    });
  });

  test('the Today page draws yesterday and today so far by the hour, with the usual range of each hour', async () => {
    const end = Date.parse(`${day(0)}T05:30:00+05:30`);
    await open('/insights?view=trending', async (page) => {
      await page.route(/insights\/hours\//, async (route) => {
        const { 'if-none-match': _, ...headers } = route.request().headers();
        const response = await route.fetch({ headers });
        const answer = (await response.json()) as { data: object };
        const hours = Array.from({ length: 168 }, (_, i) => ({
          at: new Date(end - (167 - i) * HOUR).toISOString(),
          index: i === 167 ? 100 : 5 * (i % 8),
        }));
        await route.fulfill({ response, json: { ...answer, data: { ...answer.data, hours, width: 1 } } });
      });
      await page.goto(`${site.url.origin}/insights/today`);
      const hourly = page.locator('#pulse .history.hourly');
      await hourly.locator('path.chosen').waitFor({ state: 'attached' });
      // Hours of a weekend are not compared with those of weekdays.
      const isWeekend = [0, 6].includes(new Date(day(0)).getUTCDay());
      if (!isWeekend) assert.equal(await hourly.locator('path.usual').count(), 1);
      assert.match(
        (await hourly.locator('.said').textContent()) ?? '',
        isWeekend ? /100%$/ : /100% \(usual at this hour: /,
      );
      assert.match((await hourly.locator('figcaption').textContent()) ?? '', /today so far/);
      await looksRight(page);
      await page.getByText('By day: the last 28 days').click();
      await page.locator('#pulse .history:not(.hourly) svg').waitFor();
      await looksRight(page);
    });
  });

  for (const [name, date, words] of [
    ['today', () => day(0), 'This day is not over'],
    ['a future day', () => day(-9), 'This day is not over'],
    ['a day before the stored history', () => '2019-01-01', 'No data for this day'],
  ] as const)
    test(`the page of ${name} shows “${words}”`, async () => {
      await open(`/insights/today?date=${date()}`, async (page) => {
        await page.getByText(words).waitFor();
        assert.equal(await page.locator('.stories').count(), 0);
      });
    });
});

test('each top article of a day has a chart, or the page states when the chart will start', async () => {
  const { items } = await ask<{ items: { contentId: number; title: string }[] }>(
    'insights/popular-content/?period=24h&limit=20',
  );
  // Only soon after midnight does every article have a complete day.
  const fresh = { contentId: 1_000_000, title: 'Just published' };
  const at = new Date().toISOString();
  const [id, url] = [fresh.contentId, `${site.url.origin}/just-published`];
  await site.publish({ articles: [{ ...fresh, id, url, publishedAt: at, contentType: 'article' }] });
  await site.importClicks(Array.from({ length: 20 }, (_, i) => ({ contentId: id, at, reader: `reader ${i}` })));
  let without = 0;
  await open('/insights?view=trending', async (page) => {
    for (const { contentId, title } of [...items, fresh]) {
      const { days } = await ask<{ days: { index: number | null }[] }>(`insights/content/${contentId}/`);
      await page.goto(`${site.url.origin}/insights?content=${contentId}`);
      // An article without a curve also shows the curve of its topic.
      const byDay = page.locator('.history:not(.hourly)').filter({ hasNotText: 'Readers of its topic' });
      await byDay.waitFor();
      const hasCurve = days.some(({ index }) => index !== null);
      assert.equal(await byDay.locator('svg').count(), hasCurve ? 1 : 0, title);
      if (hasCurve) continue;
      without++;
      const said = (await byDay.locator('.none').textContent()) ?? '';
      assert.match(said, /(daily chart starts after|Today is added after) 00:00 GMT\+5:30/);
      assert.match(said, /15 (people|readers)/);
    }
  });
  assert.ok(without > 0, 'some are too new for a curve');
});

test('hourly figures are labelled in the time zone of the publisher', async () => {
  const { asOf } = await ask<{ asOf: string }>('insights/week/');
  assert.match(asOf, /T\d\d:00:00Z$/);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });
  const hour = (time: number) => clock.format(time);
  // The full hour may change between the requests.
  const expected = [Date.parse(asOf), Date.parse(asOf) + 3_600_000].map(
    (time) => `As of ${hour(time)} GMT+5:30: the last 7 days against the 7 before.`,
  );
  const [topic] = await changed('up');
  for (const path of [
    '/insights',
    '/insights/today',
    '/insights/week',
    '/insights?view=growth',
    `/insights?topic=${topic?.topicId}`,
  ])
    await open(path, async (page) => {
      const said = page.locator('.as-of').first();
      await said.waitFor();
      const text = (await said.textContent()) ?? '';
      assert.ok(
        expected.some((words) => text.endsWith(words)),
        `${path}: ${text}`,
      );
      await page.evaluate('seen.shift = 0');
    });
});
