import * as z from 'zod';
import { authorId, nameSlug } from '../../../content/authors.ts';
import type { Db } from '../../../db/client.ts';
import { DIMENSIONS, GROUP_LABELS } from '../../../rankings/dimensions.ts';
import { loadRangeGroups, loadRangeTopicGroups, type RangeQuestion } from '../../../rankings/read/range.ts';
import { loadSiteGroups, loadTopicGroups, type ReadGroup } from '../../../rankings/read/read-rankings.ts';
import { rankedItem, slug } from '../../shapes.ts';

interface BreakdownQuery {
  breakdown: string;
  limit: number;
  riskManagement: boolean;
}

export const group = z
  .object({ group: z.string().describe('Group label'), slug, items: z.array(rankedItem) })
  .meta({ id: 'Group' });
type Group = z.infer<typeof group>;

export const categoryOf = (breakdown: string | undefined) => DIMENSIONS[breakdown ?? '']?.category;

export async function loadBreakdown(db: Db, { breakdown, ...question }: BreakdownQuery): Promise<Group[]> {
  const category = categoryOf(breakdown);
  const groups = category
    ? await loadTopicGroups(db, { ...question, breakdown: category })
    : await loadSiteGroups(db, { ...question, breakdown });
  return groups.map(withLabel);
}

export async function loadRangeBreakdown(db: Db, breakdown: string, question: RangeQuestion): Promise<Group[]> {
  const category = categoryOf(breakdown);
  const groups = category
    ? await loadRangeTopicGroups(db, category, question)
    : await loadRangeGroups(db, breakdown, question);
  return groups.map(withLabel);
}

const withLabel = ({ name, slug, items }: ReadGroup): Group => ({ ...groupLabel(slug, name), items });

export function groupLabel(slug: string, name: string | null): Pick<Group, 'group' | 'slug'> {
  const [own = '', domain] = slug.split('\n');
  if (domain === undefined) return { group: name ?? GROUP_LABELS[slug] ?? titleCase(slug), slug };
  return { group: own, slug: domain ? authorId(own, domain) : nameSlug(own) };
}

function titleCase(slug: string): string {
  return slug.replace(/(^|[- ])([a-z])/g, (_, gap, letter) => (gap ? ' ' : '') + letter.toUpperCase());
}
