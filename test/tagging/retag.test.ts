import { beforeEach, describe, expect, test } from 'vitest';
import { openTestDb } from '../support/index.ts';
import { emptyNewsroom, indexed, NOW, openNewsroom, retagAll, rule, save, stored, story } from './newsroom.ts';

beforeEach(async () => {
  await openNewsroom();
  await emptyNewsroom();
  await rule('topic', 1, ['flood']);
});

const none = { topics: [], companies: [], countries: [], geoGroups: [] };

describe('retagging', () => {
  test('retagging adds matching tags to articles and the index, and reports them', async () => {
    await save([
      story(1, 'Floods in France cost the insurer Acme dear'),
      story(2, 'Hail'),
      story(3, 'Flood', { topics: [2] }),
    ]);
    const report = await retagAll(NOW + 5000);
    expect(report).toEqual({
      examined: 3,
      changed: 2,
      tags: {
        topics: { added: 2, removed: 0 },
        companies: { added: 1, removed: 0 },
        countries: { added: 1, removed: 0 },
        geoGroups: { added: 0, removed: 0 },
      },
      sample: [
        {
          contentId: 1,
          title: 'Floods in France cost the insurer Acme dear',
          added: { ...none, topics: [1], companies: [1], countries: ['FR'] },
          removed: none,
        },
        { contentId: 3, title: 'Flood', added: { ...none, topics: [1] }, removed: none },
      ],
      after: null,
    });
    expect((await stored(3)).tags.topics).toEqual([2, 1]);
    expect(await indexed('t1')).toEqual([1, 3]);
    expect(await indexed('nfr')).toEqual([1]);
    expect(await openTestDb().all('SELECT modified_at AS at FROM articles WHERE id = 1')).toEqual([
      { at: NOW / 1000 + 5 },
    ]);
  });

  test('retagging writes nothing if no tags change', async () => {
    await save([story(1, 'Floods in France'), story(2, 'Hail')]);
    await retagAll();
    const db = openTestDb();
    expect(await retagAll(NOW + 1000, db)).toMatchObject({ examined: 2, changed: 0, sample: [] });
    expect(db.usage.rowsWritten).toBe(0);
  });

  test('retagging removes only tags that rules have added and that no longer match', async () => {
    await save([story(1, 'Flood', { topics: [2] }), story(2, 'Flood', { topics: [1] })]);
    await retagAll();
    await rule('topic', 1, ['inundation']);
    expect(await retagAll()).toMatchObject({ changed: 1, tags: { topics: { added: 0, removed: 1 } } });
    expect(await stored(1)).toEqual({ tags: { ...none, topics: [2] }, ruleTags: null });
    expect((await stored(2)).tags.topics).toEqual([1]);
    expect(await indexed('t1')).toEqual([2]);
  });

  test('tags added by a rule are removed if the rule no longer has any words', async () => {
    await save([story(1, 'Flood')]);
    await retagAll();
    await rule('topic', 1, []);
    await retagAll();
    expect((await stored(1)).tags.topics).toEqual([]);
  });
});

describe('tags added by editors', () => {
  test('a tag that an editor removed is not added again by rules', async () => {
    await save([story(1, 'Flood')]);
    await retagAll();
    await save([story(1, 'Flood')]);
    expect(await stored(1)).toMatchObject({ tags: none, ruleTags: { barred: { topics: [1] } } });
    expect(await retagAll()).toMatchObject({ changed: 0 });
    await save([story(1, 'Flood again')], 'rules');
    expect((await stored(1)).tags.topics).toEqual([]);
    await save([story(1, 'Flood', { topics: [1] })]);
    expect(await stored(1)).toEqual({ tags: { ...none, topics: [1] }, ruleTags: null });
  });

  test('a rule’s tag confirmed by an editor is kept when the rule is deleted, and writes one row', async () => {
    await save([story(1, 'Flood')]);
    await retagAll();
    const before = await openTestDb().all('SELECT modified_at FROM articles');
    await save([story(1, 'Flood', { topics: [1] })], 'hand', NOW + 9000);
    expect((await stored(1)).ruleTags).toBeNull();
    expect(await openTestDb().all('SELECT modified_at FROM articles')).toEqual(before);
    await rule('topic', 1, []);
    await retagAll();
    expect((await stored(1)).tags.topics).toEqual([1]);
  });
});

test('a changed feed item gets the tags for its new text and keeps those added by editors', async () => {
  await save([story(1, 'Flood', { topics: [1], countries: ['FR'] })], 'rules');
  await save([story(1, 'Flood', { topics: [2, 1], countries: ['FR'] })]);
  await save([story(1, 'Hail', { topics: [3], countries: ['ES'] })], 'rules');
  expect(await stored(1)).toEqual({
    tags: { ...none, topics: [2, 1, 3], countries: ['FR', 'ES'] },
    ruleTags: { added: { ...none, topics: [3], countries: ['ES'] }, barred: none },
  });
});

test('saveArticles returns the id of each line and the new ids', async () => {
  await save([story(7, 'Old')]);
  const fresh = { ...story(1, 'New'), id: undefined, url: 'https://a.example/new' };
  const { ids, created, refusals } = await save([story(7, 'Old'), { ...story(8, 'Bad'), topics: [99] }, fresh]);
  expect([...refusals.keys()]).toEqual([2]);
  expect([...ids]).toEqual([
    [1, 7],
    [3, 9],
  ]);
  expect([...created]).toEqual([9]);
});
