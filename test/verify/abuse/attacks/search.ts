import { stems, WORDS } from '../../../search/words.ts';
import { SEARCHED, SEARCHED_ARTICLES } from '../newsroom.ts';
import { withKey } from '../request.ts';
import { type Attack, each } from '../trial.ts';

const KIND = 'search operators';

/** Every operator of FTS5's language, around one or two words. */
const OPERATORS: ((a: string, b: string) => string)[] = [
  (a, b) => `${a} AND ${b}`,
  (a, b) => `${a} OR ${b}`,
  (a, b) => `${a} NOT ${b}`,
  (a, b) => `NOT ${a} ${b}`,
  (a, b) => `NEAR(${a} ${b})`,
  (a, b) => `NEAR("${a}" "${b}" 5)`,
  (a, b) => `${a} NEAR/2 ${b}`,
  (a, b) => `${a} + ${b}`,
  (a, b) => `"${a}" "${b}"`,
  (a, b) => `"${a} ${b}"`,
  (a, b) => `"${a}""${b}"`,
  (a) => `${a}*`,
  (a) => `"${a}"*`,
  (a) => `^${a}`,
  (a) => `"${a}`,
  (a) => `${a}"`,
  (a) => `(${a}`,
  (a) => `${a})`,
  (a, b) => `(${a} OR ${b}) AND NOT (${b})`,
  (a) => `title:${a}`,
  (a) => `title : ${a}`,
  (a) => `-title:${a}`,
  (a) => `{title}:${a}`,
  (a) => `facets: ${a}`,
  (a) => `${a}") OR facets: (all0`,
  (a) => `${a}' OR '${a}`,
  (a) => `-${a}`,
  (a, b) => `${a}:${b}`,
  (a, b) => `${a}/${b};--`,
];

/** The operators and the words around them, which are mere words in the index. */
const KNOWN = new Set(WORDS.map((word) => word.toLowerCase()));

/** The index's own language in `searchTerms`: every answer is what an oracle finds to whom all of it is words. */
export const search: Attack = async (trial, thorough) => {
  const step = thorough ? 1 : 9;
  const pairs = SEARCHED_ARTICLES.filter((_, i) => i % step === 0).map(({ introduction }) => introduction.split(' '));
  const terms = pairs.flatMap(([a = '', b = '']) => OPERATORS.map((operator) => operator(a, b)));
  const headers = withKey(trial.keys.living.secret);
  await each(terms, async (term) => {
    const path = `/api/v2/feed?limit=100&includeTopics=${SEARCHED}&searchTerms=${encodeURIComponent(term)}`;
    const { status, body } = await trial.ask(KIND, path, { headers });
    // A `*` stands at the end of a term, after at least three letters.
    const isTerm = /^[^*]*(?:[\p{L}\p{N}]{3}\*)?$/u.test(term);
    if (status !== (isTerm ? 200 : 400)) return trial.fail(KIND, term, `answered ${status}`);
    if (!isTerm) return;
    const found = (JSON.parse(body) as { items: { id: string }[] }).items.map(({ id }) => Number(id));
    const wanted = oracle(term);
    const same = found.toSorted().join() === wanted.toSorted().join();
    trial.expect(same, KIND, term, `found ${found.length} articles, not the ${wanted.length} with these words`);
  });
};

/** Articles whose title or introduction contains the term's words next to each other. */
function oracle(term: string): number[] {
  const words = term.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.some((word) => !KNOWN.has(word))) return [];
  // A `*` at the end matches any ending: the words as they are written.
  const beginning = /^[\p{L}\p{N}\p{M}]{3,}(?=\*$)/u.exec(term)?.[0];
  if (beginning)
    return SEARCHED_ARTICLES.filter(({ title, introduction }) => begins(`${title} ${introduction}`, beginning)).map(
      ({ id }) => id,
    );
  const phrase = ` ${stems(term).join(' ')} `;
  const has = (text: string) => ` ${stems(text).join(' ')} `.includes(phrase);
  return SEARCHED_ARTICLES.filter(({ title, introduction }) => has(title) || has(introduction)).map(({ id }) => id);
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const begins = (text: string, beginning: string): boolean =>
  (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => word.startsWith(plain(beginning)));
