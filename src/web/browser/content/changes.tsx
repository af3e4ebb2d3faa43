import { useQuery } from '../lib/query.ts';
import { request } from '../lib/request.ts';
import { dateOf, dateTimeOf } from '../lib/time.ts';
import { useServiceNames } from '../ui/names.ts';
import { Loaded } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { restore } from './api.ts';
import type { Field } from './fields.ts';
import { type Kind, kindOf, wordOf } from './kinds.tsx';
import type { Session } from './view.ts';

/** The audit trail as lines: who changed what, with what it was and what it became. */

export interface Entry {
  id: number;
  at: string;
  actor: string;
  kind: string;
  ref: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface AuditPage {
  entries: Entry[];
  next: string | null;
  previous: string | null;
}

/** Where each kind of the trail is edited. */
const TABS: Record<string, string> = {
  ...{ article: 'articles', source: 'sources', topic: 'topics', company: 'companies', geoGroup: 'geo-groups' },
  rule: 'rules',
};

/** What the trail calls a kind of content. */
export const auditKindOf = (kind: Kind): string =>
  Object.entries(TABS).find(([, tab]) => tab === kind.name)?.[0] ?? kind.name;

const WORDS: Record<string, string> = {
  ...{ create: 'added', update: 'changed', delete: 'deleted', merge: 'merged', restore: 'restored' },
};
const THINGS: Record<string, string> = {
  geoGroup: 'geo group',
  recommended: 'the recommended articles of',
  share: 'shared view',
  annotation: 'the note on',
  search: 'saved search',
  alerts: 'alarm',
  letter: 'dead letters of kind',
};

const LATEST = 5;

/** The latest changes of one thing, below its form. `version`: loads again when it changes. */
export function Changes({
  kind,
  id,
  version,
  href,
}: { kind: Kind; id: string; version: string } & Pick<Session, 'href'>) {
  const of = auditKindOf(kind);
  const trail = useQuery(
    (signal) => request<AuditPage>('/manage/audit', { query: { kind: of, ref: id, limit: LATEST }, signal }),
    { queryKey: `changes ${of} ${id} ${version}`, interval: null },
  );
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
        {({ entries }) =>
          entries.length === 0 ? (
            <p class="hint">Nobody has changed it in the last 90 days. What feeds bring in is not listed.</p>
          ) : (
            <Trail entries={entries} href={href} reload={trail.reload} isOfOne />
          )
        }
      </Loaded>
    </section>
  );
}

interface Lines extends Pick<Session, 'href'> {
  /** After something was put back. */
  reload: () => void;
  /** All lines are of the thing that is open, so that none needs to name it. */
  isOfOne?: boolean;
}

export const Trail = ({ entries, ...lines }: Lines & { entries: Entry[] }) => (
  <ol class="trail">
    {entries.map((entry) => (
      <Line key={entry.id} {...entry} {...lines} />
    ))}
  </ol>
);

function Line({ at, actor, kind, ref, action, before, after, href, reload, isOfOne = false }: Entry & Lines) {
  const [isBusy, run] = useAction();
  const name = nameIn(after) ?? nameIn(before) ?? (/^\d{4}-\d\d-\d\d$/.test(ref) ? dateOf(ref) : ref);
  const tab = kindOf(TABS[kind] ?? '');
  const fields = differing(before ?? {}, after ?? {});
  const putBack = async () => {
    await run(async () => {
      if (tab) await restore(tab, ref);
      else await request(`/manage/recommended/${ref}/restore`, { method: 'POST' });
      showToast(`“${name}” restored.`);
      reload();
    });
  };
  const verb = kind === 'key' && action === 'delete' ? 'revoked' : (WORDS[action] ?? action);
  return (
    <li>
      <p class="row">
        <span>
          <strong>{actor}</strong> {verb} {isOfOne ? 'it' : (THINGS[kind] ?? kind)}{' '}
          {isOfOne ? null : tab && after ? (
            <a href={href({ kind: tab.name, id: ref, of: '', q: '', cursor: '', thing: '' })} dir="auto">
              {name}
            </a>
          ) : (
            <span dir="auto">{name}</span>
          )}
        </span>
        <small class="when">{dateTimeOf(Date.parse(at))}</small>
        {(tab || kind === 'recommended') && !isOfOne && (action === 'delete' || action === 'merge') && !after ? (
          <button type="button" disabled={isBusy} onClick={() => void putBack()}>
            Restore
          </button>
        ) : null}
      </p>
      {before && after && fields.length > 0 ? (
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
                  <th scope="row">{labelOf(tab?.fields ?? [], field)}</th>
                  <td dir="auto">
                    <del>
                      <Value field={field} fields={tab?.fields ?? []} value={before[field]} />
                    </del>
                  </td>
                  <td dir="auto">
                    <ins>
                      <Value field={field} fields={tab?.fields ?? []} value={after[field]} />
                    </ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </li>
  );
}

function nameIn(state: Record<string, unknown> | null): string | null {
  const words = Array.isArray(state?.words) ? state.words.slice(0, 3).join(', ') : '';
  const name = state?.title ?? state?.name ?? words;
  return name ? String(name) : null;
}

const differing = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => plain(a[name]) !== plain(b[name]));

const plain = (value: unknown): string => JSON.stringify(value ?? null);

/** Fields that no form has, and those that a form splits. */
const LABELS: Record<string, string> = {
  ...{ image: 'Picture', articles: 'Articles', state: 'State', origins: 'Sites', expires: 'Expires', text: 'Text' },
  ...{ expiresAt: 'Expires', revokedAt: 'Revoked', view: 'View', version: 'Version', kind: 'Kind', url: 'Address' },
};

/** The word that the form has for a field of the API. */
const labelOf = (fields: readonly Field[], name: string): string =>
  fields.find((field) => field.name === name)?.label ??
  LABELS[name] ??
  sentenced(name.replace(/([A-Z])/g, ' $1').toLowerCase());

const sentenced = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface Shown {
  field: string;
  fields: readonly Field[];
  value: unknown;
}

/** A value as the form would show it. */
function Value({ field, fields, value }: Shown) {
  const { type, options = [] } = fields.find(({ name }) => name === field) ?? {};
  if ((type === 'topics' || type === 'companies') && Array.isArray(value)) return <Names kind={type} ids={value} />;
  if (type === 'select') return <>{wordOf(options, value as string | number | null)}</>;
  return <>{inWords(value, field)}</>;
}

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
