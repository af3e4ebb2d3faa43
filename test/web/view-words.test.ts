import { expect, test } from 'vitest';
import { viewInWords } from '../../src/web/browser/keys/view-words.ts';

test.each([
  ['insights/trending-topics/growth/?limit=10', 'Growth of topics'],
  ['insights/trending-topics/', 'Topics most read'],
  ['insights/topics/12/history/?days=28', 'A topic'],
  ['topics/trending?period=week', 'Trending topics'],
  ['insights/something-else/', 'insights/something-else/'],
])('a share of %s is called %s', (view, words) => expect(viewInWords(view)).toBe(words));
