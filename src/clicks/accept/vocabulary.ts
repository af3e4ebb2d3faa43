import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../engagement/audiences.ts';

/** Parses a word of a closed vocabulary as people write it: `C-Suite`, `vice president`, `eu`. Anything else is null: unknown. */
const reader =
  <T extends string>(values: readonly T[]) =>
  (given: unknown): T | null => {
    if (typeof given !== 'string') return null;
    const word = simple(given);
    return values.find((value) => simple(value) === word) ?? null;
  };

const simple = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');

export const companyTypeOf = reader(COMPANY_TYPES);
export const seniorityOf = reader(SENIORITIES);
export const continentOf = reader(CONTINENTS);
export const channelOf = reader(CHANNELS);

/** The number of a network, from `13335` or `AS13335`; null for anything else. */
export const asnOf = (given: unknown): number | null => {
  const digits = /^\s*(?:AS)?(\d{1,10})\s*$/i.exec(String(given ?? ''))?.[1];
  return digits ? Number(digits) : null;
};

/** False for absent, null and empty values. */
export const isSaid = (given: unknown): boolean =>
  given !== undefined && given !== null && !(typeof given === 'string' && given.trim() === '');
