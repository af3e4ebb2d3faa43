import type { Pin } from '../../content/pins/pins.ts';
import { rfc3339, type Seconds } from '../../lib/time.ts';
import type { EditorRule } from './minute-order.ts';

/** Returns the rules that pins define at a time, by article. Expired positions have no effect. */
export const rulesAt = (pins: readonly Pin[], at: Seconds): Map<number, EditorRule> =>
  new Map(
    pins.map(({ id, position, until, notAbove, notice }) => [
      id,
      {
        position: until !== null && until <= rfc3339(at) ? undefined : (position ?? undefined),
        notAbove: notAbove ?? undefined,
        isByDate: notice !== null,
      },
    ]),
  );
