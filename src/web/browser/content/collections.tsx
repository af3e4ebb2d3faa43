import type { Child } from 'hono/jsx/dom';
import type { ChoiceOption, CollectionDescription, FormField } from '../../../collections/core/look.ts';
import { DAY_MS } from '../../../lib/time.ts';
import { changeHeaders } from '../lib/change.ts';
import { request, requestTagged, type Schemas } from '../lib/request.ts';
import { dateTimeOf, formatHour } from '../lib/time.ts';
import { typeName } from '../lib/words.ts';
import { useRefNames } from '../ui/form/form.tsx';
import DESCRIPTIONS from './collections.generated.ts';

const DAYS_WITHOUT_YEAR = 180;

export type ApiRecord = Record<string, unknown>;
export type ManagedArticle = Schemas['ManagedArticle'];

export interface Column {
  heading: string;
  cell: (row: ApiRecord) => Child;
  isTight: boolean;
  look?: 'number';
  /** Whether the column has a value for a record. Lists hide a column that has none for any record. */
  hasValue?: (row: ApiRecord) => boolean;
}

export interface ContentCollection extends Omit<CollectionDescription, 'columns'> {
  path: string;
  columns: Column[];
  idOf: (row: ApiRecord) => string;
  titleOf: (row: ApiRecord) => string;
  /** Name of a record if it must be loaded. Otherwise the name is `titleOf`. */
  nameOf?: (row: ApiRecord) => Child;
  aboutOf: (row: ApiRecord) => Child;
  /** Unusual properties of a record, which the list shows next to its name. */
  exceptionsOf: (row: ApiRecord) => Child[];
  /** Conversions between the API record and the form's values. Undefined if both are equal. */
  toForm?: (row: ApiRecord) => ApiRecord;
  toApi?: (body: ApiRecord, stored: ApiRecord | null) => ApiRecord;
  hasPicture?: boolean;
  /** Sentence about the effect of a change, after the confirmation that it is saved. */
  savedNote?: string;
}

export const wordOf = (options: readonly ChoiceOption[], value: string | number | null): string =>
  options.find(([option]) => option === String(value))?.[1] ?? String(value ?? '');

function cellOf({ name, type, options, column = {} }: FormField, row: ApiRecord): Child {
  const value = row[name];
  if (type === 'switch') return column[value ? 'on' : 'off'];
  if (Array.isArray(value)) return type === 'countries' ? value.length : value.slice(0, 3).join(', ');
  return options ? wordOf(options, value as string | number | null) : ((value ?? '') as string | number);
}

const Tags = ({ names }: { names: string[] }) => (
  <span class="row tags">
    {names.slice(0, 4).map((name) => (
      <span key={name} class="badge" dir="auto" title={name}>
        {name}
      </span>
    ))}
    {names.length > 4 ? <span class="badge">+{names.length - 4}</span> : null}
  </span>
);

interface Special extends Partial<ContentCollection> {
  cells?: Record<string, (row: ApiRecord) => Child>;
}

function articleToForm(article: ApiRecord): ApiRecord {
  const { image } = article as unknown as ManagedArticle;
  return { ...article, imageUrl: image?.url ?? '', imageAlt: image?.alt ?? '' };
}

function articleToApi({ imageUrl, imageAlt, ...body }: ApiRecord, stored: ApiRecord | null): ApiRecord {
  if (!imageUrl) return body;
  const { image } = (stored ?? {}) as Partial<ManagedArticle>;
  const unchangedImage = image?.url === imageUrl ? image : null;
  const size =
    unchangedImage?.width && unchangedImage.height
      ? { width: unchangedImage.width, height: unchangedImage.height }
      : {};
  return { ...body, image: { url: imageUrl, alt: imageAlt ?? '', ...size } };
}

function RefName({ kind, of }: { kind: string; of: string }) {
  return <>{useRefNames(kind, [of]).nameOf(of)}</>;
}

const optionsOf = (fields: readonly FormField[], name: string) =>
  fields.find((field) => field.name === name)?.options ?? [];

/** Formats a time without its year if no other year is possible. */
const timeInWords = (at: number): string =>
  Math.abs(Date.now() - at) < DAYS_WITHOUT_YEAR * DAY_MS ? formatHour(at) : dateTimeOf(at);

const SPECIAL: Record<string, (kind: CollectionDescription) => Special> = {
  articles: () => ({
    aboutOf: (row) => {
      const { source, publishedAt, contentType } = row as unknown as ManagedArticle;
      return (
        <>
          {source.name} · {timeInWords(Date.parse(publishedAt))}
          {contentType === 'article' ? ' ' : ` · ${typeName(contentType)} `}
          {Date.parse(publishedAt) > Date.now() ? <span class="badge warn">Scheduled</span> : null}
        </>
      );
    },
    hasPicture: true,
    cells: { topics: ({ topicNames }) => <Tags names={topicNames as string[]} /> },
    toForm: articleToForm,
    toApi: articleToApi,
  }),
  sources: ({ fields }) => ({
    aboutOf: ({ domain, organisationType, client }) =>
      [domain, wordOf(optionsOf(fields, 'organisationType'), (organisationType ?? '') as string), client]
        .filter((word) => word && word !== 'None')
        .join(' · '),
  }),
  rules: ({ fields }) => ({
    idOf: ({ kind, ref }) => `${kind}/${ref}`,
    titleOf: ({ words, ref }) => (words as string[]).slice(0, 3).join(', ') || String(ref),
    savedNote: 'Articles that have tags already do not change.',
    nameOf: ({ kind, ref }) => <RefName kind={String(kind)} of={String(ref)} />,
    aboutOf: ({ kind, words }) => {
      const [shown, more] = [(words as string[]).slice(0, 6), (words as string[]).length - 6];
      return `${wordOf(optionsOf(fields, 'kind'), String(kind))} · ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    },
  }),
};

function collectionFrom(description: CollectionDescription): ContentCollection {
  const { name, fields, columns, title, about, exceptions = [] } = description;
  const { cells = {}, ...special } = SPECIAL[name]?.(description) ?? {};
  const key = fields.find(({ isIdentity }) => isIdentity)?.name ?? 'id';
  return {
    ...description,
    path: `/manage/${name}`,
    idOf: (row) => String(row[key]),
    titleOf: (row) => String(row[title]),
    aboutOf: (row) => (about ? String(row[about]) : null),
    exceptionsOf: (row) =>
      exceptions.flatMap((exception) =>
        fields.filter((field) => field.name === exception).flatMap((field) => cellOf(field, row) || []),
      ),
    columns: columns.flatMap((column) =>
      fields
        .filter((field) => field.name === column)
        .map((field) => ({
          heading: field.column?.heading ?? field.label,
          cell: cells[column] ?? ((row) => cellOf(field, row)),
          isTight: !field.column?.isWide,
        })),
    ),
    ...special,
  };
}

export const CONTENT_COLLECTIONS: readonly ContentCollection[] = (
  DESCRIPTIONS as unknown as CollectionDescription[]
).map(collectionFrom);

export const collectionOf = (name: string): ContentCollection | undefined =>
  CONTENT_COLLECTIONS.find((kind) => kind.name === name);

export interface RecordPage {
  rows: ApiRecord[];
  next: string | null;
  previous: string | null;
  total: number | null;
}

type ListAnswer = { next?: string | null; previous?: string | null; total?: number | null } & Record<string, unknown>;

export async function requestPage(
  kind: ContentCollection,
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<RecordPage> {
  const answer = await request<ListAnswer>(kind.path, { query, signal });
  const { next = null, previous = null, total = null, ...lists } = answer;
  const rows = (Object.values(lists).find(Array.isArray) ?? []) as ApiRecord[];
  return { rows, next, previous, total };
}

export interface TaggedRecord {
  row: ApiRecord;
  etag: string | null;
}

export const recordAddress = (kind: ContentCollection, id: string): string =>
  `${kind.path}/${id.split('/').map(encodeURIComponent).join('/')}`;

export async function loadOne(kind: ContentCollection, id: string, signal?: AbortSignal): Promise<TaggedRecord> {
  const { value, etag } = await requestTagged<ApiRecord>(recordAddress(kind, id), signal ? { signal } : {});
  return { row: value, etag };
}

/** Stores a record if its ETag is still `etag`. The value `*` means that the record must not exist yet. */
export async function store(
  kind: ContentCollection,
  id: string,
  body: ApiRecord,
  etag: string | null,
  change?: string,
): Promise<void> {
  const headers: Record<string, string> = etag === '*' ? { 'If-None-Match': '*' } : etag ? { 'If-Match': etag } : {};
  await request(recordAddress(kind, id), {
    method: 'PUT',
    body,
    headers: { ...headers, ...changeHeaders(change).headers },
  });
}

/** Reverts a change, or only the records in `only`. Throws an `ApiError` with one error per record. */
export async function revert(change: string, only?: readonly string[]): Promise<number> {
  const path = `/manage/audit/${encodeURIComponent(change)}/revert`;
  for (let done = 0; ; ) {
    const body = only ? { only: only.slice(0, 100) } : {};
    const { reverted, left } = await request<{ reverted: number; left: number }>(path, { method: 'POST', body });
    done += reverted;
    if (left === 0 || reverted === 0) return done;
  }
}

export const referencesOf = (kind: ContentCollection, id: string): Promise<ApiRecord> =>
  request<ApiRecord>(recordAddress(kind, id), { method: 'DELETE', query: { dryRun: 'true' } });

export const removeRecord = (kind: ContentCollection, id: string, change?: string): Promise<ApiRecord> =>
  request<ApiRecord>(recordAddress(kind, id), { method: 'DELETE', ...changeHeaders(change) });

export const restoreRecord = (kind: ContentCollection, id: string): Promise<ApiRecord> =>
  request<ApiRecord>(`${recordAddress(kind, id)}/restore`, { method: 'POST' });

/** Moves all references to another record and deletes the first record. If `isDry`, only counts the references. */
export const mergeRecords = (
  kind: ContentCollection,
  id: string,
  into: string | number,
  isDry = false,
): Promise<ApiRecord> =>
  request<ApiRecord>(`${recordAddress(kind, id)}/merge`, {
    method: 'POST',
    body: { into },
    query: { dryRun: isDry ? 'true' : null },
  });

export async function findByUrl(kind: ContentCollection, url: string): Promise<ApiRecord | undefined> {
  return (await requestPage(kind, { url, limit: 1 }, new AbortController().signal)).rows[0];
}

export const COLLECTION_DEFAULTS = {
  kind: 'articles',
  id: '',
  q: '',
  sort: '',
  cursor: '',
  /** Number of records on the pages before that of `cursor`. */
  offset: '',
  from: '',
  until: '',
  /** Category filter in the list of topics, or action filter in the history. */
  category: '',
  deleted: '',
  of: '',
  thing: '',
  ...Object.fromEntries(CONTENT_COLLECTIONS.flatMap(({ filters }) => filters).map(({ name }) => [name, ''])),
};
export type ContentView = typeof COLLECTION_DEFAULTS;

export interface ContentSession {
  view: ContentView;
  /** Changes the view state in the URL. Adds a browser history entry unless `replace` is set. */
  change: (part: Partial<ContentView>, how?: { replace: boolean }) => void;
  href: (part: Partial<ContentView>) => string;
}
