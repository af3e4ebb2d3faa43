import type { Byline } from '../../../../db/values.ts';
import { languageAttributes } from '../../../../delivery/language-attributes.ts';
import type { DataOf, Schemas } from '../../lib/request.ts';
import { dateTimeOf } from '../../lib/time.ts';
import { capitalize } from '../../lib/words.ts';
import { useNames } from '../../ui/form/names.tsx';
import { authorLine, type InputField } from '../../ui/form/values.ts';
import { Table } from '../../ui/parts.tsx';
import { CONTENT_COLLECTIONS, wordOf } from '../collections.tsx';

type Entry = Schemas['AuditEntry'];
type Titles = DataOf<'/manage/audit'>['titles'];

type State = Record<string, unknown>;

const TAGS = ['topics', 'companies', 'countries', 'geoGroups'];

function splitTags(state: State | null): State {
  if (!state || !('ruleTags' in state)) return state ?? {};
  const { ruleTags, ...rest } = state;
  const of = (ruleTags ?? {}) as Record<string, Record<string, unknown[]>>;
  const fields = ['added', 'barred'].flatMap((how) => TAGS.map((kind) => [`${how} ${kind}`, of[how]?.[kind] ?? []]));
  return { ...rest, ...Object.fromEntries(fields) };
}

const differing = (a: State, b: State): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => plain(a[name]) !== plain(b[name]));

const plain = (value: unknown): string => JSON.stringify(value ?? null);

const formOf = ({ kind }: Entry): readonly InputField[] =>
  CONTENT_COLLECTIONS.find((one) => one.kind === kind)?.fields ?? [];

/** Returns the names of the fields that an edit changed. Empty for other changes. */
function changedFields({ before, after }: Entry): string[] {
  // Merges and their reverts store only the other record.
  const isMerge = after?.mergedInto !== undefined || before?.mergedInto !== undefined;
  return before && after && !isMerge ? differing(splitTags(before), splitTags(after)) : [];
}

/** Returns the labels of the fields that an edit changed. */
export const changedLabels = (entry: Entry): string[] =>
  changedFields(entry).map((name) => labelOf(formOf(entry), name));

interface DifferencesProps {
  entry: Entry;
  titles: Titles;
  /** Whether the table shows what a revert of the edit would change. */
  isRevert?: boolean;
}

/** Shows the old and the new value of each field that an edit changed. */
export function Differences({ entry, titles, isRevert = false }: DifferencesProps) {
  const fields = changedFields(entry);
  if (fields.length === 0) return null;
  const form = formOf(entry);
  const [before, after] = [splitTags(entry.before), splitTags(entry.after)];
  const [was, is] = isRevert ? [after, before] : [before, after];
  return (
    <Table
      class="differences before-3"
      head={isRevert ? ['Field', 'Now', 'After the revert'] : ['Field', 'Before', 'After']}
    >
      {fields.map((field) => (
        <tr key={field}>
          <th scope="row">{labelOf(form, field)}</th>
          {(['del', 'ins'] as const).map((Mark) => (
            <td key={Mark} dir="auto">
              <Mark>
                <Value field={field} fields={form} value={(Mark === 'del' ? was : is)[field]} titles={titles} />
              </Mark>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

const LABELS: Record<string, string> = {
  image: 'Picture',
  origins: 'Sites',
  expiresAt: 'Expires',
  at: 'Publication',
  revokedAt: 'Revoked',
  kind: 'Collection',
  url: 'Address',
  until: 'Pinned until',
  notAbove: 'Never above position',
};

const MANUAL_TEXTS: Record<string, string> = { added: 'set by rules', barred: 'removed by an editor' };

function labelOf(fields: readonly InputField[], name: string): string {
  const [how = '', kind] = name.split(' ');
  if (kind && MANUAL_TEXTS[how]) return `${labelOf(fields, kind)} ${MANUAL_TEXTS[how]}`;
  return (
    fields.find((field) => field.name === name)?.label ??
    LABELS[name] ??
    capitalize(name.replace(/([A-Z])/g, ' $1').toLowerCase())
  );
}

interface ShownValue {
  titles: Titles;
  field: string;
  fields: readonly InputField[];
  value: unknown;
}

function Value({ field, fields, value, titles }: ShownValue) {
  const name = field.split(' ').at(-1);
  const { type, options = [] } = fields.find((one) => one.name === name) ?? {};
  if (field === 'articles') return <Selected titles={titles} of={value} />;
  if ((type === 'topics' || type === 'companies') && Array.isArray(value)) return <Names kind={type} ids={value} />;
  if (type === 'select') return <>{wordOf(options, value as string | number | null)}</>;
  return <>{textOf(value, field)}</>;
}

export const listIn = (state: State | null): unknown[] => (Array.isArray(state?.articles) ? state.articles : []);

export const Selected = ({ of, titles }: { titles: Titles; of: unknown }) => (
  <ol class="selected">
    {(Array.isArray(of) ? of : []).map((id) => (
      <li key={id}>
        <span {...languageAttributes(titles[id] ?? '')}>{titles[id] ?? `Article ${id}`}</span>
      </li>
    ))}
  </ol>
);

function Names({ kind, ids }: { kind: 'topics' | 'companies'; ids: unknown[] }) {
  const values = ids.map(String);
  const { nameOf } = useNames(kind, values);
  return <>{values.map(nameOf).join(', ')}</>;
}

function textOf(value: unknown, field: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && /At$|^at$/.test(field)) return dateTimeOf(value * 1000);
  if (typeof value === 'string')
    return /At$|^(expires|until)$/.test(field) && !Number.isNaN(Date.parse(value))
      ? dateTimeOf(Date.parse(value))
      : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'authors' && Array.isArray(value)) return (value as Byline[]).map(authorLine).join(', ');
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  if (field === 'image' && typeof value === 'object') return String((value as { url?: string }).url ?? '');
  return JSON.stringify(value);
}
