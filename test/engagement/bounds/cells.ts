import { type ClassKind, KINDS } from '../../../src/db/click-columns.ts';
import { createRandom } from '../../../src/demo/random.ts';

export interface Cell extends Record<ClassKind, number> {
  contentId: number;
  hour: number;
  clicks: number;
}

/** Returns a function that assigns each value to a random bucket, which is always the same for that value. */
export function classer(secret: string): (kind: ClassKind, value: string) => number {
  const known = new Map<string, number>();
  return (kind, value) => {
    const text = `${kind} ${value}`;
    const found = known.get(text) ?? createRandom(0, `${secret} ${text}`).int(0, KINDS[kind] - 1);
    known.set(text, found);
    return found;
  };
}
