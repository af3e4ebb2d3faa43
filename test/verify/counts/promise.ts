import type { Result } from './attack.ts';

/** Median relative error below which counts found without own clicks of the partner would count as disclosed. */
const FREE = 0.05;
/** Median relative error allowed for ratios that the partner found with fewer clicks than the count. */
const RATIO = 0.02;

/** Largest count that responses for a single window reveal exactly without clicks by the partner. */
export const FEW = 50;
/** Number of exactly found counts that may be coincidence. */
const CHANCE = 2;

export function broken(results: readonly Result[]): string[] {
  return results
    .filter(({ rules }) => rules === 'now')
    .flatMap((result) => {
      const { technique, clicks, claims, exact, largest, error } = result;
      const say = (problem: string) => [`${technique.name}: ${problem}`];
      if (claims === 0) return [];
      if (technique.gets === 'nothing') return say(`${claims} counts found`);
      if (technique.gets === 'about' && exact > CHANCE && exact / claims > 0.2)
        return say(`${exact} of ${claims} counts are exact`);
      if (technique.gets === 'about' && error < (clicks > 0 ? RATIO : FREE)) return say(`median error ${error}`);
      if (technique.gets === 'few' && (clicks > 0 || largest > FEW)) return say(`${largest} is found exactly`);
      const periods = results.find(
        ({ technique: { name }, rules }) => name === technique.noMoreThan && rules === 'now',
      );
      if (periods && (exact / claims > periods.exact / periods.claims || largest > periods.largest))
        return say(`${exact} of ${claims}, up to ${largest}, are more than periods tell`);
      return [];
    });
}
