import type { Child } from 'hono/jsx/dom';
import { useEffect, useState } from 'hono/jsx/dom';
import { announce } from '../lib/announce.ts';
import { ApiError } from '../lib/api-error.ts';
import { useLeaveGuard } from '../lib/leave-guard.ts';
import { useQuery } from '../lib/query.ts';
import { sessionEnded } from '../lib/session.ts';
import { Failure, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { findByUrl, loadOne, type Row, store, storeAll, type Tagged } from './api.ts';
import { Changes } from './changes.tsx';
import { Conflict } from './conflict.tsx';
import { blank, changed, toBody, toValues, type Values } from './fields.ts';
import { Form } from './form.tsx';
import type { Kind } from './kinds.tsx';
import { Remove } from './remove.tsx';
import { isNumbered, nextNumber, withSlug } from './suggest.ts';
import type { Session } from './view.ts';

interface Props {
  kind: Kind;
  id: string;
  session: Session;
  /** The page has a `Head` above it already. */
  isHeaded?: boolean;
  /** What a new one begins with. */
  initial?: Row | undefined;
  /** Beside the form of a stored thing. */
  aside?: ((row: Row, reload: () => void) => Child) | undefined;
  /** Of what is typed, stored or not. */
  live?: ((body: Row) => Child) | undefined;
}

/** The way back to the list, and what is open; `title` null: something new. */
export const Head = ({
  kind,
  href,
  title,
  children,
}: Pick<Session, 'href'> & { kind: Kind; title: string | null; children?: Child }) => (
  <>
    <nav class="crumbs" aria-label="Where you are">
      <a href={href({ id: '' })}>← All {kind.many}</a>
    </nav>
    <div class="thing-head">
      <h2 dir="auto">{title ?? `New ${kind.one}`}</h2>
      {children}
    </div>
  </>
);

/** One thing: its form, as it is stored or to be made. */
export function Single({ kind, id, session, initial, aside, live, isHeaded = false }: Props) {
  const isNew = id === 'new';
  const loaded = useQuery((signal) => loadOne(kind, id, signal), {
    queryKey: `${kind.path} ${id}`,
    interval: null,
    paused: isNew,
  });
  if (!isNew && !loaded.value) {
    return loaded.error ? <Failure error={loaded.error} reload={loaded.reload} /> : <Skeleton lines={14} />;
  }
  return (
    <Editor
      key={isNew ? JSON.stringify(initial ?? null) : id}
      {...{ kind, id, session, aside, live, initial, isHeaded }}
      stored={loaded.value}
      reload={loaded.reload}
    />
  );
}

/** What is typed and not stored, by thing, with what it is a change of: going to another view and back loses nothing. */
const drafts = new Map<string, { values: Values; base: Tagged | null }>();

interface EditorProps extends Props {
  stored: Tagged | null;
  reload: () => void;
}

function Editor({ kind, id, session, initial, aside, live, isHeaded, stored, reload }: EditorProps) {
  const { fields } = kind;
  const asForm = (row: Row): Values => toValues(fields, kind.toForm?.(row) ?? row);
  const name = `${kind.path} ${id}`;
  const draft = initial ? undefined : drafts.get(name);
  const [base, setBase] = useState<Tagged | null>(draft ? draft.base : stored);
  const number = useNextNumber(kind, base === null);
  const start = base ? asForm(base.row) : { ...blank(fields), ...number, ...(initial ? asForm(initial) : {}) };
  const [values, setValues] = useState<Values>(draft?.values ?? start);
  const [error, setError] = useState<ApiError | null>(null);
  const [theirs, setTheirs] = useState<Tagged | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isChanged = changed(fields, start, values).length > 0 || (!base && initial !== undefined);
  useLeaveGuard(isChanged && !isBusy);
  useEffect(() => {
    if (isChanged) drafts.set(name, { values, base });
    else drafts.delete(name);
  }, [isChanged, values, base]);

  useEffect(() => {
    if (number.id) setValues((before) => (before.id ? before : ({ ...before, ...number } as Values)));
  }, [number.id]);

  // What was loaded again is newer, and nothing has been typed meanwhile.
  useEffect(() => {
    if (!stored || stored.etag === base?.etag || isChanged) return;
    setBase(stored);
    setValues(asForm(stored.row));
  }, [stored?.etag]);

  const save = async (over: Tagged | null = base) => {
    setBusy(true);
    setError(null);
    try {
      const body = toBody(fields, values);
      const sent = kind.toApi?.(body, over?.row ?? null) ?? body;
      const made = await put(kind, id, sent, over);
      setTheirs(null);
      announce('Saved.');
      showToast(`“${kind.titleOf(made.row)}” saved.`);
      setBase(made);
      setValues(asForm(made.row));
      // What is new has an address from now on, and is loaded from there.
      if (id === 'new') session.change({ id: kind.idOf(made.row) }, { replace: true });
      else reload();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.kind === 'key') return sessionEnded();
      if (thrown.current?.value) setTheirs({ row: thrown.current.value as Row, etag: thrown.current.etag });
      else focusFirstFault();
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void save();
  };
  const known = fields.map(({ name }) => name);
  const elsewhere = error && !theirs && Object.keys(error.faults).every((name) => !known.includes(name));
  return (
    <>
      {isHeaded ? null : (
        <Head kind={kind} href={session.href} title={base ? kind.titleOf(base.row) : null}>
          {base ? (
            <Remove
              kind={kind}
              row={base.row}
              gone={() => {
                drafts.delete(name);
                session.change({ id: '' });
              }}
            />
          ) : null}
        </Head>
      )}
      {theirs ? (
        <Conflict
          fields={fields}
          mine={values}
          theirs={asForm(theirs.row)}
          existing={id === 'new' ? kind.one : null}
          isBusy={isBusy}
          take={() => {
            setBase(theirs);
            setValues(asForm(theirs.row));
            setTheirs(null);
            setError(null);
          }}
          keep={() => void save(theirs)}
        />
      ) : null}
      <form onSubmit={submit} novalidate>
        <Form
          fields={fields}
          values={values}
          faults={theirs ? {} : (error?.faults ?? {})}
          change={(part) =>
            setValues((before) => ({ ...before, ...(base ? part : withSlug(fields, before, part)) }) as Values)
          }
          isStored={base !== null}
        />
        <div class="form-foot">
          <button type="submit" class="primary" disabled={isBusy || !isChanged}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          <button type="button" disabled={isBusy || !isChanged} onClick={() => setValues(start)}>
            Discard changes
          </button>
          <span class="hint">{isChanged ? 'Not saved yet' : base ? 'Saved' : ''}</span>
          {error && (elsewhere || error.status === 0) ? (
            <p class="fault" role="alert">
              {error.message}
            </p>
          ) : null}
        </div>
      </form>
      {live ? live(toBody(fields, values)) : null}
      {base && aside ? aside(base.row, reload) : null}
      {base ? (
        <Changes kind={kind} id={kind.idOf(base.row)} version={base.etag ?? ''} href={session.href} changed={reload} />
      ) : null}
    </>
  );
}

/** The number of something new, once it is known. */
function useNextNumber(kind: Kind, isNew: boolean): { id?: string } {
  const next = useQuery((signal) => nextNumber(kind, signal), {
    queryKey: `number ${kind.path}`,
    interval: null,
    paused: !isNew || !isNumbered(kind),
  });
  return next.value === null ? {} : { id: String(next.value) };
}

/** Stores it, and reads it as it is then. Articles get their number from the service. */
async function put(kind: Kind, id: string, body: Row, over: Tagged | null): Promise<Tagged> {
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
  if (kind.fields.some(({ name, isIdentity }) => isIdentity && !body[name])) {
    const missing = kind.fields.filter(({ name, isIdentity }) => isIdentity && !body[name]);
    throw new ApiError(400, Object.fromEntries(missing.map(({ name }) => [name, 'must not be empty'])));
  }
  await store(kind, own, body, over?.etag ?? '*');
  return loadOne(kind, own);
}

/** An article at this address would be overwritten unseen. */
async function refuseKnown(kind: Kind, url: string): Promise<void> {
  const known = url && URL.canParse(url) ? await findByUrl(kind, url) : undefined;
  if (known)
    throw new ApiError(400, { url: `belongs to article ${kind.idOf(known)} already, “${kind.titleOf(known)}”` });
}

/** After the faults are drawn. */
const focusFirstFault = () =>
  setTimeout(() => document.querySelector<HTMLElement>('.form [aria-invalid="true"]')?.focus(), 50);
