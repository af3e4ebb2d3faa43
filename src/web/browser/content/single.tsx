import { type Child, useEffect, useRef, useState } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { announceToReaders, useLeaveGuard } from '../lib/page.ts';
import { CHANGED_ELSEWHERE, useQuery } from '../lib/query.ts';
import { type ApiError, type DataOf, request } from '../lib/request.ts';
import { latinSlugOf } from '../lib/words.ts';
import { Button, showToast, useAction } from '../ui/actions.tsx';
import { Form, GroupedForm, useRefNames } from '../ui/form/form.tsx';
import { changedInputs, type InputField, newValues, toBody, type Values } from '../ui/form/values.ts';
import { Failure, Fault, Skeleton } from '../ui/parts.tsx';
import { ChangeList } from './changes.tsx';
import {
  type ApiRecord,
  type ContentCollection,
  type ContentSession,
  loadOne,
  requestPage,
  revert,
  type TaggedRecord,
} from './collections.tsx';
import { ConflictNotice } from './edit/conflict.tsx';
import { Clash, lastChange, recordValues, type Saved, saveRecord } from './edit/save.ts';
import { Remove } from './remove.tsx';

const NUMBER_FIELD = 'id';
/** The buttons of a form are in the head of its page. */
const FORM_ID = 'record';

const isNumbered = ({ fields }: Pick<ContentCollection, 'fields'>): boolean =>
  fields.some(({ name, isIdentity }) => name === NUMBER_FIELD && isIdentity);

/** Returns the next number that was never used, because other systems may still refer to removed records. */
async function nextNumber(kind: ContentCollection, signal: AbortSignal): Promise<number> {
  const removed = (action: string) =>
    request<DataOf<'/manage/audit'>>('/manage/audit', { query: { kind: kind.kind, action, limit: 100 }, signal });
  const [{ rows }, ...pages] = await Promise.all([
    requestPage(kind, { sort: `-${NUMBER_FIELD}`, limit: 1 }, signal),
    removed('delete'),
    removed('merge'),
  ]);
  const gone = pages.flatMap(({ entries }) => entries.map(({ ref }) => Number(ref) || 0));
  return 1 + Math.max(0, Number(rows[0]?.[NUMBER_FIELD] ?? 0), ...gone);
}

/** Derives the slug from the name until someone edits the slug. Changing the kind of a rule clears its target. */
function withSuggestions(fields: readonly InputField[], before: Values, change: Values): Values {
  if (change.kind !== undefined) return { ...change, ref: '' };
  const hasSlug = fields.some(({ name }) => name === 'slug');
  if (!hasSlug || typeof change.name !== 'string' || before.slug !== latinSlugOf(String(before.name ?? '')))
    return change;
  return { ...change, slug: latinSlugOf(change.name) };
}

interface Props {
  kind: ContentCollection;
  id: string;
  session: ContentSession;
  isHeaded?: boolean;
  initial?: ApiRecord | undefined;
  aside?: ((row: ApiRecord, reload: () => void) => Child) | undefined;
  /** Content next to the form. The record is `null` if it is new. */
  rail?: ((row: ApiRecord | null, values: Values) => Child) | undefined;
  live?: ((body: ApiRecord) => Child) | undefined;
}

export const Head = ({
  kind,
  href,
  title,
  name,
  children,
}: Pick<ContentSession, 'href'> & {
  kind: ContentCollection;
  title: string | null;
  name?: Child;
  children?: Child;
}) => (
  <>
    <nav class="row small after-3 crumbs" aria-label="Where you are">
      <a href={href({ id: '' })}>← All {kind.many}</a>
    </nav>
    <div class="row between after-5 thing-head">
      <h2 {...languageAttributes(title ?? '')}>{name ?? title ?? `New ${kind.one}`}</h2>
      {children}
    </div>
  </>
);

export function Single(props: Props) {
  const { kind, id } = props;
  const isNew = id === 'new';
  const loaded = useQuery(`${kind.path} ${id}`, (signal) => loadOne(kind, id, signal), { paused: isNew });
  if (!isNew && !loaded.value) {
    return loaded.error ? (
      <Failure error={loaded.error} what={`the ${kind.one}`} reload={loaded.reload} />
    ) : (
      <Skeleton lines={14} />
    );
  }
  const key = isNew ? JSON.stringify(props.initial ?? null) : id;
  return <Editor key={key} {...props} stored={loaded.value} reload={loaded.reload} />;
}

/** Unsaved input, keyed by record. It is preserved while another view is open. */
const drafts = new Map<string, { values: Values; start?: Values; base: TaggedRecord | null; isProposed?: boolean }>();

interface EditorProps extends Props {
  stored: TaggedRecord | null;
  reload: () => void;
}

function Editor({ kind, id, session, initial, aside, rail, live, isHeaded, stored, reload }: EditorProps) {
  const { fields } = kind;
  const asForm = (row: ApiRecord): Values => recordValues(kind, row);
  /** Returns the stored values with the input that has changed since. */
  const withInput = (stored: Values, before: Values, now: Values): Values => ({
    ...stored,
    ...Object.fromEntries(changedInputs(fields, before, now).map(({ name }) => [name, now[name] ?? ''])),
  });
  const name = `${kind.path} ${id}`;
  const draft = initial ? undefined : drafts.get(name);
  const [base, setBase] = useState<TaggedRecord | null>(draft ? draft.base : stored);
  const number = useNextNumber(kind, base === null);
  const [fresh] = useState<Values>(() => newValues(fields, Date.now()));
  /** Input that was typed before the page of the article or site had been read. */
  const typedBefore = (): Values => {
    const before = initial && !base ? drafts.get(name) : undefined;
    if (!before || before.isProposed) return {};
    return withInput({}, before.start ?? fresh, before.values);
  };
  const start = base ? asForm(base.row) : { ...fresh, ...number, ...(initial ? asForm(initial) : {}) };
  const [values, setValues] = useState<Values>(
    () => draft?.values ?? { ...(initial && base ? asForm(initial) : start), ...typedBefore() },
  );
  /** Tag of a rule, whose name is the title of the rule. */
  const tag = kind.name === 'rules' ? String(values.ref ?? '') : '';
  const tags = useRefNames(String(values.kind ?? ''), tag ? [tag] : []);
  const titleOf = (row: ApiRecord): string => (tag ? tags.nameOf(tag) : kind.titleOf(row));
  const [error, setError] = useState<ApiError | null>(null);
  const [theirs, setTheirs] = useState<TaggedRecord | null>(null);
  const [lastSave, setLastSave] = useState<{ undo: () => Promise<void> } | null>(null);
  const [isBusy, run] = useAction((refused) => {
    if (refused.kind === 'key') return;
    focusFirstFault();
    setError(refused);
  });
  const isChanged = changedInputs(fields, start, values).length > 0 || (!base && initial !== undefined);
  useLeaveGuard(isChanged && !isBusy);
  useEffect(() => {
    if (isChanged) drafts.set(name, { values, start, base, isProposed: initial !== undefined });
    else drafts.delete(name);
  }, [isChanged, values, base]);
  useEffect(() => {
    const forget = () => setLastSave(null);
    document.addEventListener(CHANGED_ELSEWHERE, forget);
    return () => document.removeEventListener(CHANGED_ELSEWHERE, forget);
  }, []);

  // `submit` must use the latest input even if it is not rendered yet.
  const latest = useRef(values);
  latest.current = values;

  useEffect(() => {
    if (number.id) setValues((before) => (before.id ? before : ({ ...before, ...number } as Values)));
  }, [number.id]);

  useEffect(() => {
    if (!stored || stored.etag === base?.etag || isChanged) return;
    setBase(stored);
    setValues(asForm(stored.row));
  }, [stored?.etag]);

  const saveAll = async (mine: Values = values, over: TaggedRecord | null = base) => {
    let created = '';
    const before = latest.current ?? values;
    await run(async () => {
      setError(null);
      const saved = await saveNumbered(kind, id, mine, over, number.id).catch((thrown) => {
        if (!(thrown instanceof Clash)) throw thrown;
        setTheirs(thrown.theirs);
      });
      if (!saved) return;
      const { stored: made, fieldsOfOthers, change } = saved;
      setTheirs(null);
      announceToReaders('Saved.');
      const others = fieldsOfOthers.length > 0 ? await othersIn(kind, kind.idOf(made.row), fieldsOfOthers) : '';
      const undo = change
        ? async () => {
            await revert(change);
            // Otherwise, input before the next response would conflict with this editor's own undo.
            const restored = await loadOne(kind, kind.idOf(made.row));
            setBase(restored);
            setValues((now) => withInput(asForm(restored.row), asForm(made.row), now));
            reload();
          }
        : undefined;
      const confirmation = `“${titleOf(made.row)}” saved${others}.`;
      const takeBack = showToast([confirmation, kind.savedNote].filter(Boolean).join(' '), undo);
      setLastSave(undo ? { undo: takeBack } : null);
      setBase(made);
      const row = asForm(made.row);
      if (id === 'new') {
        created = kind.idOf(made.row);
        const now = withInput(row, before, latest.current ?? values);
        if (changedInputs(fields, row, now).length > 0)
          drafts.set(`${kind.path} ${created}`, { values: now, base: made });
        setValues(row);
      } else {
        setValues((now) => withInput(row, before, now));
        reload();
      }
    });
    // The address changes last, because the renderer puts a removed editor back if its state changes.
    if (created) session.change({ id: created }, { replace: true });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void saveAll(latest.current ?? values);
  };
  const isClash = theirs !== null && (isChanged || !base);
  const known = fields.map(({ name }) => name);
  const gone = () => {
    drafts.delete(name);
    session.change({ id: '' });
  };
  const elsewhere = error && Object.keys(error.faults).every((name) => !known.includes(name));
  const form = {
    fields,
    values,
    faults: error?.faults ?? {},
    change: (part: Values) =>
      setValues((before) => {
        latest.current = { ...before, ...(base ? part : withSuggestions(fields, before, part)) };
        return latest.current;
      }),
    isStored: base !== null,
    isRecord: true,
  };
  // A record that was just created is shown by another editor.
  const shownRecord = id === 'new' ? null : base;
  const changes = shownRecord ? (
    <ChangeList
      kind={kind}
      id={kind.idOf(shownRecord.row)}
      version={shownRecord.etag ?? ''}
      href={session.href}
      changed={reload}
      gone={gone}
    />
  ) : null;
  const foot = (
    <div class="row form-foot">
      <span class="hint">
        {isClash ? 'Choose which version to keep' : isChanged ? 'Not saved yet' : base ? 'Saved' : ''}
        {lastSave && base && !isChanged ? (
          <>
            {' · '}
            <Button text="Undo" look="link" press={lastSave.undo} />
          </>
        ) : null}
      </span>
      {isChanged ? <Button text="Discard changes" isDisabled={isBusy} press={() => setValues(start)} /> : null}
      <button type="submit" form={FORM_ID} class="primary" disabled={isBusy || !isChanged || isClash}>
        {isBusy ? 'Saving…' : 'Save'}
      </button>
      {shownRecord && !isHeaded ? (
        <Remove kind={kind} row={shownRecord.row} title={titleOf(shownRecord.row)} changed={reload} gone={gone} />
      ) : null}
      <Fault text={error && (elsewhere || error.status === 0) ? error.message : null} />
    </div>
  );
  return (
    <>
      {isHeaded ? null : (
        <Head
          kind={kind}
          href={session.href}
          title={shownRecord ? kind.titleOf(shownRecord.row) : null}
          name={shownRecord ? kind.nameOf?.(shownRecord.row) : undefined}
        >
          {foot}
        </Head>
      )}
      {isClash && theirs ? (
        <ConflictNotice
          kind={kind}
          base={base}
          theirs={theirs}
          isBusy={isBusy}
          mine={values}
          take={() => {
            drafts.delete(name);
            setTheirs(null);
            setBase(theirs);
            setValues(asForm(theirs.row));
            if (!base) session.change({ id: kind.idOf(theirs.row) }, { replace: true });
          }}
          keep={(both) => void saveAll(both, theirs)}
        />
      ) : null}
      <div class={live ? 'editor even' : rail ? 'editor' : ''}>
        <div class="stack gap-4">
          <form id={FORM_ID} class="card" onSubmit={submit} novalidate>
            {kind.groups ? <GroupedForm groups={kind.groups} {...form} /> : <Form {...form} />}
            {isHeaded ? foot : null}
          </form>
          {shownRecord && aside ? aside(shownRecord.row, reload) : null}
          {rail ? null : changes}
        </div>
        {rail || live ? (
          <aside class="stack rail" aria-label={`About this ${kind.one}`}>
            {rail?.(shownRecord?.row ?? null, values)}
            {live?.(toBody(fields, values))}
            {rail ? changes : null}
          </aside>
        ) : null}
      </div>
    </>
  );
}

/** Stores a record. A new record without a number, or whose `suggested` number another editor took, gets the next. */
async function saveNumbered(
  kind: ContentCollection,
  id: string,
  values: Values,
  over: TaggedRecord | null,
  suggested: string | undefined,
): Promise<Saved> {
  const saveWithNext = async () => {
    const next = await nextNumber(kind, new AbortController().signal);
    return saveRecord(kind, id, { ...values, id: String(next) }, null);
  };
  if (!over && isNumbered(kind) && !values.id) return saveWithNext();
  try {
    return await saveRecord(kind, id, values, over);
  } catch (thrown) {
    if (!(thrown instanceof Clash) || over || !suggested || values.id !== suggested) throw thrown;
    return saveWithNext();
  }
}

function useNextNumber(kind: ContentCollection, isNew: boolean): { id?: string } {
  const next = useQuery(`number ${kind.path}`, (signal) => nextNumber(kind, signal), {
    paused: !isNew || !isNumbered(kind),
  });
  return next.value === null ? {} : { id: String(next.value) };
}

async function othersIn(kind: ContentCollection, id: string, fieldsOfOthers: readonly InputField[]): Promise<string> {
  const by = await lastChange(
    kind,
    id,
    fieldsOfOthers.map(({ name }) => name),
  ).catch(() => null);
  return `, including the fields that ${by ? by.actor : 'someone else'} changed in the meantime: ${fieldsOfOthers.map(({ label }) => label).join(', ')}`;
}

const focusFirstFault = () =>
  setTimeout(() => document.querySelector<HTMLElement>('.form [aria-invalid="true"]')?.focus(), 50);
