import { inject } from 'vitest';

/** What a test tries: a quick number in `npm test`, and the whole one in `npm run test:whole`. */
export const sized = <T>(quick: T, whole: T): T => (inject('WHOLE') === '' ? quick : whole);
