import { inject } from 'vitest';

/** What a test tries: a quick number, and the whole one with `WHOLE=1` (“A part or all” in docs/reference/commands.md). */
export const sized = <T>(quick: T, whole: T): T => (inject('WHOLE') === '' ? quick : whole);
