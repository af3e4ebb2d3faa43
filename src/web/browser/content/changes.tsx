import { useState } from 'hono/jsx/dom';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { MINUTE_MS } from '../../../lib/time.ts';
import { type Query, useData } from '../lib/query.ts';
import type { DataOf, Schemas } from '../lib/request.ts';
import { dateTimeOf, longDay, minuteOf, timeZone, today } from '../lib/time.ts';
import { capitalize, formatCount } from '../lib/words.ts';
import { Button } from '../ui/actions.tsx';
import { Loaded, Section } from '../ui/parts.tsx';
import { Avatar } from '../ui/people.tsx';
import { CONTENT_COLLECTIONS, type ContentCollection, type ContentSession } from './collections.tsx';
import { changedLabels, Differences, listIn, Selected } from './edit/differences.tsx';
import { changedName, MAX_ENTRIES, OTHER_KINDS, REVERTED_SUFFIX, RevertButton } from './revert.tsx';

type Entry = Schemas['AuditEntry'];
type AuditPage = DataOf<'/manage/audit'>;

export const VERBS: Record<Entry['action'], string> = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  merge: 'merged',
  restore: 'restored',
};
const LATEST_ENTRIES = 5;

/**
 * Lists the latest changes to a record. Reloads them when `version` changes. After a revert, calls `changed`, or `gone`
 * if the revert has deleted the record.
 */
export function ChangeList({
  kind,
  id,
  version,
  href,
  changed,
  gone,
}: { kind: ContentCollection; id: string; version: string; changed: () => void; gone: () => void } & Pick<
  ContentSession,
  'href'
>) {
  const of = kind.kind;
  const own = useData('/manage/audit', { query: { kind: of, ref: id, limit: LATEST_ENTRIES }, version });
  const hasPins = of === 'article';
  const pins = useData('/manage/audit', { query: { kind: 'pin', ref: id, limit: LATEST_ENTRIES }, paused: !hasPins });
  const trail = hasPins ? merged(own, pins) : own;
  const reload = (isGone: boolean) => {
    if (isGone) return gone();
    trail.reload();
    changed();
  };
  return (
    <Section
      id="changes"
      class="card changes-of"
      title="Changes"
      end={trail.value?.next ? <a href={href({ kind: 'history', id: '', of, thing: id })}>All changes</a> : null}
    >
      <Loaded of={trail} what="the changes" lines={3}>
        {(page) =>
          page.entries.length === 0 ? (
            <p class="hint">No edits in the last {RETENTION_DAYS.audit} days. Changes made by feeds are not listed.</p>
          ) : (
            <Trail {...page} href={href} reload={reload} isOfOne />
          )
        }
      </Loaded>
    </Section>
  );
}

/** Returns the latest entries of two lists, once both are loaded. */
function merged(own: Query<AuditPage>, others: Query<AuditPage>): Query<AuditPage> {
  if (!own.value || !others.value) return { ...own, value: null, error: own.error ?? others.error };
  const entries = [...own.value.entries, ...others.value.entries].toSorted((a, b) => b.at.localeCompare(a.at));
  const reload = () => {
    own.reload();
    others.reload();
  };
  return { ...own, reload, value: { ...own.value, entries: entries.slice(0, LATEST_ENTRIES) } };
}

interface Lines extends Pick<ContentSession, 'href'>, Pick<AuditPage, 'titles'> {
  reload: (isGone: boolean) => void;
  isOfOne?: boolean;
  isPart?: boolean;
  isBelow?: boolean;
  /** Whether a heading names the day, so that entries show only the time. */
  isByDay?: boolean;
}

/** Number of equal changes from which one line stands for all of them. */
const MIN_RUN = 4;

/** Changes with the same subject can share a line. An entry of several records would make the line's count wrong. */
const subjectOf = (entry: Entry) =>
  entry.kind in OTHER_KINDS && entry.kind !== 'letter' && entry.things === 1 && !entry.reverted
    ? [entry.actor, entry.kind, verbOf(entry)].join()
    : entry.id;

/** Splits entries into runs: within a minute, one person did the same to different records of one kind. */
function runsOf(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1) ?? [];
    const [first] = run;
    const isSame =
      first &&
      subjectOf(first) === subjectOf(entry) &&
      run.every(({ ref }) => ref !== entry.ref) &&
      Math.abs(Date.parse(first.at) - Date.parse(entry.at)) < MINUTE_MS;
    if (isSame) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => (run.length < MIN_RUN ? run.map((entry) => [entry]) : [run]));
}

/** Lists changes below a heading for each day, in the publisher's time zone. */
export const DayTrails = ({ entries, ...rest }: Lines & Pick<AuditPage, 'entries'>) => (
  <>
    {[...Map.groupBy(entries, ({ at }) => today(Date.parse(at), timeZone()))].map(([day, those]) => (
      <section key={day} class="after-4">
        <h2 class="day">{longDay(day)}</h2>
        <Trail entries={those} {...rest} isByDay />
      </section>
    ))}
  </>
);

const whenOf = ({ at }: Entry, isByDay: boolean): string => (isByDay ? minuteOf : dateTimeOf)(Date.parse(at));

const MAX_NAMES = 2;

/** Names the first records, as in `Cargo, Hull and 38 more`. */
function firstNames(entries: readonly Entry[], things: number): string {
  const names = entries.slice(0, MAX_NAMES).map(changedName);
  return `${names.join(', ')}${things > names.length ? ` and ${things - names.length} more` : ''}`;
}

export const Trail = ({ entries, ...rest }: Lines & Pick<AuditPage, 'entries'>) => {
  const runs = rest.isBelow ? entries.map((entry) => [entry]) : runsOf(entries);
  return (
    <ol class="trail">
      {runs.map(([entry, ...others], i) => {
        if (!entry) return null;
        const before = runs[i - 1]?.[0];
        const isContinued =
          rest.isByDay === true && before?.actor === entry.actor && whenOf(before, true) === whenOf(entry, true);
        return others.length > 0 ? (
          <RunLine key={`run ${entry.id}`} entries={[entry, ...others]} isContinued={isContinued} {...rest} />
        ) : (
          <EntryLine key={`${entry.id} ${entry.ref}`} entry={entry} isContinued={isContinued} {...rest} />
        );
      })}
    </ol>
  );
};

/** Class of a line whose author and time are those of the line above it, so that only screen readers repeat them. */
const CONTINUED = 'continued';

function RunLine({ entries, isContinued, ...rest }: Lines & { entries: [Entry, ...Entry[]]; isContinued: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = entries;
  return (
    <li class={isContinued ? CONTINUED : ''}>
      <div class="line">
        <p>
          <Avatar name={first.actor} /> <strong>{first.actor} </strong>
          {verbOf(first)} {entries.length} {(OTHER_KINDS[first.kind]?.[0] ?? 'records').toLowerCase()}:{' '}
          {firstNames(entries, entries.length)}
        </p>
        <small class="when tight">{whenOf(first, rest.isByDay ?? false)}</small>
        <Button text={isOpen ? 'Hide details' : 'Show details'} isOpen={isOpen} press={() => setOpen(!isOpen)} />
      </div>
      {isOpen ? <Trail entries={entries} {...rest} isBelow /> : null}
    </li>
  );
}

function EntryLine({ entry, isContinued, ...rest }: Lines & { entry: Entry; isContinued: boolean }) {
  const { href, titles, reload, isOfOne = false, isPart = isOfOne, isBelow = false, isByDay = false } = rest;
  const { actor, action, change, kind, before, after, things, reverted, mergedIntoName } = entry;
  const isMany = things > 1 && !isPart;
  const [isOpen, setOpen] = useState(false);
  const tab = CONTENT_COLLECTIONS.find((one) => one.kind === kind);
  const labels = changedLabels(entry);
  return (
    <li class={[reverted ? 'taken-back' : '', isContinued ? CONTINUED : ''].join(' ').trim()}>
      <div class="line">
        <p>
          {isBelow ? null : (
            <>
              <Avatar name={actor} /> <strong>{actor} </strong>
            </>
          )}
          {isBelow ? capitalize(verbOf(entry)) : verbOf(entry)}{' '}
          {isMany ? (
            <>
              {things} {tab?.many ?? 'things'}
              {`: ${labels.length > 0 ? labels.join(', ') : firstNames([entry], things)}`}{' '}
              <Button
                text={isOpen ? 'Hide details' : 'Show details'}
                look="link"
                isOpen={isOpen}
                press={() => setOpen(!isOpen)}
              />
            </>
          ) : isOfOne ? (
            kind === 'pin' ? (
              'its position in engaging lists'
            ) : (
              'it'
            )
          ) : (
            <>
              {OTHER_KINDS[kind]?.[1] ?? tab?.one ?? kind} <EntryName entry={entry} tab={tab} href={href} />
            </>
          )}
          {after?.mergedInto !== undefined && !isMany ? (
            <>
              {' '}
              into <b {...languageAttributes(mergedIntoName ?? '')}>{mergedIntoName ?? String(after.mergedInto)}</b>
            </>
          ) : null}
        </p>
        <small class="when tight">{isBelow ? '' : whenOf(entry, isByDay)}</small>
        {/* At the record itself, Delete does what the revert of its addition would do. */}
        {isOfOne && action === 'create' ? null : (
          <RevertButton entry={entry} titles={titles} isPart={isPart} reload={reload} />
        )}
      </div>
      {isMany ? null : <Differences entry={entry} titles={titles} />}
      {isMany && isOpen ? <All change={change} href={href} reload={reload} /> : null}
      {(kind === 'recommended' || kind === 'plan') && !(before && after) ? (
        <details class="before-2">
          <summary>{formatCount(listIn(before ?? after).length, 'article')}</summary>
          <Selected titles={titles} of={listIn(before ?? after)} />
        </details>
      ) : null}
    </li>
  );
}

function All({ change, href, reload }: { change: string } & Pick<Lines, 'href' | 'reload'>) {
  const trail = useData('/manage/audit', { query: { change, limit: MAX_ENTRIES } });
  return (
    <Loaded of={trail} what="the changes" lines={4}>
      {(page) => (
        <>
          <Trail {...page} href={href} reload={reload} isPart isBelow />
          {page.next ? <p class="hint">Only the first {MAX_ENTRIES} changes are shown.</p> : null}
        </>
      )}
    </Loaded>
  );
}

/** Returns the verb for a history entry. For a revert of a revert, it is `restored a change of`. */
function verbOf({ change, kind, action }: Entry): string {
  const times = change.split(REVERTED_SUFFIX).length - 1;
  if (times > 0) return times % 2 === 1 ? 'reverted a change of' : 'restored a change of';
  return kind === 'key' && action === 'delete' ? 'revoked' : VERBS[action];
}

function EntryName({ entry, tab, href }: { entry: Entry; tab: ContentCollection | undefined } & Pick<Lines, 'href'>) {
  const { ref, after } = entry;
  const name = changedName(entry);
  return tab && after && entry.action !== 'merge' ? (
    <a href={href({ kind: tab.name, id: ref, of: '', q: '', cursor: '', thing: '' })} {...languageAttributes(name)}>
      {name}
    </a>
  ) : (
    <span {...languageAttributes(name)}>{name}</span>
  );
}
