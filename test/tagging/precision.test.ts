import { expect, test } from 'vitest';
import { GEO_GROUPS } from '../../src/content/reference/geo-groups.ts';
import { COMPANIES } from '../../src/demo/companies.ts';
import { RULES } from '../../src/demo/rules.ts';
import type { StoredRule } from '../../src/tagging/kinds.ts';
import { makeTagger } from '../../src/tagging/tagger.ts';
import { headlines, MORE_COMPANIES, score, tricky } from './headlines.ts';

const demo = RULES.map((rule) => ({ ...rule, ref: String(rule.ref) }));
// What begins a sentence has a capital whether it is a name or not; for that there are rules.
const apple: StoredRule = { kind: 'company', ref: '901', words: [], exclusions: ['apple grower'] };

test.each([
  ['headlines of the demo newsroom', headlines, COMPANIES, demo, 160],
  ['headlines that are written to mislead', tricky, [...COMPANIES, ...MORE_COMPANIES], [...demo, apple], 20],
] as const)('%s are tagged as a reader would', (name, read, companies, rules, atLeast) => {
  const tagger = makeTagger({ companies, groups: GEO_GROUPS, rules });
  const sample = read();
  expect(sample.length).toBeGreaterThanOrEqual(atLeast);
  const tagged = sample.map((text) => tagger.tags(text));
  console.log(`${sample.length} ${name}`);
  for (const { kind, labels, found, right, precision, recall } of score(sample, tagged)) {
    console.log(
      `${kind}: precision ${precision.toFixed(3)} (${right} of ${found}), recall ${recall.toFixed(3)} (${right} of ${labels})`,
    );
    expect.soft(precision, `precision of ${kind}`).toBeGreaterThanOrEqual(0.9);
    expect.soft(recall, `recall of ${kind}`).toBeGreaterThanOrEqual(0.7);
  }
});
