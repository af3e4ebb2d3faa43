import { GROUPS, type Story, UNFRAMEABLE } from './newsroom.ts';
import { stems } from './words.ts';

/** Parameters of `/feed/` as in a request. */
export interface Question {
  articleTypes?: string[] | undefined;
  includeTopics?: number[] | undefined;
  includeCompanies?: number[] | undefined;
  excludeCompanies?: number[] | undefined;
  additionalSources?: string[] | undefined;
  includePaywalled?: string | undefined;
  includeRegistration?: string | undefined;
  excludeNonIframeableSources?: string | undefined;
  excludeNonHttpsSources?: string | undefined;
  searchTerms?: string[] | undefined;
  excludeTerms?: string[] | undefined;
  includeCountries?: string[] | undefined;
  excludeCountries?: string[] | undefined;
  includeGeoGroups?: string[] | undefined;
}

/** What the feed must answer: ids, newest first, of equal times the one that was stored later, as `stories` has them. `now` is epoch seconds. */
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

/** Capitals say nothing in a text of capitals: three words at least, and all of them, or most with a long one. */
function isShouted(text: string): boolean {
  const words = text.normalize('NFC').match(/\p{L}{2,}/gu) ?? [];
  const loud = words.filter(isLoud);
  const most = loud.length > 0.6 * words.length && loud.some(({ length }) => length > 5);
  return loud.length >= 3 && (loud.length === words.length || most);
}

/**
 * Whether title or introduction has the words of a term next to each other; a term without words is in no text. With a `*` the last word
 * goes on as it likes. A short word in capitals is one in capitals, unless all words of a phrase are.
 */
function occurs(story: Story, term: string): boolean {
  const [words, forms] = [raw(term), stems(term)];
  const isOpen = term.endsWith('*');
  const isPlain = words.length > 1 && words.every(isLoud);
  return [story.title, story.introduction].some((text) => {
    const [own, all] = [stems(text), raw(text)];
    const fits = (at: number, i: number) => {
      const [word, there] = [words[i] ?? '', all[at + i] ?? ''];
      if (isOpen && i === words.length - 1) return plain(there).startsWith(plain(word));
      if (!isPlain && isSpelled(word)) return isSpelled(there) && !isShouted(text) && plain(word) === plain(there);
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

/** Host in lower case without `www.`, and everything after it. */
function address(text: string): { domain: string; rest: string } {
  const [, host = '', rest = ''] = /^(?:https?:\/\/)?([^/?]*)(.*)$/i.exec(text) ?? [];
  return { domain: host.toLowerCase().replace('www.', ''), rest };
}
