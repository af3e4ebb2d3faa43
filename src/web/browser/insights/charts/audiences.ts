interface Level {
  slug: string;
  /** Index relative to the site's average of 100. `null` if there are too few readers. */
  index: number | null;
}
export interface Audiences {
  companyTypes?: Level[];
  regions?: Level[];
  seniorities?: Level[];
  channels?: Level[];
}

export const AVERAGE_INDEX = 100;

const AUDIENCE_NAMES: Record<string, string> = {
  broker: 'Brokers',
  carrier: 'Carriers',
  other: 'Other companies',
  'c-suite': 'C-suite',
  'vice-president': 'Vice presidents',
  director: 'Directors',
  manager: 'Managers',
  'individual-contributor': 'Individual contributors',
  africa: 'Africa',
  antarctica: 'Antarctica',
  asia: 'Asia',
  europe: 'Europe',
  'north-america': 'North America',
  oceania: 'Oceania',
  'south-america': 'South America',
};
const CHANNELS: Record<string, string> = {
  site: 'From this site',
  search: 'From search',
  social: 'From social networks',
  mail: 'From email',
  chat: 'From chats',
  assistant: 'From assistants',
  news: 'From other news',
  other: 'From elsewhere',
  direct: 'Direct',
};

const BREAKDOWNS = {
  companyTypes: 'company-type',
  regions: 'audience-region',
  seniorities: 'seniority',
  channels: 'channel',
} as const;

const nameOf = (by: string, slug: string): string => (by === 'channel' ? CHANNELS : AUDIENCE_NAMES)[slug] ?? slug;

/** Audiences that a page can be filtered by. The first is everyone. */
export const AUDIENCE_OPTIONS: { by: string; is: string; name: string }[] = [
  { by: '', is: '', name: 'Everyone' },
  ...['broker', 'carrier', 'other'].map((is) => ({ by: 'company-type', is, name: nameOf('company-type', is) })),
  ...Object.keys(CHANNELS).map((is) => ({ by: 'channel', is, name: nameOf('channel', is) })),
  ...['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'].map((is) => ({
    by: 'seniority',
    is,
    name: nameOf('seniority', is),
  })),
  ...['africa', 'asia', 'europe', 'north-america', 'oceania', 'south-america'].map((is) => ({
    by: 'audience-region',
    is,
    name: nameOf('audience-region', is),
  })),
];

/** Lists all audiences with their names, and with the dimension and the slug that select them. */
export const namedLevels = (audiences: Audiences) =>
  Object.entries(BREAKDOWNS).flatMap(([attribute, by]) =>
    (audiences[attribute as keyof Audiences] ?? []).map(({ slug, index }) => ({
      name: nameOf(by, slug),
      index,
      by,
      is: slug,
    })),
  );

export const ALIKE = 'No group reads this much more or less than the rest of the site.';

export const NO_AUDIENCE = 'Too few readers to show their audience.';

export function noneInWords(audiences: Audiences): string | null {
  const known = namedLevels(audiences).filter(({ index }) => index !== null);
  if (known.length === 0) return NO_AUDIENCE;
  if (known.every(({ index }) => index === AVERAGE_INDEX)) return ALIKE;
  return null;
}

export const timesInWords = (index: number | null): string => (index === null ? '–' : `${index / 100}×`);

const MAX_DIFFERENCES = 5;
const MIN_RATIO = 1.2;
export const TIMES = 'times the site’s average; –: too few readers';

/** Returns the audiences with the greatest differences between topics. An unknown index counts as the average. */
export function differencesOf(several: readonly Audiences[]): { name: string; indices: (number | null)[] }[] {
  const [first = [], ...others] = several.map(namedLevels);
  const rows = first.map(({ name, index }) => {
    const indices = [index, ...others.map((levels) => levels.find((one) => one.name === name)?.index ?? null)];
    const levels = indices.map((one) => one ?? AVERAGE_INDEX);
    return { name, indices, ratio: Math.max(...levels) / Math.max(1, Math.min(...levels)) };
  });
  return rows
    .filter(({ ratio }) => ratio >= MIN_RATIO)
    .toSorted((a, b) => b.ratio - a.ratio)
    .slice(0, MAX_DIFFERENCES)
    .map(({ name, indices }) => ({ name, indices }));
}
