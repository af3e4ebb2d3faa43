import { type ClassKind, KINDS } from '../../../src/db/click-columns.ts';
import { createRandom } from '../../../src/demo/random.ts';

/** Clicks of one article and hour with the classes of one installation. */
export interface Cell extends Record<ClassKind, number> {
  contentId: number;
  hour: number;
  clicks: number;
}

/** Classes of values, drawn once for each. */
export function classer(secret: string): (kind: ClassKind, value: string) => number {
  const known = new Map<string, number>();
  return (kind, value) => {
    const text = `${kind} ${value}`;
    const found = known.get(text) ?? createRandom(0, `${secret} ${text}`).int(0, KINDS[kind] - 1);
    known.set(text, found);
    return found;
  };
}
