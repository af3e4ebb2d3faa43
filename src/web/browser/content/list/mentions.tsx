import type { Child } from 'hono/jsx/dom';
import { FAILING } from '../../../../db/values.ts';
import { isPaused } from '../../../../syndication/paused.ts';
import { timesInWords } from '../../insights/charts/audiences.ts';
import { type Query, useData, useQuery } from '../../lib/query.ts';
import { type DataOf, request, type Schemas } from '../../lib/request.ts';
import { fromNow } from '../../lib/time.ts';
import { Button } from '../../ui/actions.tsx';
import {
  type ApiRecord,
  COLLECTION_DEFAULTS,
  type Column,
  type ContentCollection,
  type ContentSession,
  type RecordPage,
  requestPage,
} from '../collections.tsx';
import { openMerge } from '../remove.tsx';

export type Mentions = DataOf<'/manage/topics/mentions'>;

const MENTIONED = ['topics', 'companies', 'sources'];
const SORTED = ['topics', 'companies'];

export const hasMentions = ({ name }: ContentCollection): boolean => MENTIONED.includes(name);

/** Loads how many articles have each topic, company or source. Other collections have no mentions. */
export const useMentions = (kind: ContentCollection): Query<Mentions> =>
  useQuery(`${kind.path}/mentions`, (signal) => request<Mentions>(`${kind.path}/mentions`, { signal }), {
    paused: !hasMentions(kind),
  });

/** Order of the page that the API does not know: the page asks for the most mentioned records by id. */
export const MENTION_SORT = 'mentions';

export const sortsOf = ({ name, sorts }: ContentCollection, isFiltered: boolean): ContentCollection['sorts'] =>
  SORTED.includes(name) && !isFiltered ? [...sorts, [MENTION_SORT, 'Most mentioned']] : sorts;

/** Whether the list can be in the order of mentions. Without mentions, its usual order applies. */
export const mayHaveMentions = ({ value, error }: Query<Mentions>): boolean =>
  value ? value.mentions.some(({ articles }) => articles > 0) : !error;

interface MentionedPage extends Pick<RecordPage, 'next' | 'previous'> {
  refs: string[];
  /** Number of records without articles. They are on no page. */
  unmentioned: number;
}

/** Returns a page of the most mentioned records. `cursor` is the number of records on the pages before it. */
export function mentionedPage({ mentions, total }: Mentions, cursor: string, limit: number): MentionedPage {
  const refs = mentions
    .filter(({ articles }) => articles > 0)
    .toSorted((a, b) => b.articles - a.articles || (b.before ?? 0) - (a.before ?? 0) || Number(a.ref) - Number(b.ref))
    .map(({ ref }) => ref);
  const from = Number(cursor) || 0;
  return {
    refs: refs.slice(from, from + limit),
    unmentioned: Math.max(0, total - refs.length),
    next: from + limit < refs.length ? String(from + limit) : null,
    previous: from > 0 ? String(Math.max(0, from - limit)) : null,
  };
}

/** Loads the records of such a page. Records that were deleted in the meantime are absent. */
export async function loadMentioned(
  kind: ContentCollection,
  { refs, next, previous }: MentionedPage,
  signal: AbortSignal,
): Promise<RecordPage> {
  const place = (row: ApiRecord) => refs.indexOf(kind.idOf(row));
  const query = { ids: refs.join(), sort: 'id', limit: refs.length };
  const rows = refs.length > 0 ? (await requestPage(kind, query, signal)).rows : [];
  return { rows: rows.toSorted((a, b) => place(a) - place(b)), next, previous, total: null };
}

type SourceYields = DataOf<'/api/v2/insights/sources/'>;
const MAX_YIELDS = 50;

/** Loads the readers per article of the most read sources. Other collections have none. */
export const useYields = ({ name }: ContentCollection): Query<SourceYields> =>
  useData('/api/v2/insights/sources/', { query: { limit: MAX_YIELDS }, paused: name !== 'sources' });

const changeText = (change: number): string => (change === 0 ? '±0' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`);

/** Columns of a list that are not fields of its records. */
export function mentionColumns(
  kind: ContentCollection,
  { mentions: { value }, yields }: { mentions: Query<Mentions>; yields: Query<SourceYields> },
  href: ContentSession['href'],
): Column[] {
  if (!hasMentions(kind)) return [];
  const counts = new Map(value?.mentions.map((mention) => [mention.ref, mention]));
  const of = (row: ApiRecord) => (value ? (counts.get(kind.idOf(row)) ?? { articles: 0, before: 0 }) : null);
  const articles = (row: ApiRecord): Child => {
    const mention = of(row);
    if (!mention || mention.articles === 0) return mention ? '0' : ' ';
    return <a href={href({ ...COLLECTION_DEFAULTS, [kind.name]: kind.idOf(row) })}>{mention.articles}</a>;
  };
  const change = (row: ApiRecord): Child => {
    const { articles = 0, before = null } = of(row) ?? {};
    if (before === null || articles + before === 0) return '';
    return before === 0 ? 'new' : changeText(articles - before);
  };
  // All values have one decimal, so that they form a column.
  const readers = (row: ApiRecord): Child =>
    timesInWords(yields.value?.sources.find(({ id }) => id === kind.idOf(row))?.yield ?? null).replace(
      /^(\d+)×/,
      '$1.0×',
    );
  const readersPerArticle: Column = { heading: 'Readers per article', cell: readers, isTight: true, look: 'number' };
  return [
    ...(kind.name === 'sources' ? FEED_COLUMNS : []),
    { heading: 'Articles, 7 days', cell: articles, isTight: true, look: 'number' },
    { heading: 'Change', cell: change, isTight: true, look: 'number' },
    ...(kind.name === 'sources' ? [readersPerArticle] : []),
  ];
}

const feedsOf = (row: ApiRecord) => row.feeds as Schemas['FeedHealth'][];
const hasFeeds = (row: ApiRecord) => feedsOf(row).length > 0;

function Feeds({ of }: { of: Schemas['FeedHealth'][] }) {
  const paused = of.filter(isPaused).length;
  const ended = of.filter((feed) => feed.nextPoll === null && !isPaused(feed)).length;
  const failing = of.filter(({ nextPoll, failures }) => nextPoll !== null && failures >= FAILING).length;
  return (
    <>
      {of.length === 0 ? <span class="hint">None</span> : of.length}
      {failing + ended > 0 ? <span class="badge bad">{failing + ended} failing</span> : null}
      {paused > 0 ? <span class="badge">{paused} paused</span> : null}
    </>
  );
}

function lastFetchOf(row: ApiRecord): string {
  const times = feedsOf(row).flatMap(({ lastFetch }) => (lastFetch ? [Date.parse(lastFetch)] : []));
  if (times.length > 0) return fromNow(new Date(Math.max(...times)).toISOString());
  return feedsOf(row).length > 0 ? 'Not yet' : '';
}

const FEED_COLUMNS: Column[] = [
  {
    heading: 'Feeds',
    cell: (row) => (
      <span class="row gap-2">
        <Feeds of={feedsOf(row)} />
      </span>
    ),
    isTight: true,
    hasValue: hasFeeds,
  },
  { heading: 'Last fetch', cell: lastFetchOf, isTight: true, hasValue: hasFeeds },
];

interface DuplicatesProps {
  kind: ContentCollection;
  mentions: Query<Mentions>;
  merged: () => void;
}

const MAX_SHOWN = 3;

export function Duplicates({ kind, mentions, merged }: DuplicatesProps) {
  const found = mentions.value?.duplicates ?? [];
  if (found.length === 0) return null;
  return (
    <section class="notice duplicates" aria-labelledby="duplicates-title">
      <h2 id="duplicates-title">Possible duplicates</h2>
      <ul class="plain-list">
        {found.slice(0, MAX_SHOWN).map(({ ref, name, of }) => (
          <li key={ref} class="row between">
            <span>
              <b dir="auto">{name}</b> and <b dir="auto">{of.name}</b>
            </span>
            <Button
              text="Merge"
              label={`Merge ${name} into ${of.name}`}
              press={() => openMerge({ kind, id: ref, title: name, into: of.ref, merged })}
            />
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN ? <p class="hint">{found.length - MAX_SHOWN} more follow after these.</p> : null}
    </section>
  );
}
