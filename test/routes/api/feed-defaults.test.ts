import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/delivery/labels.ts';
import { OUTPUTS } from '../../../src/delivery/render.ts';
import { LAYOUTS, THEMES } from '../../../src/delivery/theme.ts';
import { feedQuery } from '../../../src/routes/feed/feed-params.ts';
import { canonicalQuery } from '../../../src/routes/feed/feed-response.ts';

const taken = (query: string) => feedQuery.parse(Object.fromEntries(new URLSearchParams(query)));

const BITS = ['0', '1'];
const VALUES = Object.entries({
  output: OUTPUTS,
  includePaywalled: BITS,
  includeRegistration: BITS,
  excludeNonIframeableSources: BITS,
  excludeNonHttpsSources: BITS,
  limit: Array.from({ length: 100 }, (_, i) => String(i + 1)),
  tracked: BITS,
  theme: THEMES,
  layout: LAYOUTS,
  images: BITS,
  language: LANGUAGES,
}).flatMap(([name, values]) => values.map((value) => [name, value] as const));

describe('canonicalQuery() preserves the filter', () => {
  test.each(VALUES)('canonicalQuery() preserves %s=%s', (name, value) => {
    const asked = taken(`${name}=${value}`);
    expect(taken(canonicalQuery(asked))).toEqual(asked);
  });

  test('canonicalQuery() omits default values', () => {
    expect(canonicalQuery(taken(''))).toBe('');
  });
});
