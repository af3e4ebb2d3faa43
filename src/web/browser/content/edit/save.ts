import { storeAll } from '../../lib/change.ts';
import { ApiError, type DataOf, request, type Schemas } from '../../lib/request.ts';
import { dateTimeOf } from '../../lib/time.ts';
import { blank, type Field, toBody, toValues, type Values } from '../../ui/form/values.ts';
import { type Collection, findByUrl, loadOne, type Row, store, type Tagged } from '../collections.tsx';
import { type Merged, merge } from './merge.ts';

/** Storing what a form holds, together with what others have changed meanwhile. */

export const valuesOf = ({ fields, toForm }: Collection, row: Row): Values => toValues(fields, toForm?.(row) ?? row);

export interface Saved {
  stored: Tagged;
  /** What somebody else has changed meanwhile, and is kept. */
  kept: Field[];
}

/** Nothing is stored: there is something to decide. `theirs`: as it is stored. */
export class Clash extends Error {
  readonly theirs: Tagged;
  constructor(theirs: Tagged) {
    super('somebody else has changed the same');
    this.theirs = theirs;
  }
}

/** Changes of others that one may run into before one is told. */
const TRIES = 5;

/**
 * Stores the change from `base` (null: something new) to `values`. What somebody else has changed in other fields meanwhile is kept.
 * Throws a `Clash` where both have changed the same field, or where something new is there already, and an `ApiError`.
 */
export async function save(kind: Collection, id: string, values: Values, base: Tagged | null): Promise<Saved> {
  const kept = new Set<Field>();
  let [over, mine] = [base, values];
  for (let tries = 1; ; tries++) {
    try {
      const body = toBody(kind.fields, mine);
      return { stored: await put(kind, id, kind.toApi?.(body, over?.row ?? null) ?? body, over), kept: [...kept] };
    } catch (thrown) {
      const theirs = thrown instanceof ApiError && currentOf(thrown);
      if (!theirs || tries === TRIES) throw thrown;
      const merged = mergeOver(kind, over, mine, theirs);
      if (!over || merged.clashes.length > 0) throw new Clash(theirs);
      for (const field of merged.theirs) kept.add(field);
      [over, mine] = [theirs, merged.values];
    }
  }
}

const currentOf = ({ current }: ApiError): Tagged | null =>
  current?.value ? { row: current.value as Row, etag: current.etag } : null;

/** The change from `base` to `values`, made on what is stored. */
export const mergeOver = (kind: Collection, base: Tagged | null, values: Values, theirs: Tagged): Merged =>
  merge(kind.fields, base ? valuesOf(kind, base.row) : blank(kind.fields), values, valuesOf(kind, theirs.row));

/** Both changes together; of a clash theirs where it is among `taken`, else mine. */
export function decided(
  kind: Collection,
  theirs: Tagged,
  { values, clashes }: Merged,
  taken: ReadonlySet<string>,
): Values {
  const stored = valuesOf(kind, theirs.row);
  const fields = clashes.filter(({ name }) => taken.has(name)).flatMap(({ fields }) => fields);
  return { ...values, ...Object.fromEntries(fields.map(({ name }) => [name, stored[name] ?? ''])) };
}

/** Stores it, and reads it as it is then. Articles get their number from the service. */
async function put(kind: Collection, id: string, body: Row, over: Tagged | null): Promise<Tagged> {
  if (id !== 'new') {
    await store(kind, id, body, over?.etag ?? null);
    return loadOne(kind, id);
  }
  if (kind.name === 'articles') {
    await refuseKnown(kind, String(body.url ?? ''));
    const { rejected } = await storeAll(kind.path, [body]);
    if (rejected[0]) throw new ApiError(400, rejected[0].errors);
    const found = await findByUrl(kind, String(body.url));
    return loadOne(kind, kind.idOf(found as Row));
  }
  const own = kind.idOf(body);
  const missing = kind.fields.filter(({ name, isIdentity }) => isIdentity && !body[name]);
  if (missing.length > 0)
    throw new ApiError(400, Object.fromEntries(missing.map(({ name }) => [name, 'must not be empty'])));
  await store(kind, own, body, over?.etag ?? '*');
  return loadOne(kind, own);
}

/** An article at this address would be overwritten unseen. */
async function refuseKnown(kind: Collection, url: string): Promise<void> {
  const known = url && URL.canParse(url) ? await findByUrl(kind, url) : undefined;
  if (known)
    throw new ApiError(400, { url: `belongs to article ${kind.idOf(known)} already, “${kind.titleOf(known)}”` });
}

interface By {
  actor: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Where the API has another name for a field of a form. */
const IN_TRAIL: Record<string, string> = { imageUrl: 'image', imageAlt: 'image' };

const LATEST = 20;

/** Who has changed one of these fields last; null: the trail does not say, as of what feeds bring. */
export async function lastChange(
  kind: Collection,
  id: string,
  fields: readonly string[],
  signal?: AbortSignal,
): Promise<By | null> {
  const query = { kind: kind.kind, ref: id, limit: LATEST };
  const { entries } = await request<DataOf<'/manage/audit'>>('/manage/audit', { query, ...(signal ? { signal } : {}) });
  const names = fields.map((name) => IN_TRAIL[name] ?? name);
  const isOne = ({ before, after }: Schemas['AuditEntry']) =>
    names.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  const entry = entries.find(isOne);
  return entry ? { actor: entry.actor, at: Date.parse(entry.at) } : null;
}

/** `Newsroom, 21 Nov 2026, 14:35` */
export const authorAndTime = ({ actor, at }: By): string => `${actor}, ${dateTimeOf(at)}`;
