import type { Subject } from '../mutation.ts';

const READER = { file: 'test/clicks/accept/reader.test.ts' };
const SALTS = { file: 'test/clicks/salts.test.ts' };

export const privacy: Subject = {
  title: 'A reader or a network found out',
  mutations: [
    {
      name: 'salts are kept',
      file: 'src/clicks/salts/salts.ts',
      find: 'lte(table.day, dayOf(now) - days)',
      replace: 'lte(table.day, dayOf(now) - days * 100)',
      tests: SALTS,
    },
    {
      name: 'a deleted half stays in the file',
      file: 'src/clicks/salts/salts.ts',
      find: 'db.update(table).set(blank).where(rows), ',
      replace: '',
      tests: SALTS,
    },
    {
      name: 'salts of imports are kept for ever',
      file: 'src/clicks/salts/salts.ts',
      find: 'days: 15, replaced: true',
      replace: 'days: 1500, replaced: true',
      tests: SALTS,
    },
    {
      name: 'the audit trail says from where a change came',
      file: 'src/routes/manage/lines.ts',
      find: 'return { actor: key.name, session',
      replace: "return { actor: key.name + c.req.header('CF-Connecting-IP'), session",
      tests: { file: 'test/runtime/salts.test.ts', named: 'both halves' },
    },
    {
      name: 'a salt holds for ever',
      file: 'src/clicks/salts/salts.ts',
      find: 'Math.floor(now / DAY_MS)',
      replace: 'Math.floor(now / DAY_MS / 1000)',
      tests: SALTS,
    },
    {
      name: 'a salt lies in the database as a whole',
      file: 'src/clicks/salts/salts.ts',
      find: 'return row.half + other;',
      replace: 'return row.half + row.half;',
      tests: SALTS,
    },
    {
      name: 'the other half of a salt stays where it is',
      file: 'src/clicks/salts/salts.ts',
      find: 'await stores.kv.delete(name);',
      replace: 'name;',
      tests: SALTS,
    },
    {
      name: 'a reader is hashed without salt',
      file: 'src/clicks/accept/reader.ts',
      find: "(await digest(salt, 'address', ",
      replace: "(await digest('', 'address', ",
      tests: READER,
    },
    {
      name: 'an IPv6 network has as many readers as addresses',
      file: 'src/clicks/accept/address.ts',
      find: '.slice(0, 4)',
      replace: '.slice(0, 8)',
      tests: READER,
    },
    {
      name: 'an address is as many readers as it names browsers',
      file: 'src/clicks/accept/reader.ts',
      find: '16) % classes',
      replace: '16) + classes',
      tests: READER,
    },
    {
      name: 'tracked links hold the token of whoever asked first',
      file: 'src/routes/feed/tracked.ts',
      find: 'c.var.key.id',
      replace: '1',
      tests: { file: 'test/routes/api/tracked.test.ts' },
    },
    {
      name: 'a token without an end counts',
      file: 'src/clicks/accept/claims.ts',
      find: "requiredClaims: ['sub', 'exp']",
      replace: "requiredClaims: ['sub']",
      tests: { file: 'test/clicks/accept/claims.test.ts' },
    },
    {
      name: 'a token counts for years',
      file: 'src/clicks/accept/claims.ts',
      find: 'exp <= now / 1000 + LONGEST',
      replace: 'exp > 0',
      tests: { file: 'test/clicks/accept/claims.test.ts' },
    },
    {
      name: 'hidden frames click',
      file: 'src/clicks/followed.ts',
      find: "!said('Sec-Fetch-Dest', 'document') || ",
      replace: '',
      tests: { file: 'test/routes/clicks/go.test.ts', named: 'hidden frame' },
    },
    {
      name: 'scripts click without a gesture',
      file: 'src/clicks/followed.ts',
      find: 'isHttps && isForeign && !hasGesture',
      replace: 'isHttps && isForeign && hasGesture',
      tests: { file: 'test/routes/clicks/go.test.ts', named: 'by a script' },
    },
    {
      name: 'feeds are fetched from private addresses',
      file: 'src/syndication/fetch/public-url.ts',
      find: 'if (address ? !isPublic(address)',
      replace: 'if (address ? !address',
      tests: { file: 'test/syndication/fetch/public-url.test.ts' },
    },
  ],
};
