import type { Subject } from '../mutation.ts';

const INFLATION = { file: 'test/verify/abuse/inflation.test.ts' };

export const inflation: Subject = {
  title: 'A ranking moved by one sender',
  mutations: [
    {
      name: 'every address of a /64 is a reader of its own',
      file: 'src/clicks/accept/address.ts',
      find: '.slice(0, 4)',
      replace: '.slice(0, 8)',
      tests: INFLATION,
    },
    {
      name: 'an address counts as often as it changes its user agent',
      file: 'src/clicks/accept/reader.ts',
      find: '16) % classes;',
      replace: '16) % (64 * classes);',
      tests: INFLATION,
    },
    {
      name: 'nothing is weighed',
      file: 'src/engagement/weight.ts',
      find: 'if (shares === null || total <= FLOOR) return total;',
      replace: 'if (shares === null || total > 0) return total;',
      tests: INFLATION,
    },
    {
      name: 'browsers are not weighed',
      file: 'src/engagement/weight.ts',
      find: 'for (const kind of KIND_NAMES) weight',
      replace: "for (const kind of ['network', 'prefix'] as const) weight",
      tests: INFLATION,
    },
    {
      name: 'networks and prefixes are not weighed',
      file: 'src/engagement/weight.ts',
      find: 'for (const kind of KIND_NAMES) weight',
      replace: "for (const kind of ['browser'] as const) weight",
      tests: INFLATION,
    },
    {
      name: 'a class may have twice as many clicks, however rare it is',
      file: 'src/engagement/weight.ts',
      find: 'count: KINDS.network, floor: 3,',
      replace: 'count: KINDS.network, floor: 6,',
      tests: INFLATION,
    },
    {
      name: 'frames and pictures of foreign pages follow links',
      file: 'src/clicks/followed.ts',
      find: "return 'embedded';",
      replace: 'return null;',
      tests: INFLATION,
    },
    {
      name: 'a browser that was sent to a link follows it',
      file: 'src/clicks/followed.ts',
      find: "return 'noGesture';",
      replace: 'return null;',
      tests: INFLATION,
    },
    {
      name: 'a token may end whenever it likes',
      file: 'src/clicks/accept/claims.ts',
      find: 'exp <= now / 1000 + LONGEST && ',
      replace: '',
      tests: INFLATION,
    },
    {
      name: 'a beacon with a bound key need not say where it comes from',
      file: 'src/routes/clicks/beacon.ts',
      find: '{ required: true }',
      replace: '{ required: false }',
      tests: INFLATION,
    },
    {
      name: 'a beacon that waited counts for an article that came after it',
      file: 'src/clicks/count/ledger.ts',
      find: "outcome === 'imported' ? seconds(now)",
      replace: "outcome !== 'none' ? seconds(now)",
      tests: { file: 'test/clicks/unknown.test.ts', named: 'waited while its article' },
    },
  ],
};
