import { describe, expect, test } from 'vitest';
import { compileItemRules, itemRuleInput, type RuledItem } from '../../src/syndication/item-rules.ts';

const FEED = 'https://paper.example/feed.xml';
const item = (given: Partial<RuledItem>): RuledItem => ({
  ...{ title: 'A title', introduction: '', categories: [], authors: [], url: 'https://paper.example/news/1' },
  ...given,
});
const takes = (rules: string[], given: Partial<RuledItem>, names = [FEED]) =>
  compileItemRules(rules, names)(item(given));

describe('item rules that drop items', () => {
  test.each<[rule: string, given: Partial<RuledItem>, isTaken: boolean]>([
    ['drop words: sponsored', { title: 'Sponsored: buy gold' }, false],
    ['drop words: sponsored', { introduction: 'This text is SPONSORED by a bank.' }, false],
    ['drop words: sponsored', { title: 'A sponsor pays' }, true],
    ['drop words: spons*', { title: 'A sponsor pays' }, false],
    ['drop words: press release', { title: 'Press releases of today' }, false],
    ['drop words: press release', { title: 'The press will release it' }, true],
    ['drop words: US', { title: 'Read us' }, true],
    ['drop words: naïve', { title: 'A NAIVE plan' }, false],
    ['drop category: Sport', { categories: ['News', 'SPORT'] }, false],
    ['drop category: Sport', { categories: ['Sport & leisure'] }, true],
    ['drop category: Sport*', { categories: ['Sport & leisure'] }, false],
    ['drop category: 体育', { categories: ['体育'] }, false],
    ['drop author: Doe', { authors: ['Jane Doe'] }, false],
    ['drop author: Doe', { authors: ['Jane Doering'] }, true],
    ['drop author: O’Brien', { authors: ["Pat O'Brien"] }, false],
    ['drop address: paper.example/news', {}, false],
    ['drop address: https://www.paper.example/news', {}, false],
    ['drop address: paper.example', {}, false],
    ['drop address: paper.example/sport', {}, true],
    ['drop address: paper.example', { url: 'https://blog.paper.example/1' }, true],
    ['drop address: paper.example', { url: 'https://paper.example.org/1' }, true],
    [`drop words: title in ${FEED}`, {}, false],
    ['drop words: title in https://paper.example/other.xml', {}, true],
  ])('the item rule “%s” accepts %j: %s', (rule, given, isTaken) => {
    expect(takes([rule], given)).toBe(isTaken);
  });

  test('an item rule that drops an item has priority over one that keeps it', () => {
    expect(takes(['keep words: title', 'drop category: Sport'], { categories: ['Sport'] })).toBe(false);
    expect(takes(['keep words: title', 'drop category: Sport'], {})).toBe(true);
  });
});

test('with item rules that keep items, only items that match one of them are accepted', () => {
  const rules = ['keep words: insur*', 'keep author: Doe'];
  expect(takes(rules, { title: 'Insurers pay' })).toBe(true);
  expect(takes(rules, { authors: ['Jane Doe'] })).toBe(true);
  expect(takes(rules, {})).toBe(false);
});

test('an item rule does not affect other feeds, and a rule for a moved feed still applies', () => {
  expect(takes(['keep words: gold in https://paper.example/other.xml'], {})).toBe(true);
  expect(takes(['drop words: title in https://old.example/feed'], {}, [FEED, 'https://old.example/feed'])).toBe(false);
});

describe('itemRuleInput', () => {
  test.each([
    ['drop category: Sport', 'drop category: Sport'],
    ['  DROP Category :  Sport ', 'drop category: Sport'],
    ['keep words: in the news', 'keep words: in the news'],
    ['keep words: flood in https://Paper.example/feed.xml', 'keep words: flood in https://paper.example/feed.xml'],
  ])('the item rule “%s” is stored as “%s”', (given, stored) => {
    expect(itemRuleInput.parse(given)).toBe(stored);
  });

  test.each([
    ['Sport', 'must have the form of'],
    ['remove category: Sport', 'must have the form of'],
    ['drop colour: red', 'must have the form of'],
    ['drop words:', 'must have the form of'],
    ['drop words: …', 'must contain a letter or digit'],
    ['drop words: a*', 'must have at least 3 letters before the *'],
    ['drop words: in*sure', 'may contain a * only at its end'],
    ['drop address: nowhere', 'must be a host, with or without a path'],
  ])('the item rule “%s” is rejected: %s', (given, message) => {
    expect(itemRuleInput.safeParse(given).error?.issues[0]?.message).toContain(message);
  });
});
