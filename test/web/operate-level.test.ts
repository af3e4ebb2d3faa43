import { expect, test } from 'vitest';
import { type Finding, type FindingLevel, isKnown, levelOf } from '../../src/web/browser/operate/findings.ts';

const finding = (level: Finding['level']): Finding => ({ level, title: '', advice: '', section: 'clicks' });

test.each<[what: string, findings: Finding[], unknown: string[], level: FindingLevel]>([
  ['no findings and no missing responses', [], [], 'good'],
  ['no findings and a missing response', [], ['keys'], 'unknown'],
  ['a warning', [finding('warn')], [], 'warn'],
  ['a warning and a missing response', [finding('warn')], ['keys'], 'unknown'],
  ['an error and a missing response', [finding('warn'), finding('bad')], ['keys'], 'bad'],
])('levelOf() returns the level of findings with %s', (_, findings, unknown, level) => {
  expect(levelOf(findings, unknown)).toBe(level);
});

const NOW = 1_800_000_000_000;

test('a failed, missing or outdated response has the level unknown', () => {
  const fresh = { value: {}, error: null, at: NOW - 59_999 };
  expect(isKnown(fresh, 5_000, NOW)).toBe(true);
  expect(isKnown({ ...fresh, at: NOW - 60_000 }, 5_000, NOW)).toBe(false);
  expect(isKnown({ ...fresh, at: NOW - 60_000 }, 30_000, NOW)).toBe(true);
  expect(isKnown({ ...fresh, error: new Error('refused') }, 5_000, NOW)).toBe(false);
  expect(isKnown({ value: null, error: null, at: null }, 5_000, NOW)).toBe(false);
});
