import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { demoNewsroom } from '../../../src/demo/newsroom.ts';
import { needsDemo } from '../../../src/node/first-start/load-demo.ts';
import { useOwnFeeds } from '../../../src/node/first-start/own-feeds.ts';
import { startNewspaper } from '../../browser/support/newspaper.ts';
import { startSite } from '../../browser/support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-own-feeds-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('importing feeds removes a half-loaded demo but keeps its topics', async () => {
  const newspaper = await startNewspaper('127.0.0.29');
  const site = await startSite({ FEED_ALLOW_HOSTS: newspaper.host });
  try {
    const now = Math.floor(Date.now() / 1000);
    const { topics, companies, sources, articles } = demoNewsroom({
      seed: 20_260_101,
      now,
      assetBase: site.url.origin,
    });
    await site.db.prepare('INSERT INTO demo_load (id, loaded_at, now) VALUES (1, NULL, ?)').bind(now).run();
    await site.publish({ topics, companies, sources, articles: articles.slice(0, 5) });
    assert.equal(await needsDemo(site.db), true, 'the load was interrupted');
    const file = join(folder, 'feeds.opml');
    const outline = `<outline type="rss" text="The Courier" xmlUrl="${newspaper.at('/feed.xml')}"/>`;
    writeFileSync(file, `<?xml version="1.0"?><opml version="2.0"><head/><body>${outline}</body></opml>`);
    assert.equal(await useOwnFeeds(site, file, () => {}), true);
    const titles = await site.db.prepare('SELECT title FROM articles ORDER BY title').all<{ title: string }>();
    assert.deepEqual(
      titles.results.map(({ title }) => title),
      ['A satellite is launched', 'Nothing of note'],
    );
    assert.equal(await needsDemo(site.db), false, 'the demo does not come with the next start');
    const kept = await site.db.prepare('SELECT count(*) AS n FROM topics').first<{ n: number }>();
    assert.ok((kept?.n ?? 0) >= topics.length);
    const left = await site.db.prepare('SELECT count(*) AS n FROM companies').first<{ n: number }>();
    assert.equal(left?.n, 0);
  } finally {
    await site.dispose();
    newspaper.close();
  }
});
