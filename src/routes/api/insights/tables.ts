import type * as z from 'zod';
import type { CsvCell, CsvTable } from '../../../lib/formats/csv.ts';
import type { contentItem, insightsTopic, placementItem, rankedItem } from '../../shapes.ts';

type Item = z.input<typeof contentItem>;
type RankedItem = z.input<typeof rankedItem>;
type Topic = z.input<typeof insightsTopic>;

const ITEM = ['contentId', 'title', 'url', 'source', 'contentType', 'organisationType', 'client'] as const;
const TOPIC = ['topicId', 'name', 'slug', 'category'] as const;

const rankRows = <T>(list: readonly T[], cells: (one: T) => CsvCell[]): CsvCell[][] =>
  list.map((one, i) => [i + 1, ...cells(one)]);

const itemCells = (item: Item): CsvCell[] => ITEM.map((name) => item[name]);
const topicCells = (topic: Topic): CsvCell[] => TOPIC.map((name) => topic[name]);

export const itemTable = (items: readonly Item[]): CsvTable => ({
  columns: ['rank', ...ITEM],
  rows: rankRows(items, itemCells),
});

const RANKED = ['rank', 'previousRank', ...ITEM] as const;
const rankedItemCells = (items: readonly RankedItem[]): CsvCell[][] =>
  items.map((item, i) => [i + 1, item.previousRank, ...itemCells(item)]);

export const rankedItemTable = (items: readonly RankedItem[]): CsvTable => ({
  columns: RANKED,
  rows: rankedItemCells(items),
});

export const groupTable = (groups: readonly { group: string; slug: string; items: readonly RankedItem[] }[]) => ({
  columns: ['group', 'groupSlug', ...RANKED],
  rows: groups.flatMap(({ group, slug, items }) => rankedItemCells(items).map((cells) => [group, slug, ...cells])),
});

type PlacementItem = z.input<typeof placementItem>;
const PLACEMENT = [
  'placement',
  'placementLow',
  'placementHigh',
  'placementConfidence',
  'placementFrom',
  'placementTo',
] as const;

export function placementTable(
  { columns, rows }: CsvTable,
  items: readonly { contentId: number; placement?: PlacementItem['placement'] | undefined }[],
): CsvTable {
  if (!items.some((item) => 'placement' in item)) return { columns, rows };
  return {
    columns: [...columns, ...PLACEMENT],
    rows: rows.map((row, i) => {
      const { index, interval, confidence, positions } = items[i]?.placement ?? {};
      return [
        ...row,
        index ?? null,
        interval?.[0] ?? null,
        interval?.[1] ?? null,
        confidence ?? null,
        positions?.from ?? null,
        positions?.to ?? null,
      ];
    }),
  };
}

export const historyTable = ({ days }: { days: readonly { date: string; index: number | null }[] }): CsvTable => ({
  columns: ['date', 'index'],
  rows: days.map(({ date, index }) => [date, index]),
});

export const hoursCsv = ({ hours }: { hours: readonly { at: string; index: number | null }[] }): CsvTable => ({
  columns: ['at', 'index'],
  rows: hours.map(({ at, index }) => [at, index]),
});

const ATTRIBUTES = ['companyTypes', 'regions', 'seniorities', 'channels'] as const;
type Audiences<T> = Record<(typeof ATTRIBUTES)[number], readonly ({ slug: string } & T)[]>;
type OfTopic = Audiences<{ index: number | null }>;
type OfSite = Audiences<{ topics: readonly (Topic & { index: number })[] }>;

export function audienceTable(data: OfTopic | OfSite): CsvTable {
  const rows = ATTRIBUTES.flatMap((attribute) =>
    data[attribute].flatMap((one): CsvCell[][] =>
      'topics' in one
        ? rankRows(one.topics, (topic) => [...topicCells(topic), topic.index]).map((cells) => [
            attribute,
            one.slug,
            ...cells,
          ])
        : [[attribute, one.slug, one.index]],
    ),
  );
  const isOfTopic = 'topicId' in data;
  return { columns: ['attribute', 'audience', ...(isOfTopic ? [] : ['rank', ...TOPIC]), 'index'], rows };
}

export const topicTable = <T extends Topic>(
  topics: readonly T[],
  more: Record<string, (topic: T) => CsvCell> = {},
) => ({
  columns: ['rank', ...TOPIC, ...Object.keys(more)],
  rows: rankRows(topics, (topic) => [...topicCells(topic), ...Object.values(more).map((cell) => cell(topic))]),
});
