import type { Rule, Use } from './rule.ts';
import type { Found, Span } from './trie.ts';

/** A rule that a text matches, and the places of its words. */
export interface Match {
  rule: Rule;
  spans: Span[];
}

/**
 * The rules whose words a text contains. An exclusion that overlaps its rule's own words cancels them there; one found elsewhere
 * keeps the rule from tagging the text at all, and so does a country's name that is a surname there.
 */
export function withoutExclusions(found: readonly Found<Use>[]): Match[] {
  const names = found.filter(({ value }) => !value.excludes && value.rule?.kind !== 'topics');
  const byRule = Map.groupBy(found, ({ value }) => value.rule);
  byRule.delete(null);
  return Array.from(byRule).flatMap(([rule, uses]) => {
    // `Virginia` in “West Virginia” follows a name but is not a surname.
    const isSurname = (use: Found<Use>) => use.surname && !names.some((other) => isInside(use, other));
    const exclusions = uses.filter((use) => use.value.excludes || isSurname(use));
    const own = uses.filter((use) => !exclusions.includes(use));
    if (exclusions.some((exclusion) => !own.some((use) => overlaps(use, exclusion)))) return [];
    const spans = own.filter(
      (use) => !exclusions.some((other) => overlaps(use, other)) && !names.some((other) => isInside(use, other)),
    );
    return rule && spans.length > 0 ? [{ rule, spans }] : [];
  });
}

const overlaps = (a: Span, b: Span) => a.from < b.to && b.from < a.to;
const isInside = (a: Span, b: Span) => b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from;
