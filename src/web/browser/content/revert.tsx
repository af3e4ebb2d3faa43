import { useState } from 'hono/jsx/dom';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { viewInWords } from '../keys/view-words.ts';
import { ApiError, type DataOf, request, type Schemas } from '../lib/request.ts';
import { dateOf } from '../lib/time.ts';
import { capitalize } from '../lib/words.ts';
import { ask, Button, showToast } from '../ui/actions.tsx';
import { CONTENT_COLLECTIONS, referencesOf, revert } from './collections.tsx';
import { changedLabels, Differences } from './edit/differences.tsx';
import { type References, sumReferences, UsedBy } from './remove.tsx';

type Entry = Schemas['AuditEntry'];
type AuditPage = DataOf<'/manage/audit'>;

export const REVERTED_SUFFIX = '-reverted';
export const MAX_ENTRIES = 100;
const MAX_CHECKED_RECORDS = 20;
const MAX_PREVIEWED_RECORDS = 5;

export const OTHER_KINDS: Record<string, readonly [many: string, one?: string]> = {
  recommended: ['Recommendations by day', 'the recommended articles of'],
  plan: ['Planned publications', 'the planned publication for'],
  annotation: ['Notes on days', 'the note on'],
  pin: ['Pins', 'the pin of'],
  feed: ['Feeds'],
  key: ['Keys'],
  share: ['Shared views', 'shared view'],
  subscription: ['Subscriptions'],
  session: ['Sessions'],
  search: ['Saved searches', 'saved search'],
  webhook: ['Webhooks'],
  alerts: ['Alerts', 'alert'],
  letter: ['Dead letters', 'dead letters of kind'],
  discounting: ['Click discounting'],
  clock: ['Clock'],
  staff: ['Own staff'],
  person: ['People'],
  passkey: ['Passkeys'],
};

const EFFECTS: Record<Entry['action'], string> = {
  create: 'will be deleted',
  restore: 'will be deleted again',
  merge: 'will exist again, with everything that the merge moved',
  delete: 'will be restored',
  update: 'will be changed back',
};

const collectionOf = (entry: Entry) => CONTENT_COLLECTIONS.find(({ kind }) => kind === entry.kind);
const isRemoval = ({ action }: Entry): boolean => action === 'create' || action === 'restore';
const isMerge = ({ before }: Entry): boolean => before?.mergedInto !== undefined;
const isDeletion = (entry: Entry): boolean => isRemoval(entry) && !isMerge(entry);
const effectOf = (entry: Entry): string => (isMerge(entry) ? 'will be merged again' : EFFECTS[entry.action]);
const keyOf = ({ kind, ref }: Entry): string => `${kind}/${ref}`;

/** Describes what a revert of these entries would do: `“Cyber” will be deleted`, `3 articles will be changed back`. */
export const effectsOf = (entries: readonly Entry[]): string[] =>
  [...Map.groupBy(entries, (entry) => `${entry.kind} ${effectOf(entry)}`).values()].flatMap((group) => {
    const [entry] = group;
    if (!entry) return [];
    const [many = 'records', one] = [collectionOf(entry)?.many, OTHER_KINDS[entry.kind]?.[1]];
    const quoted = `“${changedName(entry)}”`;
    const own = entry.kind === 'rule' ? `The rule for ${quoted}` : quoted;
    const name = one ? `${capitalize(one)} ${changedName(entry)}` : own;
    return [`${group.length === 1 ? name : `${group.length} ${many}`} ${effectOf(entry)}`];
  });

async function loadReferences(entries: readonly Entry[]): Promise<References> {
  const deletions = entries.filter(isDeletion).slice(0, MAX_CHECKED_RECORDS);
  const answers = deletions.map(async (entry) => {
    const collection = collectionOf(entry);
    return collection ? referencesOf(collection, entry.ref).catch(() => ({})) : {};
  });
  return sumReferences(await Promise.all(answers));
}

interface Reverting {
  entry: Entry;
  titles: AuditPage['titles'];
  isPart: boolean;
  reload: (isGone: boolean) => void;
}

/** Reverts a change, after it has shown what the revert would change. */
export function RevertButton({ entry, titles, isPart, reload }: Reverting) {
  const { change, reverted, final } = entry;
  const things = isPart ? 1 : entry.things;
  const [reasons, setReasons] = useState<[thing: string, reason: string][]>([]);
  const isGone = entry.action === 'delete' || entry.action === 'merge';
  if (reverted) return <span class="badge">{isGone ? 'Restored' : 'Reverted'}</span>;
  // The reason of a shared view is about its revocation.
  if (final && entry.kind === 'share' && entry.action === 'create') return null;
  if (final) return <small class="final">{final}.</small>;
  const loadEntries = async () => {
    const query = { change, limit: MAX_ENTRIES };
    return things > 1 ? request<AuditPage>('/manage/audit', { query }) : { entries: [entry], titles, next: null };
  };
  const apply = async (entries: readonly Entry[], only: string[] | undefined) => {
    try {
      const done = await revert(change, only);
      showToast(done === 1 ? 'Reverted.' : `${done} changes reverted.`, async () => {
        await revert(change + REVERTED_SUFFIX, only);
        reload(false);
      });
      reload(entries.length === 1 && entries.every(isRemoval));
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'conflict') throw error;
      setReasons(Object.entries(error.faults));
    }
  };
  const press = async () => {
    const { entries, titles, next } = await loadEntries();
    const left = entries.filter((one) => !one.reverted);
    const only = next ? undefined : [...new Set(left.map(keyOf))];
    const references = await loadReferences(left);
    ask({
      title: things > 1 ? `Revert all ${things} changes?` : 'Revert this change?',
      act: 'Revert',
      about: (
        <>
          <ul class="stack uses">
            {effectsOf(left).map((effect) => (
              <li key={effect} dir="auto">
                {effect}.
              </li>
            ))}
            {next ? <li>The list shows the last {MAX_ENTRIES} changes only.</li> : null}
          </ul>
          <Previews entries={left} titles={titles} />
          {left.some(isDeletion) ? (
            <UsedBy of={references} isMany={left.length > 1} />
          ) : (
            <p class="hint">You can undo this now, or revert it from the history for {RETENTION_DAYS.trash} days.</p>
          )}
        </>
      ),
      run: () => apply(left, only),
    });
  };
  return (
    <>
      <Button text={things > 1 ? `Revert all ${things}` : 'Revert'} press={press} />
      {reasons.length > 0 ? (
        <p class="fault" role="alert">
          Nothing was changed:{' '}
          {reasons
            .slice(0, 3)
            .map(([thing, reason]) => (things > 1 ? `${thing.replace('/', ' ')}: ${reason}` : reason))
            .join('; ')}
          {reasons.length > 3 ? `; and ${reasons.length - 3} more` : ''}.
          {things > reasons.length ? ' Show the details to revert the others one by one.' : ''}
        </p>
      ) : null}
    </>
  );
}

/** Shows the present and the future values of the first records that a revert would change back. */
function Previews({ entries, titles }: Pick<AuditPage, 'entries' | 'titles'>) {
  const edits = entries.filter((entry) => changedLabels(entry).length > 0);
  const previewed = edits.slice(0, MAX_PREVIEWED_RECORDS);
  return (
    <>
      {previewed.map((entry) => (
        <div key={keyOf(entry)} class="before-3">
          {edits.length > 1 ? <h3 dir="auto">{changedName(entry)}</h3> : null}
          <Differences entry={entry} titles={titles} isRevert />
        </div>
      ))}
      {edits.length > previewed.length ? <p class="hint">And {edits.length - previewed.length} more.</p> : null}
    </>
  );
}

/** Returns the name of an entry's record. The ref of a day may contain a subject: `2026-02-01/topic/1`. */
export function changedName({ kind, ref, name, before, after }: Entry): string {
  if (kind === 'rule') return targetName(ref, name) ?? nameIn(after) ?? nameIn(before) ?? ref;
  const [, date, about] = /^(\d{4}-\d\d-\d\d)(?:\/(.+))?$/.exec(ref) ?? [];
  const thing = name ?? about?.replace('/', ' ') ?? ref;
  const called = date ? `${dateOf(date)}${about ? ` about ${thing}` : ''}` : thing;
  return nameIn(after) ?? nameIn(before) ?? called;
}

/** Returns the name of the tag of a rule. The service has no names of countries. */
function targetName(ref: string, name: string | null): string | null {
  const [, country] = /^country\/(\w\w)$/.exec(ref) ?? [];
  return country ? (new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country) : name;
}

function nameIn(state: Record<string, unknown> | null): string | null {
  const words = Array.isArray(state?.words) ? state.words.slice(0, 3).join(', ') : '';
  const name = state?.title ?? state?.name ?? words;
  if (!name) return null;
  return typeof state?.view === 'string' ? `“${viewInWords(state.view)}” for ${name}` : String(name);
}
