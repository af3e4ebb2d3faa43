import * as z from 'zod';
import { authorId, nameSlug } from '../../../content/authors.ts';
import { CONTENT_TYPES, TYPE_NAMES } from '../../../content/types.ts';
import type { Db } from '../../../db/client.ts';
import { SOURCE_TYPES } from '../../../rankings/math/rank-site.ts';
import { BREAKDOWN_DIMENSIONS } from '../../../rankings/math/ranking-rows.ts';
import { loadRangeGroups, loadRangeTopicGroups, type RangeQuestion } from '../../../rankings/read/range.ts';
import { loadSiteGroups, loadTopicGroups, type ReadGroup } from '../../../rankings/read/read-rankings.ts';
import { rankedItem, slug } from '../../shapes.ts';

const [contentType, sourceType, ...others] = BREAKDOWN_DIMENSIONS;
export const BREAKDOWNS = [contentType, sourceType, 'specialty-line', 'interest-area', ...others] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];
/** Breakdowns by attributes of readers, which are stored for two weeks only. */
export const AUDIENCE_BREAKDOWNS = ['audience-region', 'seniority', 'channel'] as const;
export type RangeBreakdown = Exclude<Breakdown, (typeof AUDIENCE_BREAKDOWNS)[number]>;

/** Topic category for each breakdown by topic. */
const CATEGORIES = { 'specialty-line': 1, 'interest-area': 2 } as const;

const LABELS: Record<string, string> = {
  ...SOURCE_TYPES,
  'c-suite': 'C-Suite',
  site: 'This site',
  mail: 'Mail',
  assistant: 'Assistants',
  news: 'Other news',
};
for (const type of CONTENT_TYPES) LABELS[type] = titleCase(TYPE_NAMES[type][0]);

interface BreakdownQuery {
  breakdown: Breakdown;
  limit: number;
  riskManagement: boolean;
}

export const group = z
  .object({ group: z.string().describe('Group label'), slug, items: z.array(rankedItem) })
  .meta({ id: 'Group' });
type Group = z.infer<typeof group>;

export const isOfTopics = (breakdown: string | undefined): breakdown is keyof typeof CATEGORIES =>
  breakdown !== undefined && breakdown in CATEGORIES;

export async function loadBreakdown(db: Db, { breakdown, ...question }: BreakdownQuery): Promise<Group[]> {
  const groups = isOfTopics(breakdown)
    ? await loadTopicGroups(db, { ...question, breakdown: CATEGORIES[breakdown] })
    : await loadSiteGroups(db, { ...question, breakdown });
  return groups.map(withLabel);
}

export async function loadRangeBreakdown(db: Db, breakdown: RangeBreakdown, question: RangeQuestion): Promise<Group[]> {
  const groups = isOfTopics(breakdown)
    ? await loadRangeTopicGroups(db, CATEGORIES[breakdown], question)
    : await loadRangeGroups(db, breakdown, question);
  return groups.map(withLabel);
}

const withLabel = ({ name, slug, items }: ReadGroup): Group => ({ ...groupLabel(slug, name), items });

/** Returns the stored name of a group, or a name derived from the slug. */
export function groupLabel(slug: string, name: string | null): Pick<Group, 'group' | 'slug'> {
  const [own = '', domain] = slug.split('\n');
  if (domain === undefined) return { group: name ?? LABELS[slug] ?? titleCase(slug), slug };
  return { group: own, slug: domain ? authorId(own, domain) : nameSlug(own) };
}

function titleCase(slug: string): string {
  return slug.replace(/(^|[- ])([a-z])/g, (_, gap, letter) => (gap ? ' ' : '') + letter.toUpperCase());
}
