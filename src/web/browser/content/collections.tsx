import type { Child } from 'hono/jsx/dom';
import type { Description, FormField, Option } from '../../../collections/core/look.ts';
import type { Schemas } from '../lib/request.ts';
import { dateTimeOf } from '../lib/time.ts';
import { useRefNames } from '../ui/form/form.tsx';
import DESCRIPTIONS from './collections.generated.ts';

export type Row = Record<string, unknown>;
export type StoredArticle = Schemas['ManagedArticle'];

interface Column {
  heading: string;
  cell: (row: Row) => Child;
  isTight: boolean;
}

/** A collection, and how one of its records looks in a list and in a form. */
export interface Collection extends Omit<Description, 'columns'> {
  path: string;
  columns: Column[];
  idOf: (row: Row) => string;
  titleOf: (row: Row) => string;
  /** Under the title. */
  aboutOf: (row: Row) => Child;
  /** The stored thing as the form takes it, and the form as the API does, where they differ. */
  toForm?: (row: Row) => Row;
  toApi?: (body: Row, stored: Row | null) => Row;
  hasPicture?: boolean;
}

export const wordOf = (options: readonly Option[], value: string | number | null): string =>
  options.find(([option]) => option === String(value))?.[1] ?? String(value ?? '');

/** A value in a list. */
function cellOf({ name, type, options, column = {} }: FormField, row: Row): Child {
  const value = row[name];
  if (type === 'switch') {
    const state = value ? 'on' : 'off';
    return column.outstanding === state ? <span class="badge">{column[state]}</span> : column[state];
  }
  if (Array.isArray(value)) return type === 'countries' ? value.length : value.slice(0, 3).join(', ');
  return options ? wordOf(options, value as string | number | null) : ((value ?? '') as string | number);
}

const Tags = ({ names }: { names: string[] }) => (
  <span class="row tags">
    {names.slice(0, 4).map((name) => (
      <span key={name} class="badge">
        {name}
      </span>
    ))}
    {names.length > 4 ? <span class="badge">+{names.length - 4}</span> : null}
  </span>
);

interface Special extends Partial<Collection> {
  /** Cells, by field. */
  cells?: Record<string, (row: Row) => Child>;
}

/** A picture is two fields of the form and one of the API. */
function articleToForm(article: Row): Row {
  const { image } = article as unknown as StoredArticle;
  return { ...article, imageUrl: image?.url ?? '', imageAlt: image?.alt ?? '' };
}

function articleToApi({ imageUrl, imageAlt, ...body }: Row, stored: Row | null): Row {
  if (!imageUrl) return body;
  const { image } = (stored ?? {}) as Partial<StoredArticle>;
  const kept = image?.url === imageUrl ? image : null;
  const size = kept?.width && kept.height ? { width: kept.width, height: kept.height } : {};
  return { ...body, image: { url: imageUrl, alt: imageAlt ?? '', ...size } };
}

/** `Marine Cargo`, of what a rule tags with. */
function RefName({ kind, of }: { kind: string; of: string }) {
  return <>{useRefNames(kind, [of]).nameOf(of)}</>;
}

const optionsOf = (fields: readonly FormField[], name: string) =>
  fields.find((field) => field.name === name)?.options ?? [];

/** What is shown otherwise than as it is stored. */
const SPECIAL: Record<string, (kind: Description) => Special> = {
  articles: () => ({
    aboutOf: (row) => {
      const { source, publishedAt } = row as unknown as StoredArticle;
      return (
        <>
          {source.name} · {dateTimeOf(Date.parse(publishedAt))}{' '}
          {Date.parse(publishedAt) > Date.now() ? <span class="badge warn">Scheduled</span> : null}
        </>
      );
    },
    hasPicture: true,
    cells: { topics: ({ topicNames }) => <Tags names={topicNames as string[]} /> },
    toForm: articleToForm,
    toApi: articleToApi,
  }),
  rules: ({ fields }) => ({
    idOf: ({ kind, ref }) => `${kind}/${ref}`,
    titleOf: ({ words, ref }) => (words as string[]).slice(0, 3).join(', ') || String(ref),
    aboutOf: ({ words }) =>
      (words as string[]).length > 3 ? `and ${(words as string[]).length - 3} more words` : null,
    cells: {
      ref: ({ kind, ref }) => (
        <>
          {wordOf(optionsOf(fields, 'kind'), String(kind))}: <RefName kind={String(kind)} of={String(ref)} />
        </>
      ),
    },
  }),
};

function collectionFrom(description: Description): Collection {
  const { name, fields, columns, title, about } = description;
  const { cells = {}, ...special } = SPECIAL[name]?.(description) ?? {};
  const key = fields.find(({ isIdentity }) => isIdentity)?.name ?? 'id';
  return {
    ...description,
    path: `/manage/${name}`,
    idOf: (row) => String(row[key]),
    titleOf: (row) => String(row[title]),
    aboutOf: (row) => (about ? String(row[about]) : null),
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

/** In the order of the page's tabs. */
export const COLLECTIONS: readonly Collection[] = (DESCRIPTIONS as unknown as Description[]).map(collectionFrom);

export const collectionOf = (name: string): Collection | undefined => COLLECTIONS.find((kind) => kind.name === name);
