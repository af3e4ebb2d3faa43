import * as fc from 'fast-check';
import { CONTENT_TYPES } from '../../src/content/types.ts';
import { COMPANIES, COUNTRIES, GROUPS, HOSTS, type Story, sentence, TOPICS } from './newsroom.ts';
import type { Question } from './oracle.ts';

/** Most filters are absent, so that combinations still match articles. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 2 }, { arbitrary, weight: 1 });
const often = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: undefined });

const some = <T>(values: readonly T[], most = 4) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most });
const bit = fc.constantFrom('0', '1');
const code = fc
  .tuple(fc.constantFrom(...COUNTRIES, 'SE'), fc.boolean())
  .map(([name, low]) => (low ? name.toLowerCase() : name));

function sourceValue(stories: readonly Story[]) {
  const cut = fc.tuple(fc.constantFrom(...stories), fc.nat(60)).map(([{ url }, extra]) => {
    const bare = url.replace(/^https?:\/\/(www\.)?/, '');
    return bare.slice(0, bare.search(/[/?]/) + extra);
  });
  const host = fc.constantFrom(...HOSTS, 'example.co', 'com.au', 'mple.com');
  const dress = fc.constantFrom('', '', 'www.', 'http://', 'https://', 'HTTPS://WWW.');
  return fc.tuple(dress, fc.oneof({ arbitrary: cut, weight: 3 }, host), fc.boolean()).map(([front, address, loud]) => {
    const [host = '', ...rest] = address.split(/(?=[/?])/);
    const already = host.startsWith('www.') && front.toLowerCase().includes('www.');
    return (already ? '' : front) + (loud ? host.toUpperCase() : host) + rest.join('');
  });
}

export function searchTerm(stories: readonly Story[]) {
  const run = fc.tuple(fc.constantFrom(...stories), fc.nat(5), fc.integer({ min: 1, max: 3 })).map(([story, at, n]) => {
    const words = `${story.title} ${story.introduction}`.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
    return words.slice(at, at + n).join(' ');
  });
  const words = fc.oneof({ arbitrary: run, weight: 4 }, sentence, fc.constantFrom('!?', '"', '*', '😀', '()'));
  const front = fc.constantFrom('', '', '', '"', '*', '^', '(', '{title}:', 'title:', 'NOT ', 'near(', '+', "'");
  const back = fc.constantFrom('', '', '', '"', '*', ')', "'", ';--', '%', ' AND');
  return fc
    .tuple(front, words, back)
    .map((parts) => parts.join('').replaceAll(',', ' ').trim())
    .map((term) => (/^[^*]*(?:[\p{L}\p{N}]\p{M}*){3}\*$/u.test(term) ? term : term.replaceAll('*', '').trim()))
    .filter((term) => term !== '' && !term.startsWith('-'));
}

export const anyQuestion = (stories: readonly Story[]): fc.Arbitrary<Question> =>
  fc.record({
    articleTypes: maybe(some(CONTENT_TYPES)),
    includeTopics: maybe(some([...TOPICS, 999])),
    includeCompanies: maybe(some([...COMPANIES, 999])),
    excludeCompanies: maybe(some([...COMPANIES, 999], 2)),
    additionalSources: often(fc.uniqueArray(sourceValue(stories), { minLength: 1, maxLength: 3 })),
    includePaywalled: maybe(bit),
    includeRegistration: maybe(bit),
    excludeNonIframeableSources: maybe(bit),
    excludeNonHttpsSources: maybe(bit),
    searchTerms: often(fc.uniqueArray(searchTerm(stories), { minLength: 1, maxLength: 4 })),
    excludeTerms: maybe(fc.uniqueArray(searchTerm(stories), { minLength: 1, maxLength: 3 })),
    includeCountries: maybe(fc.uniqueArray(code, { minLength: 1, maxLength: 3 })),
    excludeCountries: maybe(fc.uniqueArray(code, { minLength: 1, maxLength: 2 })),
    includeGeoGroups: maybe(some(Object.keys(GROUPS))),
  });

export function toQuery(question: Question & { limit?: number }): string {
  const given = Object.entries(question).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
