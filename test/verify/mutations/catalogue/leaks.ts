import type { Subject } from '../mutation.ts';

const COUNTS = { file: 'test/verify/counts/answers.test.ts' };
const THRESHOLDS = { file: 'test/routes/insights/thresholds.test.ts' };
const TURNS = { file: 'test/http/turns.test.ts' };
const SALTS = 'test/runtime/salts.test.ts';

export const leaks: Subject = {
  title: 'A count or a reader found out, a question that makes others wait',
  mutations: [
    {
      name: 'an article is listed for a continent with one reader there',
      file: 'src/rankings/rank-site.ts',
      find: 'own >= minClicks ? own : 0',
      replace: 'own > 0 ? own : 0',
      tests: COUNTS,
    },
    {
      name: 'growth moves with each click',
      file: 'src/engagement/hours.ts',
      find: 'const growth = { from: hour - WEEK, to: hour };',
      replace: 'const growth = { from: hour - WEEK, to: hour + 1 };',
      tests: { file: 'test/engagement/hours.test.ts' },
    },
    {
      name: 'a history has steps of one hundredth',
      file: 'src/rankings/history-index.ts',
      find: '{ from: 50, step: 5 }',
      replace: '{ from: 50, step: 1 }',
      tests: { file: 'test/rankings/history-index.test.ts' },
    },
    {
      name: 'an audience of one has an index',
      file: 'src/rankings/audience-index.ts',
      find: 'const LEAST = 50;',
      replace: 'const LEAST = 1;',
      tests: { file: 'test/rankings/audience-index.test.ts' },
    },
    {
      name: 'intervals have five digits',
      file: 'src/rankings/growth-percent.ts',
      find: 'toPrecision(DIGITS)',
      replace: 'toPrecision(5)',
      tests: THRESHOLDS,
    },
    {
      name: 'a ranking says how often each article was read',
      file: 'src/rankings/read.ts',
      find: 'previousRank: ranks[place] ?? null',
      replace: 'previousRank: (ranks[place] ?? 0) + list.length',
      tests: { file: 'test/routes/insights/recount.test.ts' },
    },
    {
      name: 'the message of a click holds its reader',
      file: 'src/clicks/accept.ts',
      find: 'id: await clickId(reader, contentId, dayOf(now)),',
      replace: 'id: reader,',
      tests: { file: SALTS, named: 'both halves' },
    },
    {
      name: 'the key-value store keeps its half',
      file: 'src/clicks/salts.ts',
      find: 'for (const { name } of rows) await stores.kv.delete(name);',
      replace: '',
      tests: { file: SALTS, named: 'both halves' },
    },
    {
      name: 'a place that misses its half makes a salt of its own',
      file: 'src/clicks/salts.ts',
      find: 'const READERS: Kind = { table: readerSalts, days: 2, replaced: false };',
      replace: 'const READERS: Kind = { table: readerSalts, days: 2, replaced: true };',
      tests: { file: SALTS, named: 'two places' },
    },
    {
      name: 'keys may be guessed at the sign-in without end',
      file: 'src/http/sign-ins.ts',
      find: 'quota: 30',
      replace: 'quota: 30_000',
      tests: { file: 'test/routes/session.test.ts', named: 'guessing' },
    },
    {
      name: 'an isolate takes every beacon, however many there are',
      file: 'src/routes/clicks/beacon.ts',
      find: 'tallied, sheddingClicks',
      replace: 'tallied',
      tests: { file: 'test/routes/clicks/flood.test.ts' },
    },
    {
      name: 'forged keys are looked up without end',
      file: 'src/http/auth.ts',
      find: 'quota: 60 }',
      replace: 'quota: 60_000 }',
      tests: { file: 'test/http/rate-limit.test.ts' },
    },
    {
      name: 'one address may ask as much at a time as it likes',
      file: 'src/http/turns.ts',
      find: 'const BY_CLIENT = 16;',
      replace: 'const BY_CLIENT = 1600;',
      tests: TURNS,
    },
    {
      name: 'costly questions go side by side',
      file: 'src/http/turns.ts',
      find: "slots.take('costly', 1, ",
      replace: "slots.take('costly', 100, ",
      tests: TURNS,
    },
    {
      name: 'a question weighs the same whatever it costs',
      file: 'src/http/auth.ts',
      find: 'Math.floor(c.var.db.usage.milliseconds / UNIT)',
      replace: '0 / UNIT',
      tests: TURNS,
    },
    {
      name: 'questions are remembered as they were asked',
      file: 'src/http/cache.ts',
      find: 'await sha256(place + JSON.stringify(parameters, asSet))',
      replace: 'place + JSON.stringify(parameters, asSet)',
      tests: TURNS,
    },
    {
      name: 'a search may hold a thousand words',
      file: 'src/routes/search-terms.ts',
      find: 'const MAX_WORDS = 100;',
      replace: 'const MAX_WORDS = 1000;',
      tests: { file: 'test/search/endings.test.ts' },
    },
    {
      name: 'a tag may declare namespaces without end',
      file: 'src/syndication/read/xml.ts',
      find: 'const MAX_DECLARATIONS = 100;',
      replace: 'const MAX_DECLARATIONS = 1e9;',
      tests: { file: 'test/project/feed-memory.test.ts' },
    },
  ],
};
