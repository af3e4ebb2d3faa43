import { CONTENT_TYPES } from '../content/types.ts';
import type { Db } from '../db/client.ts';
import { SOURCE_TYPES } from '../windows/ranking.ts';
import { counter, type Group, listName, loadContentItems, siteGroups, topicRows, view } from '../windows/read.ts';

export const BREAKDOWNS = [
  'content-type',
  'source-type',
  'specialty-line',
  'interest-area',
  'audience-region',
  'seniority',
] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** Topic categories behind the two breakdowns by topic. */
const CATEGORIES = { 'specialty-line': 1, 'interest-area': 2 } as const;

/** What a group is called where its slug says it badly. */
const LABELS: Record<string, string> = { ...SOURCE_TYPES, pressrelease: 'Press Release', 'c-suite': 'C-Suite' };
for (const type of CONTENT_TYPES) LABELS[type] ??= titleCase(type);

interface Question {
  breakdown: Breakdown;
  /** Items in each group. */
  limit: number;
  riskManagement: boolean;
}

interface RankedGroup {
  group: string;
  slug: string;
  ids: number[];
}

/** The groups of a breakdown over the last seven days, most engaged first, empty ones left out. */
export async function loadBreakdown(db: Db, question: Question): Promise<Group[]> {
  const { breakdown, limit } = question;
  const ranked =
    breakdown === 'specialty-line' || breakdown === 'interest-area'
      ? await topicGroups(db, CATEGORIES[breakdown], question)
      : (await siteGroups(db, breakdown, question.riskManagement)).map(([slug, ids]) => ({
          group: LABELS[slug] ?? titleCase(slug),
          slug,
          ids,
        }));
  const cut = ranked.map((group) => ({ ...group, ids: group.ids.slice(0, limit) }));
  const items = await loadContentItems(
    db,
    cut.flatMap(({ ids }) => ids),
  );
  return cut.map(({ group, slug, ids }) => ({ group, slug, items: ids.flatMap((id) => items.get(id) ?? []) }));
}

async function topicGroups(db: Db, category: 1 | 2, { riskManagement }: Question): Promise<RankedGroup[]> {
  const rows = await topicRows(db, {
    clicks: counter(riskManagement ? 'clicks7dRm' : 'clicks7d'),
    items: view(`$.items.${JSON.stringify(listName('7d', riskManagement))}`, 'items'),
  });
  return rows
    .filter((row) => row.category === category && row.clicks > 0)
    .sort((a, b) => b.clicks - a.clicks || a.topicId - b.topicId)
    .map(({ name, slug, items }) => ({ group: name, slug, ids: JSON.parse(items) }));
}

/** `vice-president` → `Vice President`. */
function titleCase(slug: string): string {
  return slug.replace(/(^|-)([a-z])/g, (_, gap, letter) => (gap ? ' ' : '') + letter.toUpperCase());
}
