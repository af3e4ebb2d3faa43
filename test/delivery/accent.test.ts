import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, readable } from '../../src/delivery/accent.ts';
import { pageStyle } from '../../src/delivery/html-style.ts';
import { lenientTheme } from '../../src/delivery/theme.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0'));

test.each([
  ['000000', 'ffffff', 21],
  ['777777', 'ffffff', 4.48],
  ['1b58b8', '1b58b8', 1],
])('contrast of %s and %s is %d', (a, b, ratio) => {
  expect(contrast(a, b)).toBeCloseTo(ratio, 2);
});

test('a readable colour stays, an unreadable one becomes readable', () => {
  expect(readable('1b58b8', 'ffffff')).toBe('1b58b8');
  fc.assert(
    fc.property(colour, colour, (accent, background) => {
      expect(contrast(readable(accent, background), background)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test.each(['auto', 'light', 'dark'] as const)('in theme %s any accent is readable on its paper', (theme) => {
  fc.assert(
    fc.property(colour, (accent) => {
      const schemes = pageStyle({ theme, accent }).match(/:root\{color-scheme:[^}]*\}/g) ?? [];
      expect(schemes).toHaveLength(theme === 'auto' ? 2 : 1);
      for (const scheme of schemes) {
        const part = (name: string) => new RegExp(`--${name}:#([0-9a-f]{6})`).exec(scheme)?.[1] ?? '';
        for (const ink of ['accent', 'ink', 'muted']) {
          expect(contrast(part(ink), part('paper'))).toBeGreaterThanOrEqual(4.5);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['DARK', '#ABCDEF', { theme: 'dark', accent: 'abcdef' }],
  ['pink', 'red;}*{', { theme: 'auto', accent: undefined }],
  [undefined, undefined, { theme: 'auto', accent: undefined }],
])('theme %j and accent %j of a faulty request', (theme, accent, expected) => {
  expect(lenientTheme(theme, accent)).toEqual(expected);
});
