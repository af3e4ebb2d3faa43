import type { Subject } from '../mutation.ts';

const EXACTNESS = { file: 'test/clicks/exactness-1.test.ts' };

export const doubleCounts: Subject = {
  title: 'A click counted twice',
  mutations: [
    {
      name: 'what an earlier attempt has counted is counted again',
      file: 'src/clicks/count/ledger.ts',
      find: ' WHERE $' + '{ledger.nonce} = $' + '{nonce}`;',
      replace: '`;',
      tests: EXACTNESS,
    },
    {
      name: 'a batch that holds a click twice counts it twice',
      file: 'src/clicks/count/ledger.ts',
      find: 'const distinct = earliest(clicks);',
      replace: 'const distinct = [...clicks];',
      tests: EXACTNESS,
    },
    {
      name: 'a click that is known replaces its ledger row',
      file: 'src/clicks/count/ledger.ts',
      find: 'INSERT OR IGNORE INTO',
      replace: 'INSERT OR REPLACE INTO',
      tests: EXACTNESS,
    },
    {
      name: 'a window adds up the totals it is told',
      file: 'src/engagement/cells.ts',
      find: 'merged.push(column, Math.max(',
      replace: 'merged.push(column, ((a, b) => a + b)(',
      tests: EXACTNESS,
    },
    {
      name: 'an import is hashed with a salt of its own',
      file: 'src/clicks/past.ts',
      find: 'await importedReader(await importSalt(stores, day, now), click.reader)',
      replace: 'await importedReader(crypto.randomUUID(), click.reader)',
      tests: { file: 'test/routes/manage/clicks.test.ts' },
    },
    {
      name: 'a dead letter stays when it has been replayed',
      file: 'src/clicks/count/dead-letters.ts',
      find: "await discardDeadLetters(db, { ids: letters.map(({ id }) => id) }, author, 'queued');",
      replace: 'if (letters.length > 0) return replayed + letters.length;',
      tests: { file: 'test/clicks/dead-letters.test.ts', named: 'replay' },
    },
  ],
};
