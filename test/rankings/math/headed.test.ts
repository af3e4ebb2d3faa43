import { expect, test } from 'vitest';
import {
  groupAllByHeading,
  groupByHeading,
  isUncompared,
  leadOf,
} from '../../../src/rankings/math/figures/change-headings.ts';

const topic = (growthPercent: number | null, confidence: 'high' | 'low' = 'low') => ({ growthPercent, confidence });
const [sure, unsure, still, fallen, unsureLoss, young] = [
  topic(40, 'high'),
  topic(90),
  topic(0),
  topic(-30, 'high'),
  topic(-60),
  topic(null),
];

test('changes with low confidence have their own heading, and the lead is a rise with high confidence', () => {
  const changes = { rose: [unsure, sure, still], fell: [unsureLoss, fallen], isNew: [young] };
  const lists = { Rose: [sure], Fell: [fallen], New: [young] };
  expect(groupByHeading(changes)).toEqual(lists);
  expect(groupAllByHeading(changes)).toEqual({ ...lists, 'No clear change': [unsure, still, unsureLoss] });
  expect(leadOf(changes)).toBe(sure);
  expect(leadOf({ rose: [unsure], fell: [], isNew: [young] })).toBe(unsure);
  expect(leadOf({ rose: [still], fell: [], isNew: [young] })).toBe(young);
});

test('changes of past days are listed as rises and falls even with low confidence', () => {
  const {
    Rose,
    Fell,
    'No clear change': unclear,
  } = groupAllByHeading({ rose: [unsure, still], fell: [unsureLoss], isNew: [] }, true);
  expect([Rose, Fell, unclear]).toEqual([[unsure], [unsureLoss], [still]]);
});

test('topics are not listed as new if the previous period has no reads', () => {
  const changes = { rose: [], fell: [], isNew: [young] };
  expect(isUncompared(changes)).toBe(true);
  expect(groupByHeading(changes).New).toEqual([]);
  expect(leadOf(changes)).toBeUndefined();
  expect(isUncompared({ ...changes, isNew: [] })).toBe(false);
  expect(isUncompared({ ...changes, fell: [fallen] })).toBe(false);
});
