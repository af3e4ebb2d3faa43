import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../db/audiences.ts';

/** Creates a parser for a fixed list of values. The parser accepts variants such as `C-Suite` or `vice president`. */
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
export const parseChannel = reader(CHANNELS);

export const asnOf = (given: unknown): number | null => {
  const digits = /^\s*(?:AS)?(\d{1,10})\s*$/i.exec(String(given ?? ''))?.[1];
  return digits ? Number(digits) : null;
};

export const isSaid = (given: unknown): boolean =>
  given !== undefined && given !== null && !(typeof given === 'string' && given.trim() === '');
