import { GROUPS, type Story, UNFRAMEABLE } from './newsroom.ts';
import { stems } from './words.ts';

type Values<name extends string, V> = { [each in name]?: V | undefined };
type List = 'articleTypes' | 'additionalSources' | 'includeCountries' | 'excludeCountries' | 'includeGeoGroups';
type Flag = `include${'Paywalled' | 'Registration'}` | `excludeNon${'Https' | 'Iframeable'}Sources`;
export type Question = Values<List | 'searchTerms' | 'excludeTerms', string[]> &
  Values<Flag, string> &
  Values<'includeTopics' | 'includeCompanies' | 'excludeCompanies', number[]>;

/**
 * Expected ids of the feed at `now` (epoch seconds). Of two articles with equal times, the later in `stories` comes
 * first.
 */
export function answer(stories: readonly Story[], question: Question, now: number): number[] {
  return stories
    .filter((story) => story.publishedAt <= now && matches(story, question))
    .reverse()
    .sort((a, b) => b.publishedAt - a.publishedAt)
    .map(({ id }) => id);
}

function matches(story: Story, q: Question): boolean {
  const upper = (codes: string[] | undefined) => codes?.map((code) => code.toUpperCase());
  const [included, excluded] = [upper(q.includeCountries), upper(q.excludeCountries)];
  const grouped = story.geoGroups.flatMap((slug) => GROUPS[slug] ?? []);
  const { domain } = address(story.url);
  return (
    anyOf(q.articleTypes, [story.contentType]) &&
    anyOf(q.includeTopics, story.topics) &&
    anyOf(q.includeCompanies, story.companies) &&
    anyOf(q.includeGeoGroups, story.geoGroups) &&
    anyOf(included, [...story.countries, ...grouped]) &&
    !(q.excludeCompanies ?? []).some((id) => story.companies.includes(id)) &&
    !(excluded ?? []).some((code) => story.countries.includes(code)) &&
    !(q.additionalSources ?? []).some((value) => startsWith(story.url, value)) &&
    !(q.includePaywalled === '0' && story.paywalled) &&
    !(q.includeRegistration === '0' && story.registration) &&
    !(q.excludeNonHttpsSources === '1' && !story.url.startsWith('https:')) &&
    !(q.excludeNonIframeableSources === '1' && UNFRAMEABLE.includes(domain)) &&
    (q.searchTerms === undefined || q.searchTerms.some((term) => occurs(story, term))) &&
    !(q.excludeTerms ?? []).some((term) => occurs(story, term))
  );
}

const anyOf = <T>(wanted: T[] | undefined, has: T[]) => wanted === undefined || has.some((one) => wanted.includes(one));

const raw = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const isLoud = (word: string) => /^\p{Lu}+$/u.test(word.normalize('NFC'));
const isSpelled = (word: string) =>
  isLoud(word) && word.normalize('NFC').length >= 2 && word.normalize('NFC').length <= 5;

/**
 * Whether a text is written in capitals, which then mean nothing. It has at least three words, and all or most are in
 * capitals.
 */
function isShouted(text: string): boolean {
  const words = text.normalize('NFC').match(/\p{L}{2,}/gu) ?? [];
  const loud = words.filter(isLoud);
  const most = loud.length > 0.6 * words.length && loud.some(({ length }) => length > 5);
  return loud.length >= 3 && (loud.length === words.length || most);
}

const EVERYDAY = ['AND', 'NEAR', 'NOT'];

/**
 * Whether the capitals of each word are only emphasis. They are in a part in capitals, or after an everyday word in
 * capitals.
 */
function emphasised(text: string): boolean[] {
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({ word, index }));
  const between = (i: number) => {
    const [before, after] = [words[i], words[i + 1]];
    return before && after ? text.slice(before.index + before.word.length, after.index) : '.';
  };
  const parts: number[] = [];
  for (const i of words.keys()) parts.push((parts[i - 1] ?? 0) + (i > 0 && /[:;!?|“”"]/.test(between(i - 1)) ? 1 : 0));
  return words.map(({ word }, i) => {
    const part = words.filter((_, at) => parts[at] === parts[i] && /\p{L}{2}/u.test(words[at]?.word ?? ''));
    const isAll = part.length >= 3 && part.every((one) => isLoud(one.word));
    if (isAll && part.some((one) => one.word.length >= 4 && EVERYDAY.includes(one.word))) return true;
    const isAfter = i > 0 && EVERYDAY.includes(words[i - 1]?.word ?? '') && /^\s+$/.test(between(i - 1));
    const isBeforeSmall = /^\s+$/.test(between(i)) && /\p{Ll}/u.test(words[i + 1]?.word ?? '');
    return isLoud(word) && isAfter && !isBeforeSmall;
  });
}

/**
 * Whether title or introduction contain the words of a term in a row. With a `*`, the last word may have any ending.
 */
function occurs(story: Story, term: string): boolean {
  const [words, forms] = [raw(term), stems(term)];
  const isOpen = term.endsWith('*');
  const isPlain = words.length > 1 && words.every(isLoud);
  return [story.title, story.introduction].some((text) => {
    const [own, all] = [stems(text), raw(text)];
    const quiet = emphasised(text);
    const fits = (at: number, i: number) => {
      const [word, there] = [words[i] ?? '', all[at + i] ?? ''];
      if (isOpen && i === words.length - 1) return plain(there).startsWith(plain(word));
      if (!isPlain && isSpelled(word))
        return isSpelled(there) && !isShouted(text) && !quiet[at + i] && plain(word) === plain(there);
      return own[at + i] === forms[i];
    };
    return (
      words.length > 0 && all.some((_, at) => at + words.length <= all.length && words.every((_, i) => fits(at, i)))
    );
  });
}

function startsWith(url: string, value: string): boolean {
  const [story, prefix] = [address(url), address(value)];
  return story.domain === prefix.domain && story.rest.startsWith(prefix.rest);
}

function address(text: string): { domain: string; rest: string } {
  const [, host = '', rest = ''] = /^(?:https?:\/\/)?([^/?]*)(.*)$/i.exec(text) ?? [];
  return { domain: host.toLowerCase().replace('www.', ''), rest };
}
