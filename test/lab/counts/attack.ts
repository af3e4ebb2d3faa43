import type { Rules } from './answers.ts';
import { Partner } from './partner.ts';
import { Site, type Size } from './site.ts';
import { median } from './techniques/growth.ts';
import { TECHNIQUES, type Technique } from './techniques/index.ts';

export interface Result {
  technique: Technique;
  rules: Rules;
  clicks: number;
  questions: number;
  hours: number;
  /** Counts that were claimed, how many of them to the click, and the median relative error (1: as much as the count). */
  claims: number;
  exact: number;
  /** The largest count that was found to the click; 0: none. */
  largest: number;
  error: number;
}

/** Lets every technique try a site of its own, by today's rules and, where the answer was there, by those before. */
export function attack(seed: number, size: Size, chosen = TECHNIQUES): Result[] {
  return chosen.flatMap((technique) =>
    (technique.isOld ? (['before', 'now'] as const) : (['now'] as const)).map((rules) => {
      const partner = new Partner(new Site(seed, size), rules);
      technique.run(partner);
      const { found, clicks, questions, hours } = partner;
      const exact = found.filter(({ guess, truth }) => guess === truth).map(({ truth }) => truth);
      return {
        technique,
        rules,
        clicks,
        questions,
        hours,
        claims: found.length,
        exact: exact.length,
        largest: Math.max(0, ...exact),
        error: median(found.map(({ guess, truth }) => Math.abs(guess - truth) / Math.max(1, truth))),
      };
    }),
  );
}
