import * as z from 'zod';

/** A word with the capitals of the one in the list that it means; another word as it is. */
export const asListed = (values: readonly string[], word: string): string =>
  values.find((value) => value.toLowerCase() === word.toLowerCase()) ?? word;

/** One of these words; the error names them all. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
