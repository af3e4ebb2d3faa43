import type { Subject } from '../mutation.ts';

const READER = { file: 'test/clicks/reader.test.ts' };

export const privacy: Subject = {
  title: 'A reader or a network found out',
  mutations: [
    {
      name: 'salts are kept',
      file: 'src/clicks/reader.ts',
      find: 'dayOf(now) - 2',
      replace: 'dayOf(now) - 200',
      tests: READER,
    },
    {
      name: 'a salt holds for ever',
      file: 'src/clicks/reader.ts',
      find: 'Math.floor(now / DAY_MS)',
      replace: 'Math.floor(now / DAY_MS / 1000)',
      tests: READER,
    },
    {
      name: 'a reader is hashed without salt',
      file: 'src/clicks/reader.ts',
      find: '[salt, address, userAgent]',
      replace: '[address, userAgent]',
      tests: READER,
    },
    {
      name: 'feeds are fetched from private addresses',
      file: 'src/syndication/fetch/public-url.ts',
      find: 'if (address ? !isPublic(address)',
      replace: 'if (address ? !address',
      tests: { file: 'test/syndication/public-url.test.ts' },
    },
  ],
};
