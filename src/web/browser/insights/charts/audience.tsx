import type { Schemas } from '../../lib/request.ts';
import { Facts } from '../../ui/parts.tsx';

/** Words for the audiences that answers name by slug. */
const NAMES: Record<string, string> = {
  broker: 'Brokers',
  carrier: 'Carriers',
  other: 'Other companies',
  'c-suite': 'C-suite',
  'vice-president': 'Vice presidents',
  director: 'Directors',
  manager: 'Managers',
  'individual-contributor': 'Individual contributors',
  africa: 'Africa',
  antarctica: 'Antarctica',
  asia: 'Asia',
  europe: 'Europe',
  'north-america': 'North America',
  oceania: 'Oceania',
  'south-america': 'South America',
};
const CHANNEL_NAMES: Record<string, string> = {
  site: 'From this site',
  search: 'From search',
  social: 'From social networks',
  mail: 'From mail',
  chat: 'From chats',
  assistant: 'From assistants',
  news: 'From other news',
  other: 'From elsewhere',
  direct: 'Direct',
};

/** Who reads it more and who less than the rest of the site. 100: as much. */
export function Audience({ audience }: { audience: Schemas['ContentInsights']['audience'] }) {
  const named = (list: { slug: string; index: number | null }[], names: Record<string, string>) =>
    list.map(({ slug, index }) => ({ name: names[slug] ?? slug, index }));
  const all = [
    ...named([...audience.companyTypes, ...audience.regions, ...audience.seniorities], NAMES),
    ...named(audience.channels, CHANNEL_NAMES),
  ];
  const known = all.flatMap(({ name, index }) => (index === null || index === 100 ? [] : [{ name, index }]));
  if (known.length === 0) return <p class="hint">No audience reads it much more or less than the rest of the site.</p>;
  const said = (audiences: typeof known) =>
    audiences.map(({ name, index }) => `${name} ×${index / 100}`).join(', ') || null;
  const above = known.filter(({ index }) => index > 100).toSorted((a, b) => b.index - a.index);
  const below = known.filter(({ index }) => index < 100).toSorted((a, b) => a.index - b.index);
  return <Facts of={{ 'Above the site’s average': said(above), 'Below the site’s average': said(below) }} />;
}
