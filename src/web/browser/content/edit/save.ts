import { newChangeId, storeAll } from '../../lib/change.ts';
import { ApiError, type DataOf, request, type Schemas } from '../../lib/request.ts';
import { dateTimeOf } from '../../lib/time.ts';
import { emptyValues, type InputField, toBody, toValues, type Values } from '../../ui/form/values.ts';
import {
  type ApiRecord,
  type ContentCollection,
  findByUrl,
  loadOne,
  store,
  type TaggedRecord,
} from '../collections.tsx';
import { type Merged, mergeEdits } from './merge.ts';

export const recordValues = ({ fields, toForm }: ContentCollection, row: ApiRecord): Values =>
  toValues(fields, toForm?.(row) ?? row);

export interface Saved {
  stored: TaggedRecord;
  fieldsOfOthers: InputField[];
  /** Id of the change, which can be reverted. `null` if the record is new or did not change. */
  change: string | null;
}

/** Conflict that an editor must resolve. `theirs` is the record as it is stored. */
export class Clash extends Error {
  readonly theirs: TaggedRecord;
  constructor(theirs: TaggedRecord) {
    super('someone else has changed the same fields');
    this.theirs = theirs;
  }
}

const MAX_TRIES = 5;

/** Stores a change, even if another editor has changed other fields. Throws `Clash` or `ApiError`. */
export async function saveRecord(
  kind: ContentCollection,
  id: string,
  values: Values,
  base: TaggedRecord | null,
): Promise<Saved> {
  const mergedFields = new Set<InputField>();
  const change = newChangeId();
  let [over, mine] = [base, values];
  for (let tries = 1; ; tries++) {
    try {
      const body = toBody(kind.fields, mine);
      const stored = await put(kind, id, kind.toApi?.(body, over?.row ?? null) ?? body, over, change);
      const hasChanged = over !== null && textOf(kind, over) !== textOf(kind, stored);
      return { stored, fieldsOfOthers: [...mergedFields], change: hasChanged ? change : null };
    } catch (thrown) {
      const theirs = thrown instanceof ApiError && currentOf(thrown);
      if (!theirs || tries === MAX_TRIES) throw thrown;
      const merged = mergeOver(kind, over, mine, theirs);
      if (!over || merged.clashes.length > 0) throw new Clash(theirs);
      for (const field of merged.theirs) mergedFields.add(field);
      [over, mine] = [theirs, merged.values];
    }
  }
}

const textOf = (kind: ContentCollection, { row }: TaggedRecord): string => JSON.stringify(recordValues(kind, row));

const currentOf = ({ current }: ApiError): TaggedRecord | null =>
  current?.value ? { row: current.value as ApiRecord, etag: current.etag } : null;

export const mergeOver = (
  kind: ContentCollection,
  base: TaggedRecord | null,
  values: Values,
  theirs: TaggedRecord,
): Merged =>
  mergeEdits(
    kind.fields,
    base ? recordValues(kind, base.row) : emptyValues(kind.fields),
    values,
    recordValues(kind, theirs.row),
  );

/** Merges the changes of two editors. Conflicting fields named in `taken` get the other editor's value. */
export function resolveClash(
  kind: ContentCollection,
  theirs: TaggedRecord,
  { values, clashes }: Merged,
  taken: ReadonlySet<string>,
): Values {
  const stored = recordValues(kind, theirs.row);
  const fields = clashes.filter(({ name }) => taken.has(name)).flatMap(({ fields }) => fields);
  return { ...values, ...Object.fromEntries(fields.map(({ name }) => [name, stored[name] ?? ''])) };
}

/** Stores a record and loads it again, because the service assigns article ids. */
async function put(
  kind: ContentCollection,
  id: string,
  body: ApiRecord,
  over: TaggedRecord | null,
  change: string,
): Promise<TaggedRecord> {
  if (id !== 'new') {
    await store(kind, id, body, over?.etag ?? null, change);
    return loadOne(kind, id);
  }
  if (kind.name === 'articles') {
    await refuseKnown(kind, String(body.url ?? ''));
    const { rejected } = await storeAll(kind.path, [body]);
    if (rejected[0]) throw new ApiError(400, rejected[0].errors);
    const found = await findByUrl(kind, String(body.url));
    return loadOne(kind, kind.idOf(found as ApiRecord));
  }
  const own = kind.idOf(body);
  const missing = kind.fields.filter(({ name, isIdentity }) => isIdentity && !body[name]);
  if (missing.length > 0)
    throw new ApiError(400, Object.fromEntries(missing.map(({ name }) => [name, 'must not be empty'])));
  await store(kind, own, body, over?.etag ?? '*');
  return loadOne(kind, own);
}

/** Rejects a new article with the URL of an existing article, because saving it would overwrite that article. */
async function refuseKnown(kind: ContentCollection, url: string): Promise<void> {
  const known = url && URL.canParse(url) ? await findByUrl(kind, url) : undefined;
  if (known)
    throw new ApiError(400, { url: `belongs to article ${kind.idOf(known)} already, “${kind.titleOf(known)}”` });
}

interface By {
  actor: string;
  at: number;
}

const TRAIL_FIELDS: Record<string, string> = { imageUrl: 'image', imageAlt: 'image' };

const MAX_ENTRIES = 20;

/** Returns the editor and time of the last change to these fields, or `null` if the audit trail has no entry. */
export async function lastChange(
  kind: ContentCollection,
  id: string,
  fields: readonly string[],
  signal?: AbortSignal,
): Promise<By | null> {
  const query = { kind: kind.kind, ref: id, limit: MAX_ENTRIES };
  const { entries } = await request<DataOf<'/manage/audit'>>('/manage/audit', { query, ...(signal ? { signal } : {}) });
  const names = fields.map((name) => TRAIL_FIELDS[name] ?? name);
  const isOne = ({ before, after }: Schemas['AuditEntry']) =>
    names.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  const entry = entries.find(isOne);
  return entry ? { actor: entry.actor, at: Date.parse(entry.at) } : null;
}

export const authorAndTime = ({ actor, at }: By): string => `${actor}, ${dateTimeOf(at)}`;
