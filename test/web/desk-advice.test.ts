import { expect, test } from 'vitest';
import {
  followAdvice,
  moveInWords,
  rankedAdvice,
  selectionAdvice,
} from '../../src/web/browser/desk/selection-advice.ts';

const plain = (contentId: number) => ({ contentId, title: `Story ${contentId}` });
const placed = (contentId: number, index: number, from: number, to = from) => ({
  ...plain(contentId),
  placement: { index, interval: [index - 10, index + 10], confidence: 'high', positions: { from, to } },
});
const idsOf = (articles: readonly { contentId: number }[]) => articles.map(({ contentId }) => contentId);
const others = [placed(9, 590, 4, 12)];
const rising = [plain(1), plain(8)];

test.each([
  [
    'swaps two selected articles',
    [plain(1), placed(2, 50, 2), placed(3, 300, 4, 12)],
    3,
    [1, 3, 2],
    'Swap No. 2 and No. 3',
  ],
  ['swaps in an article that is not selected', [plain(1), placed(2, 50, 2), plain(3)], 9, [1, 9, 3], 'Replace No. 2'],
  [
    'moves the best article to the top',
    [plain(1), plain(2), placed(3, 300, 4, 12)],
    3,
    [3, 1, 2],
    'Move No. 3 to the top',
  ],
  ['adds an article that gains readers', [plain(1), plain(2)], 8, [1, 2, 8], ''],
])('following the advice on a selection %s', (_, chosen, id, ids, words) => {
  const advice = selectionAdvice(chosen, others, rising);
  expect((advice.missed ?? advice.better?.item)?.contentId).toBe(id);
  expect(idsOf(followAdvice(chosen, advice, plain(id)))).toEqual(ids);
  expect(moveInWords(advice)).toBe(words);
});

test('advice names the position in the list, not the positions where the article was measured', () => {
  const { wasted, missed } = selectionAdvice([1, 2, 3, 4, 5].map(plain).concat(placed(6, 50, 4, 12)), [], rising);
  expect([wasted?.number, missed]).toEqual([6, undefined]);
});

test('further advice concerns other articles, and articles that gain readers come last', () => {
  const chosen = [plain(1), placed(2, 50, 2), placed(3, 60, 3), plain(4), placed(5, 300, 7, 12), placed(6, 200, 7, 12)];
  const all = rankedAdvice(chosen, others, rising);
  const advised = all.map(({ wasted, better, missed }) => [wasted?.number, better?.number, missed?.contentId]);
  expect(advised).toEqual([
    [2, 5, undefined],
    [3, 6, undefined],
    [undefined, undefined, 8],
  ]);
  expect(rankedAdvice([plain(1)], [], [])).toEqual([]);
});
