import { expect, test } from 'vitest';

interface Entry {
  kind: string;
  ref: string;
  action: string;
  name: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
const { changedName, effectsOf } = (await import(`../../src/web/browser/content/${'revert'}.tsx`)) as {
  changedName: (entry: Entry) => string;
  effectsOf: (entries: readonly Entry[]) => string[];
};

const entry = (kind: string, action: string, part: Partial<Entry> = {}): Entry => ({
  ...{ kind, action, ref: '1', name: 'Cyber', before: null, after: null },
  ...part,
});
const mergedInto = { mergedInto: '3' };

test.each([
  [[entry('article', 'create')], ['“Cyber” will be deleted']],
  [[entry('topic', 'restore')], ['“Cyber” will be deleted again']],
  [[entry('topic', 'restore', { before: mergedInto })], ['“Cyber” will be merged again']],
  [
    [entry('topic', 'merge', { after: mergedInto })],
    ['“Cyber” will exist again, with everything that the merge moved'],
  ],
  [
    [entry('recommended', 'create', { ref: '2026-01-30', name: null })],
    ['The recommended articles of 30 Jan 2026 will be deleted'],
  ],
  [
    [entry('article', 'update'), entry('article', 'create', { ref: '2' }), entry('article', 'create', { ref: '3' })],
    ['“Cyber” will be changed back', '2 articles will be deleted'],
  ],
  [[entry('article', 'delete')], ['“Cyber” will be restored']],
  [[entry('rule', 'update')], ['The rule for “Cyber” will be changed back']],
])('the question before a revert of %j says what happens', (entries, effects) => {
  expect(effectsOf(entries)).toEqual(effects);
});

test.each([
  ['topic/4', 'Space', 'Space'],
  ['country/DE', null, 'Germany'],
  ['topic/4', null, 'satellite, orbit'],
])('a change of the rule %s with the name %s is a change of %s', (ref, name, expected) => {
  expect(changedName(entry('rule', 'update', { ref, name, after: { words: ['satellite', 'orbit'] } }))).toBe(expected);
});
