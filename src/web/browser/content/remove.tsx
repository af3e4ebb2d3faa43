import { type Child, useState } from 'hono/jsx/dom';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { useQuery } from '../lib/query.ts';
import { dateOf } from '../lib/time.ts';
import { ask, Button, Dialog, openDialog, showToast } from '../ui/actions.tsx';
import { Combobox, useNames } from '../ui/form/names.tsx';
import {
  type ApiRecord,
  type ContentCollection,
  collectionOf,
  type ManagedArticle,
  mergeRecords,
  referencesOf,
  removeRecord,
  requestPage,
  restoreRecord,
} from './collections.tsx';

export type References = Record<string, number | string[]>;

export function sumReferences(answers: readonly ApiRecord[]): References {
  const used: References = {};
  for (const answer of answers)
    for (const [name, what] of Object.entries((answer.loses ?? answer.moves ?? {}) as References)) {
      const before = used[name];
      if (typeof what === 'number') used[name] = what + (typeof before === 'number' ? before : 0);
      else used[name] = [...new Set([...(Array.isArray(before) ? before : []), ...what])].sort();
    }
  return used;
}

const MAX_SHOWN_DAYS = 5;

/** Describes references: `{articles: 12, rules: 1}` → `12 articles`, `1 rule`. */
export const usesText = (used: References): string[] =>
  Object.entries(used).flatMap(([name, what]) => {
    if (typeof what === 'number') return what > 0 ? [`${what} ${what === 1 ? name.replace(/s$/, '') : name}`] : [];
    if (what.length === 0) return [];
    const more = what.length > MAX_SHOWN_DAYS ? ` and ${what.length - MAX_SHOWN_DAYS} more` : '';
    return [`the desk’s selections for ${what.slice(0, MAX_SHOWN_DAYS).map(dateOf).join(', ')}${more}`];
  });

export function UsedBy({ of, isMany, children }: { of: References; isMany: boolean; children?: Child }) {
  const words = usesText(of);
  const [it, is] = isMany ? ['They', 'are'] : ['It', 'is'];
  return (
    <>
      {words.length > 0 ? (
        <>
          <p>{it} will be removed from:</p>
          <ul class="stack uses">
            {words.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          {it} {is} not used anywhere.
        </p>
      )}
      {children}
      <p class="hint">
        You can undo this now, or restore {isMany ? 'them' : 'it'} from “Deleted” for {RETENTION_DAYS.trash} days.
      </p>
    </>
  );
}

const PARAMETERS: Record<string, string> = {
  topics: 'topics',
  companies: 'companies',
  sources: 'sources',
  'geo-groups': 'geoGroups',
};
const MAX_EXAMPLES = 3;

export function Examples({ kind, id }: { kind: ContentCollection; id: string }) {
  const articles = collectionOf('articles');
  const parameter = PARAMETERS[kind.name];
  const query = { [parameter ?? 'topics']: id, limit: MAX_EXAMPLES };
  const found = useQuery(['examples', query], (signal) => requestPage(articles as ContentCollection, query, signal), {
    paused: !parameter,
  });
  const rows = (found.value?.rows ?? []) as unknown as ManagedArticle[];
  if (rows.length === 0) return null;
  return (
    <>
      <p>Its latest articles:</p>
      <ul class="stack uses">
        {rows.map(({ id, title, language }) => (
          <li key={id} {...languageAttributes(title, language)}>
            {title}
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  kind: ContentCollection;
  row: ApiRecord;
  title: string;
  changed: () => void;
  gone: () => void;
}

export function Remove({ kind, row, title, changed, gone }: Props) {
  const id = kind.idOf(row);
  const undo = () => restoreRecord(kind, id);
  const askToDelete = async () => {
    const loses = sumReferences([await referencesOf(kind, id)]);
    ask({
      title: `Delete “${title}”?`,
      act: 'Delete',
      about: (
        <UsedBy of={loses} isMany={false}>
          {loses.articles ? <Examples kind={kind} id={id} /> : null}
        </UsedBy>
      ),
      run: () => removeRecord(kind, id),
      done: () => {
        gone();
        showToast(`“${title}” deleted.`, undo);
      },
    });
  };
  const askToMerge = () => openMerge({ kind, id, title, merged: (removed) => (removed === id ? gone() : changed()) });
  return (
    <div class="row">
      {kind.canMerge ? <Button text="Merge" press={askToMerge} /> : null}
      <Button text="Delete" look="danger" press={askToDelete} />
    </div>
  );
}

interface Merging {
  kind: ContentCollection;
  id: string;
  title: string;
}

interface MergeOptions extends Merging {
  /** Suggested record to keep. */
  into?: string;
  /** Called after the merge, with the id of the removed record: the user may have swapped the two. */
  merged: (removed: string) => void;
}

/** Asks into which record to merge. */
export function openMerge({ into, merged, ...merging }: MergeOptions): void {
  const { kind } = merging;
  const apply = async ({ id, title }: Merging, target: string) => {
    await mergeRecords(kind, id, kind.name === 'sources' ? target : Number(target));
    merged(id);
    showToast(`“${title}” merged.`, () => restoreRecord(kind, id));
  };
  openDialog((close) => <Merge {...merging} suggested={into ? [into] : []} close={close} apply={apply} />);
}

interface MergeProps extends Merging {
  suggested: string[];
  close: () => void;
  apply: (merging: Merging, into: string) => Promise<void>;
}

function Merge({ close, apply, suggested, ...asked }: MergeProps) {
  const { kind } = asked;
  const names = useNames(kind.name as 'topics' | 'companies' | 'sources', [asked.id, ...suggested]);
  const [id, setId] = useState(asked.id);
  const [into, setInto] = useState<string[]>(suggested);
  const [target] = into;
  const nameOf = (ref: string) => (ref === asked.id ? asked.title : names.nameOf(ref));
  const title = nameOf(id);
  const merging = { kind, id, title };
  const keep = (other: string) => {
    setId(other);
    setInto([id]);
  };
  return (
    <Dialog title={`Merge “${title}” into another ${kind.one}`} close={close}>
      <Combobox
        {...names}
        nameOf={nameOf}
        label={`Into which ${kind.one}`}
        values={into}
        isSingle
        empty="Choose…"
        change={(values) => setInto(values.filter((value) => value !== id).slice(-1))}
      />
      {target ? <Moves {...merging} target={target} name={nameOf(target)} /> : null}
      <div class="row">
        <Button
          text="Merge"
          look="danger"
          isDisabled={!target}
          press={() => target && apply(merging, target).then(close)}
        />
        {target ? <Button text={`Keep “${title}” instead`} press={() => keep(target)} /> : null}
        <Button text="Cancel" press={close} />
      </div>
    </Dialog>
  );
}

function Moves({ kind, id, title, target, name }: Merging & { target: string; name: string }) {
  const into = kind.name === 'sources' ? target : Number(target);
  const tried = useQuery(`merge ${kind.path} ${id} ${target}`, () => mergeRecords(kind, id, into, true));
  if (tried.error) return <p class="fault">{tried.error.message}</p>;
  if (!tried.value) return <p class="hint">Checking what would be moved…</p>;
  const words = usesText(sumReferences([tried.value]));
  return (
    <div class="moves-to" role="status">
      <p>
        “{title}” becomes “{name}”.{' '}
        {words.length > 0 ? (
          <>
            <strong>{words.join(' and ')}</strong> will refer to “{name}” instead of “{title}”.
          </>
        ) : (
          `Nothing refers to “${title}”.`
        )}{' '}
        Clicks and rankings move too. “{title}” itself is deleted.
      </p>
      <Examples kind={kind} id={id} />
      <p class="hint">You can undo this now, or revert it from the history for {RETENTION_DAYS.trash} days.</p>
    </div>
  );
}
