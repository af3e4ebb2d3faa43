import { useState } from 'hono/jsx/dom';
import { ApiError } from '../lib/request/api-error.ts';
import { useQuery } from '../lib/request/query.ts';
import { request } from '../lib/request/request.ts';
import { dateOf, dateTimeOf } from '../lib/time/time.ts';
import { useServiceNames } from '../ui/form/names.ts';
import { Loaded } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { revert } from './api.ts';
import type { Field } from './fields.ts';
import { KINDS, type Kind, wordOf } from './kinds.tsx';
import type { Session } from './view.ts';

/** The audit trail as lines: who changed what, with what it was and what it became, and a way back. */

export interface Entry {
  id: number;
  at: string;
  actor: string;
  change: string;
  kind: string;
  ref: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** What it is called; null: by its ref. */
  name: string | null;
  /** That were changed at once. */
  things: number;
  reverted: boolean;
  /** Why it cannot be reverted whatever is stored. */
  final: string | null;
}

export interface AuditPage {
  entries: Entry[];
  /** Headlines of selected articles, by id. */
  titles: Record<string, string>;
  next: string | null;
  previous: string | null;
}

/** The kind of content that the trail calls by a name. */
export const ofAuditKind = (name: string): Kind | undefined => KINDS.find(({ kind }) => kind === name);

const WORDS: Record<string, string> = {
  ...{ create: 'added', update: 'changed', delete: 'deleted', merge: 'merged', restore: 'restored' },
};
const THINGS: Record<string, string> = {
  recommended: 'the recommended articles of',
  share: 'shared view',
  annotation: 'the note on',
  search: 'saved search',
  alerts: 'alert',
  letter: 'dead letters of kind',
};

const LATEST = 5;
const MOST = 100;

/** The latest changes of one thing, below its form. `version`: loads again when it changes. `changed`: after one was reverted. */
export function Changes({
  kind,
  id,
  version,
  href,
  changed,
}: { kind: Kind; id: string; version: string; changed: () => void } & Pick<Session, 'href'>) {
  const of = kind.kind;
  const trail = useQuery(
    (signal) => request<AuditPage>('/manage/audit', { query: { kind: of, ref: id, limit: LATEST }, signal }),
    { queryKey: `changes ${of} ${id} ${version}`, interval: null },
  );
  const reload = () => {
    trail.reload();
    changed();
  };
  return (
    <section class="changes-of" aria-labelledby="changes">
      <div class="list-head">
        <h2 id="changes">Changes</h2>
        {trail.value?.next ? (
          <a class="end" href={href({ kind: 'history', id: '', of, thing: id })}>
            All changes
          </a>
        ) : null}
      </div>
      <Loaded of={trail} lines={3}>
        {(page) =>
          page.entries.length === 0 ? (
            <p class="hint">Nobody has changed it in the last 90 days. What feeds bring in is not listed.</p>
          ) : (
            <Trail {...page} {...{ href, reload }} isOfOne />
          )
        }
      </Loaded>
    </section>
  );
}

interface Lines extends Pick<Session, 'href'>, Pick<AuditPage, 'titles'> {
  /** After something was put back. */
  reload: () => void;
  /** All lines are of the thing that is open, so that none needs to name it. */
  isOfOne?: boolean;
  /** Lines are what was done to one thing, not all that was changed at once. */
  isPart?: boolean;
  /** The line above says who did it, and when. */
  isBelow?: boolean;
}

export const Trail = ({
  entries,
  href,
  titles,
  reload,
  isOfOne = false,
  isPart = isOfOne,
  isBelow = false,
}: Lines & Pick<AuditPage, 'entries'>) => (
  <ol class="trail">
    {entries.map((entry) => (
      <Line key={entry.id} {...{ entry, href, titles, reload, isOfOne, isPart, isBelow }} />
    ))}
  </ol>
);

function Line({
  entry,
  href,
  titles,
  reload,
  isOfOne = false,
  isPart = false,
  isBelow = false,
}: Lines & { entry: Entry }) {
  const { at, actor, change, kind, ref, before, after, things, reverted, final } = entry;
  const isMany = things > 1 && !isPart;
  const [isOpen, setOpen] = useState(false);
  const tab = ofAuditKind(kind);
  const [was, is] = [flat(before), flat(after)];
  const fields = before && after ? differing(was, is) : [];
  return (
    <li class={reverted ? 'taken-back' : ''}>
      <div class="line">
        <p>
          {isBelow ? null : <strong>{actor} </strong>}
          {isBelow ? sentenced(verbOf(entry)) : verbOf(entry)}{' '}
          {isMany ? (
            <>
              {things} {tab?.many ?? 'things'}
              {fields.length > 0 ? `: ${fields.map((name) => labelOf(tab?.fields ?? [], name)).join(', ')}` : ''}{' '}
              <button
                type="button"
                class="link"
                aria-expanded={isOpen ? 'true' : 'false'}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Hide them' : 'Show them'}
              </button>
            </>
          ) : isOfOne ? (
            'it'
          ) : (
            <>
              {THINGS[kind] ?? tab?.one ?? kind} <Named {...{ entry, tab, href }} />
            </>
          )}
        </p>
        <small class="when">{isBelow ? '' : dateTimeOf(Date.parse(at))}</small>
        <Back
          {...{ change, reload, reverted, final, things: isPart ? 1 : things }}
          only={isPart ? `${kind}/${ref}` : null}
        />
      </div>
      {isMany || fields.length === 0 ? null : <Differences {...{ was, is, fields, titles }} of={tab?.fields ?? []} />}
      {isMany && isOpen ? <All {...{ change, href, reload }} /> : null}
      {kind === 'recommended' && !(before && after) ? (
        <Selected titles={titles} of={(before ?? after)?.articles} />
      ) : null}
    </li>
  );
}

/** What was changed at once, thing by thing. */
function All({ change, href, reload }: { change: string } & Pick<Lines, 'href' | 'reload'>) {
  const trail = useQuery((signal) => request<AuditPage>('/manage/audit', { query: { change, limit: MOST }, signal }), {
    queryKey: `all of ${change}`,
    interval: null,
  });
  return (
    <Loaded of={trail} lines={4}>
      {(page) => (
        <>
          <Trail {...page} {...{ href, reload }} isPart isBelow />
          {page.next ? <p class="hint">And more: the first {MOST} are shown.</p> : null}
        </>
      )}
    </Loaded>
  );
}

/** What is to be taken back, or why it cannot be. */
interface Way {
  change: string;
  /** One thing of the change, by kind and ref; null: all. */
  only: string | null;
  things: number;
  reverted: boolean;
  final: string | null;
  reload: () => void;
}

function Back({ change, only, things, reverted, final, reload }: Way) {
  const [isBusy, run] = useAction();
  const [reasons, setReasons] = useState<[thing: string, reason: string][]>([]);
  if (reverted) return <span class="badge">Reverted</span>;
  if (final) return <small class="final">{final}.</small>;
  const take = () =>
    run(async () => {
      try {
        const done = await revert(change, only ? [only] : undefined);
        showToast(done === 1 ? 'Reverted.' : `${done} reverted.`);
        reload();
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'conflict') throw error;
        setReasons(Object.entries(error.faults));
      }
    });
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void take()}>
        Revert{things > 1 ? ` all ${things}` : ''}
      </button>
      {reasons.length > 0 ? (
        <p class="fault" role="alert">
          Nothing was changed:{' '}
          {reasons
            .slice(0, 3)
            .map(([thing, reason]) => (things > 1 ? `${thing.replace('/', ' ')}: ${reason}` : reason))
            .join('; ')}
          {reasons.length > 3 ? `; and ${reasons.length - 3} more` : ''}.
          {things > reasons.length ? ' Show them to revert the others one by one.' : ''}
        </p>
      ) : null}
    </>
  );
}

const REVERTED = '-reverted';

/** `deleted`; of what takes another line back `reverted a change of`, of what takes that back `brought back a change of`. */
function verbOf({ change, kind, action }: Entry): string {
  const times = change.split(REVERTED).length - 1;
  if (times > 0) return times % 2 === 1 ? 'reverted a change of' : 'brought back a change of';
  return kind === 'key' && action === 'delete' ? 'revoked' : (WORDS[action] ?? action);
}

function Named({ entry, tab, href }: { entry: Entry; tab: Kind | undefined } & Pick<Lines, 'href'>) {
  const { ref, before, after } = entry;
  const [, date, about] = /^(\d{4}-\d\d-\d\d)(?:\/(.+))?$/.exec(ref) ?? [];
  const thing = entry.name ?? about?.replace('/', ' ') ?? ref;
  const called = date ? `${dateOf(date)}${about ? ` about ${thing}` : ''}` : thing;
  const name = nameIn(after) ?? nameIn(before) ?? called;
  return tab && after && entry.action !== 'merge' ? (
    <a href={href({ kind: tab.name, id: ref, of: '', q: '', cursor: '', thing: '' })} dir="auto">
      {name}
    </a>
  ) : (
    <span dir="auto">{name}</span>
  );
}

interface Compared {
  was: State;
  is: State;
  fields: string[];
  of: readonly Field[];
  titles: AuditPage['titles'];
}

const Differences = ({ was, is, fields, of, titles }: Compared) => (
  <div class="scroll">
    <table class="differences">
      <thead class="quiet">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{labelOf(of, field)}</th>
            <td dir="auto">
              <del>
                <Value field={field} fields={of} value={was[field]} titles={titles} />
              </del>
            </td>
            <td dir="auto">
              <ins>
                <Value field={field} fields={of} value={is[field]} titles={titles} />
              </ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

type State = Record<string, unknown>;

const TAGS = ['topics', 'companies', 'countries', 'geoGroups'];

/** What rules have set of the tags, and what hands have removed, as fields of their own. */
function flat(state: State | null): State {
  if (!state || !('ruleTags' in state)) return state ?? {};
  const { ruleTags, ...rest } = state;
  const of = (ruleTags ?? {}) as Record<string, Record<string, unknown[]>>;
  const fields = ['added', 'barred'].flatMap((how) => TAGS.map((kind) => [`${how} ${kind}`, of[how]?.[kind] ?? []]));
  return { ...rest, ...Object.fromEntries(fields) };
}

function nameIn(state: State | null): string | null {
  const words = Array.isArray(state?.words) ? state.words.slice(0, 3).join(', ') : '';
  const name = state?.title ?? state?.name ?? words;
  return name ? String(name) : null;
}

const differing = (a: State, b: State): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => plain(a[name]) !== plain(b[name]));

const plain = (value: unknown): string => JSON.stringify(value ?? null);

/** Fields that no form has, and those that a form splits. */
const LABELS: Record<string, string> = {
  ...{ image: 'Picture', articles: 'Articles', state: 'State', origins: 'Sites', expires: 'Expires', text: 'Text' },
  ...{ expiresAt: 'Expires', revokedAt: 'Revoked', view: 'View', version: 'Version', kind: 'Kind', url: 'Address' },
};

const HANDS: Record<string, string> = { added: 'set by rules', barred: 'removed by hand' };

/** The word that the form has for a field of the API. */
function labelOf(fields: readonly Field[], name: string): string {
  const [how = '', kind] = name.split(' ');
  if (kind && HANDS[how]) return `${labelOf(fields, kind)} ${HANDS[how]}`;
  return (
    fields.find((field) => field.name === name)?.label ??
    LABELS[name] ??
    sentenced(name.replace(/([A-Z])/g, ' $1').toLowerCase())
  );
}

const sentenced = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface Shown extends Pick<AuditPage, 'titles'> {
  field: string;
  fields: readonly Field[];
  value: unknown;
}

/** A value as the form would show it. */
function Value({ field, fields, value, titles }: Shown) {
  const name = field.split(' ').at(-1);
  const { type, options = [] } = fields.find((one) => one.name === name) ?? {};
  if (field === 'articles') return <Selected titles={titles} of={value} />;
  if ((type === 'topics' || type === 'companies') && Array.isArray(value)) return <Names kind={type} ids={value} />;
  if (type === 'select') return <>{wordOf(options, value as string | number | null)}</>;
  return <>{inWords(value, field)}</>;
}

/** The articles of a day by their headlines, in their order. */
const Selected = ({ of, titles }: Pick<AuditPage, 'titles'> & { of: unknown }) => (
  <ol class="selected">
    {(Array.isArray(of) ? of : []).map((id) => (
      <li key={id} dir="auto">
        {titles[id] ?? `Article ${id}`}
      </li>
    ))}
  </ol>
);

function Names({ kind, ids }: { kind: 'topics' | 'companies'; ids: unknown[] }) {
  const values = ids.map(String);
  const { nameOf } = useServiceNames(kind, values);
  return <>{values.map(nameOf).join(', ')}</>;
}

/** Times of keys and days are epoch seconds. */
function inWords(value: unknown, field: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && /At$/.test(field)) return dateTimeOf(value * 1000);
  if (typeof value === 'string')
    return /At$|^expires$/.test(field) && !Number.isNaN(Date.parse(value)) ? dateTimeOf(Date.parse(value)) : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  if (field === 'image' && typeof value === 'object') return String((value as { url?: string }).url ?? '');
  return JSON.stringify(value);
}
