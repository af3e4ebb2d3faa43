import type { Result } from './attack.ts';

/** The bounds that SECURITY.md promises. */

/** Median relative error below which counts without own clicks would be as good as given. */
const FREE = 0.05;
/** The same of ratios with own clicks, which cost fewer clicks than are counted. */
const RATIO = 0.02;

/** Largest count that the responses for a single window give exactly without own clicks. */
export const FEW = 50;
/** So many counts to the click may be chance. */
const CHANCE = 2;

/** Techniques that get more, in words. */
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
