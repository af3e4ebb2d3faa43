import { useRef } from 'hono/jsx/dom';
import { useQuery } from '../lib/query.ts';
import { Segments } from '../ui/controls.tsx';
import { SelectField } from '../ui/field.tsx';
import { Empty, Loaded, Skeleton } from '../ui/states.tsx';
import { ViewBar } from './bar.tsx';
import type { Day } from './day.ts';
import { RiskSwitch } from './filters.tsx';
import { HistoryChart } from './history-chart.tsx';
import { Items } from './items.tsx';
import type { Note } from './notes.tsx';
import type { Session } from './session.ts';
import { loadTopics, type TopicAbout, useTopic } from './topic-details.tsx';
import { known } from './view.ts';
import { weeksOf } from './weeks.ts';

const WAYS = [
  ['topics', 'Two topics'],
  ['weeks', 'Two weeks'],
] as const;

/** Two topics beside each other, or two weeks of one. */
export function Compare(session: Session) {
  const { view, change } = session;
  const way = known(WAYS, view.way);
  const topics = useQuery((signal) => loadTopics(Number(view.a), signal), {
    queryKey: 'compared topics',
    interval: null,
    paused: session.paused,
  });
  const wasShown = useRef(false);
  const ids = (topics.value ?? []).map(({ id }) => id);
  const a = Number(view.a) || (ids[0] ?? 0);
  const b = Number(view.b) || (ids.find((id) => id !== a) ?? 0);
  const first = useTopic(a, session);
  const second = useTopic(way === 'topics' ? b : 0, session);
  const options = (topics.value ?? []).map(({ id, name }) => [String(id), name] as const);
  if (topics.value?.length === 0)
    return <Empty title="Nothing has been read yet">As soon as readers click, topics can be compared.</Empty>;
  const isLoaded = topics.value && first.value && (way === 'weeks' || second.value);
  if (isLoaded) wasShown.current = true;
  // Fields and chart are shown at once, so that nothing jumps.
  if (!wasShown.current && !(first.error ?? second.error))
    return topics.error ? <Loaded of={topics}>{() => null}</Loaded> : <Skeleton lines={24} />;
  const nameOf = (id: number) => topics.value?.find((one) => one.id === id)?.name ?? `Topic ${id}`;
  const lines =
    way === 'topics'
      ? [lineOf(nameOf(a), first.value), lineOf(nameOf(b), second.value)]
      : weeksOf(first.value?.days ?? []);
  return (
    <>
      <div class="tools">
        <Segments label="Compare" name="way" value={way} options={WAYS} choose={(chosen) => change({ way: chosen })} />
        <SelectField label="Topic" value={String(a)} options={options} change={(id) => change({ a: id })} />
        {way === 'topics' ? (
          <SelectField label="With" value={String(b)} options={options} change={(id) => change({ b: id })} />
        ) : null}
        <RiskSwitch {...session} />
        <ViewBar of={first} session={session} table={first.value && tableOf(lines, first.value.notes)} />
      </div>
      {first.value === null || (way === 'topics' && second.value === null) ? (
        (first.error ?? second.error) ? (
          <Loaded of={first.error ? first : second}>{() => null}</Loaded>
        ) : (
          <Skeleton lines={12} />
        )
      ) : (
        <>
          <HistoryChart
            lines={lines}
            notes={first.value.notes}
            label={
              way === 'topics'
                ? `Readers of ${nameOf(a)} and ${nameOf(b)}`
                : `Readers of ${nameOf(a)}, this week and last week`
            }
          />
          {way === 'topics' ? (
            <div class="columns">
              <Side name={nameOf(a)} about={first.value} session={session} />
              <Side name={nameOf(b)} about={second.value} session={session} />
            </div>
          ) : (
            <Side name={nameOf(a)} about={first.value} session={session} />
          )}
        </>
      )}
    </>
  );
}

const Side = ({ name, about, session }: { name: string; about: TopicAbout | null; session: Session }) => (
  <section aria-label={name}>
    <h2>{name}</h2>
    {about && about.items.length > 0 ? (
      <Items items={about.items} href={session.href} />
    ) : (
      <Empty title="No one read anything on this topic in this period" />
    )}
  </section>
);

const lineOf = (name: string, about: TopicAbout | null) => ({ name, days: about?.days ?? [] });

const tableOf = (lines: { name: string; days: Day[] }[], notes: Note[]) => ({
  name: 'compared',
  rows: [
    ['day', ...lines.map(({ name }) => name), 'note'],
    ...(lines[0]?.days ?? []).map(({ date }, i) => [
      ...[date, ...lines.map(({ days }) => days[i]?.index ?? null)],
      notes.find((note) => note.date === date)?.text ?? null,
    ]),
  ],
});
