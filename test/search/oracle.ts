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
  includeCountries?: string[] | undefined;
  excludeCountries?: string[] | undefined;
  includeGeoGroups?: string[] | undefined;
}

/** What the feed must answer: ids, newest first, ties by higher id. `now` is epoch seconds. */
export function answer(stories: readonly Story[], question: Question, now: number): number[] {
  return stories
    .filter((story) => story.publishedAt <= now && matches(story, question))
    .sort((a, b) => b.publishedAt - a.publishedAt || b.id - a.id)
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
    (q.searchTerms === undefined ||
      q.searchTerms.some((term) =>
        isOpen(term)
          ? begins([story.title, story.introduction], term)
          : contains(story.title, term) || contains(story.introduction, term),
      ))
  );
}

const anyOf = <T>(wanted: T[] | undefined, has: T[]) => wanted === undefined || has.some((one) => wanted.includes(one));

/** Whether the text contains the words of the term next to each other; a term without words is in no text. */
function contains(text: string, term: string): boolean {
  const wanted = stems(term);
  return wanted.length > 0 && ` ${stems(text).join(' ')} `.includes(` ${wanted.join(' ')} `);
}

const raw = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** With a `*` the last word goes on as it likes: the words before it stand next to one that begins so. */
function begins(texts: readonly string[], term: string): boolean {
  const beginning = plain(raw(term).at(-1) ?? '');
  const known = stems(term).slice(0, -1);
  return texts.some((text) => {
    const [own, all] = [stems(text), raw(text)];
    return all.some(
      (_, at) =>
        known.every((stem, i) => own[at + i] === stem) && plain(all[at + known.length] ?? '').startsWith(beginning),
    );
  });
}

const isOpen = (term: string) => term.endsWith('*');

function startsWith(url: string, value: string): boolean {
  const [story, prefix] = [address(url), address(value)];
  return story.domain === prefix.domain && story.rest.startsWith(prefix.rest);
}

/** Host in lower case without `www.`, and everything after it. */
function address(text: string): { domain: string; rest: string } {
  const [, host = '', rest = ''] = /^(?:https?:\/\/)?([^/?]*)(.*)$/i.exec(text) ?? [];
  return { domain: host.toLowerCase().replace('www.', ''), rest };
}
