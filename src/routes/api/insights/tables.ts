import type * as z from 'zod';
import type { Cell, Table } from '../../../lib/csv.ts';
import type { contentItem, insightsTopic } from '../../shapes.ts';

/** Analytics answers as tables, for `Accept: text/csv`. */

type Item = z.input<typeof contentItem>;
type Topic = z.input<typeof insightsTopic>;

const ITEM = ['contentId', 'title', 'url', 'source', 'contentType', 'organisationType', 'client'] as const;
const TOPIC = ['topicId', 'name', 'slug', 'category'] as const;

const ranked = <T>(list: readonly T[], cells: (one: T) => Cell[]): Cell[][] =>
  list.map((one, i) => [i + 1, ...cells(one)]);

const itemCells = (item: Item): Cell[] => ITEM.map((name) => item[name]);
const topicCells = (topic: Topic): Cell[] => TOPIC.map((name) => topic[name]);

/** Content items in their order. */
export const itemTable = (items: readonly Item[]): Table => ({
  columns: ['rank', ...ITEM],
  rows: ranked(items, itemCells),
});

/** Groups of content items, each in its order. */
export const groupTable = (groups: readonly { group: string; slug: string; items: readonly Item[] }[]): Table => ({
  columns: ['group', 'groupSlug', 'rank', ...ITEM],
  rows: groups.flatMap(({ group, slug, items }) => ranked(items, itemCells).map((cells) => [group, slug, ...cells])),
});

/** Topics in their order, with further columns. */
export const topicTable = <T extends Topic>(
  topics: readonly T[],
  more: Record<string, (topic: T) => Cell> = {},
): Table => ({
  columns: ['rank', ...TOPIC, ...Object.keys(more)],
  rows: ranked(topics, (topic) => [...topicCells(topic), ...Object.values(more).map((cell) => cell(topic))]),
});
