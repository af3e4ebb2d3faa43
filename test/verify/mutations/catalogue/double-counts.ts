import type { Subject } from '../mutation.ts';

const EXACTNESS = { file: 'test/clicks/exactness.test.ts' };

export const doubleCounts: Subject = {
  title: 'A click counted twice',
  mutations: [
    {
      name: 'what an earlier attempt has counted is counted again',
      file: 'src/clicks/ledger.ts',
      find: 'WHERE l.nonce = $' + '{nonce}`;',
      replace: '`;',
      tests: EXACTNESS,
    },
    {
      name: 'a batch that holds a click twice counts it twice',
      file: 'src/clicks/ledger.ts',
      find: '[...new Map(clicks.toReversed().map((click) => [click.id, click])).values()]',
      replace: '[...clicks]',
      tests: EXACTNESS,
    },
    {
      name: 'a click that is known replaces its ledger row',
      file: 'src/clicks/ledger.ts',
      find: 'INSERT OR IGNORE INTO',
      replace: 'INSERT OR REPLACE INTO',
      tests: EXACTNESS,
    },
    {
      name: 'a window adds up the totals it is told',
      file: 'src/engagement/window.ts',
      find: 'Math.max(count, known?.[i] ?? 0)',
      replace: 'count + (known?.[i] ?? 0)',
      tests: { file: 'test/engagement/window.test.ts' },
    },
    {
      name: 'an import is hashed with a salt of its own',
      file: 'src/clicks/past.ts',
      find: 'const salt = await importSalt(db);',
      replace: 'const salt = crypto.randomUUID();',
      tests: { file: 'test/routes/manage/clicks.test.ts' },
    },
    {
      name: 'a dead letter stays when it has been replayed',
      file: 'src/clicks/dead-letters.ts',
      find: 'await db.run(sql`DELETE FROM dead_letters',
      replace: 'if (!ids) await db.run(sql`DELETE FROM dead_letters',
      tests: { file: 'test/clicks/dead-letters.test.ts', named: 'replay' },
    },
  ],
};
