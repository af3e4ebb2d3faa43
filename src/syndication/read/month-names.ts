import { memoize } from '../../lib/lazy.ts';

/** Languages by script. Their order matters, because `listopada` is November in Polish but October in Croatian. */
const GROUPS: readonly [script: RegExp, ...groups: string[]][] = [
  [
    /\p{Script=Latin}/u,
    'en de fr es it pt nl da sv nb',
    'pl cs tr fi hu ro sk',
    'et lv lt sl sr-Latn sq az id ms ca gl is af sw',
    'hr eu mt uz',
  ],
  [/\p{Script=Cyrillic}/u, 'ru uk bg sr mk', 'be kk'],
  [/\p{Script=Arabic}/u, 'ar fa ur'],
  ...['el', 'he', 'ka', 'hy', 'hi', 'bn', 'ta', 'th'].map((language): [RegExp, string] => [/\p{L}/u, language]),
];
const LANGUAGES: ReadonlySet<string> = new Set(
  GROUPS.flatMap(([, ...groups]) => groups.flatMap((group) => group.split(' '))),
);

const MIN_LETTERS = 3;
type Months = ReadonlyMap<string, number>;

/** Removes accents and case, so that `FÉV` matches `fev`. */
const bare = (word: string): string => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i');

/** Collects month names from the runtime's calendar data. If a name has several meanings, the first one counts. */
const monthsOf = memoize((languages): Months => {
  const months = new Map<string, number>();
  for (const language of Intl.DateTimeFormat.supportedLocalesOf(languages.split(' ')))
    for (const form of [
      { month: 'long', day: 'numeric' },
      { month: 'short', day: 'numeric' },
      { month: 'long' },
    ] as const) {
      const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...form, timeZone: 'UTC' });
      for (let number = 0; number < 12; number++) {
        const name = format.formatToParts(Date.UTC(2026, number, 15)).find(({ type }) => type === 'month')?.value ?? '';
        for (const word of bare(name).match(/\p{L}+/gu) ?? [])
          if (word.length >= MIN_LETTERS && !months.has(word)) months.set(word, number);
      }
    }
  return months;
});

/** Returns the only month whose name begins like the word. Languages such as Finnish add endings to month names. */
function byBeginning(word: string, months: Months): number | undefined {
  const found = [...months].filter(
    ([name]) => name.startsWith(word) || (name.length > MIN_LETTERS && word.startsWith(name)),
  );
  return new Set(found.map(([, month]) => month)).size === 1 ? found[0]?.[1] : undefined;
}

/** Returns the last match. `Mar` is also a weekday in some languages, and a weekday comes before the month. */
const lastIn = (words: readonly string[], find: (word: string) => number | undefined): number | undefined =>
  words.map(find).findLast((month) => month !== undefined);

const ENGLISH_DAY = /^(mon|tue|wed|thu|fri|sat|sun)/;

/** Returns the zero-based month named by one of the words. Tries `language` first. */
export function monthIn(written: readonly string[], language: string | null): number | undefined {
  const words = written.map(bare).filter((word) => word.length >= MIN_LETTERS && word.length <= 20);
  if (words.length === 0) return undefined;
  // English is tried first, because most dates are in English, and the names of other languages are slow to collect.
  const [only, ...others] = words.filter((word) => !ENGLISH_DAY.test(word));
  const english = others.length === 0 ? monthsOf('en').get(only ?? '') : undefined;
  const own = /^[a-z]{2,3}/i.exec(language ?? '')?.[0].toLowerCase() ?? '';
  if (english !== undefined && (own === '' || own === 'en' || others.length < words.length - 1)) return english;
  const groups = GROUPS.flatMap(([script, ...list]) => (words.some((word) => script.test(word)) ? list : []));
  const exact = (group: string) => lastIn(words, (word) => monthsOf(group).get(word));
  const begun = (group: string) => lastIn(words, (word) => byBeginning(word, monthsOf(group)));
  const ways = [
    ...(LANGUAGES.has(own) ? [() => exact(own), () => begun(own)] : []),
    ...groups.map((group) => () => exact(group)),
    ...groups.map((group) => () => begun(group)),
  ];
  for (const way of ways) {
    const month = way();
    if (month !== undefined) return month;
  }
  return undefined;
}
