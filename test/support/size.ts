import { inject } from 'vitest';

/** Test size: `quick`, or `whole` with `WHOLE=1` (“A part or all” in docs/reference/commands.md). */
export const sized = <T>(quick: T, whole: T): T => (inject('WHOLE') === '' ? quick : whole);
