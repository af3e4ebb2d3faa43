import { useRef } from 'hono/jsx/dom';
import { useData, useQuery } from '../lib/query.ts';
import { type DataOf, queryString } from '../lib/request.ts';
import { known, optionsOf } from '../lib/words.ts';
import { Segments, SelectField } from '../ui/form/field.tsx';
import { Empty, Loaded, Skeleton } from '../ui/parts.tsx';
import { Calendar, RiskSwitch, ViewBar } from './bar/bar.tsx';
import { HistoryChart } from './charts/history-chart.tsx';
import { mergeNotes, type Note } from './charts/notes.tsx';
import { Items } from './stories/items.tsx';
import { Growing, loadTopics, type TopicAbout, useTopic } from './topic-details.tsx';
import { type Day, type Session, SLOW, weeksOf } from './view.ts';

const WAYS = optionsOf({ topics: 'Two topics', weeks: 'Two weeks' });

/** The longest ranking that can be asked for. */
const RANKS = 50;

/** Two topics beside each other, or two weeks of one. */
export function Compare(session: Session) {
  const { view, set, paused } = session;
  const way = known(WAYS, view.way);
  const topics = useQuery('compared topics', (signal) => loadTopics(Number(view.a), signal), { paused });
  // All topics by readers of the last seven days.
  const ranking = useData('/api/v2/insights/trending-topics/', {
    query: { period: '7d', limit: RANKS, riskManagement: view.risk === '1' },
    interval: SLOW,
    paused,
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
  const isLoaded = topics.value && (ranking.value ?? ranking.error) && first.value && (way === 'weeks' || second.value);
  if (isLoaded) wasShown.current = true;
  // Fields and chart are shown at once, so that nothing jumps.
  if (!wasShown.current && !(first.error ?? second.error))
    return topics.error ? <Loaded of={topics}>{() => null}</Loaded> : <Skeleton lines={24} />;
  const nameOf = (id: number) => topics.value?.find((one) => one.id === id)?.name ?? `Topic ${id}`;
  const isTopics = way === 'topics';
  const lines = isTopics
    ? [lineOf(nameOf(a), first.value), lineOf(nameOf(b), second.value)]
    : weeksOf(first.value?.days ?? []);
  const notes = mergeNotes(first.value?.notes ?? [], (isTopics && second.value?.notes) || []);
  return (
    <>
      <div class="row tools">
        <Segments label="Compare" name="way" value={way} options={WAYS} choose={set('way')} />
        <SelectField label="Topic" value={String(a)} options={options} change={set('a')} />
        {way === 'topics' ? <SelectField label="With" value={String(b)} options={options} change={set('b')} /> : null}
        <Calendar session={session} />
        <RiskSwitch {...session} />
        <ViewBar
          of={first}
          session={session}
          table={first.value && tableOf(lines, notes)}
          share={`insights/topics/${a}/history/${queryString({ days: 28, riskManagement: view.risk === '1', with: isTopics && a !== b ? b : null })}`}
        />
      </div>
      {!first.value || (isTopics && !second.value) ? (
        <Loaded of={first.value ? second : first} lines={12}>
          {() => null}
        </Loaded>
      ) : (
        <>
          {isTopics ? (
            ranking.value && a !== b ? (
              <p class="growing">{higherOf(ranking.value.topics, [a, nameOf(a)], [b, nameOf(b)])}</p>
            ) : null
          ) : (
            <Growing {...first.value} href={session.href} />
          )}
          <HistoryChart
            lines={lines}
            notes={notes}
            isWeekly={!isTopics}
            label={
              isTopics ? `Readers of ${nameOf(a)} and ${nameOf(b)}` : `Readers of ${nameOf(a)}, this week and last week`
            }
            caption={
              isTopics
                ? 'Each topic as a share of its own highest day: the lines compare when they were read, not how much.'
                : 'Both weeks as a share of the highest day of four weeks, so their heights compare.'
            }
            scopes={(isTopics && a !== b ? [a, b] : [a]).map((ref) => ({ scope: 'topic', ref, name: nameOf(ref) }))}
          />
          {isTopics ? (
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
    <Items items={about?.items ?? []} href={session.href} />
  </section>
);

type Ranked = DataOf<'/api/v2/insights/trending-topics/'>['topics'];

/** Which of two topics is the bigger one, as far as ranks tell: amounts are never told. */
function higherOf(ranking: Ranked, ...compared: [id: number, name: string][]): string {
  const found = compared
    .map(([id, name]) => ({ name, rank: ranking.findIndex(({ topicId }) => topicId === id) + 1 || null }))
    .toSorted((x, y) => (x.rank ?? RANKS + 1) - (y.rank ?? RANKS + 1));
  const [higher, lower] = found;
  if (!higher?.rank || !lower) return `Neither is among the ${RANKS} most read topics of the last 7 days.`;
  const other = lower.rank ? `${lower.name} is number ${lower.rank}` : `${lower.name} is not among the first ${RANKS}`;
  return `${higher.name} ranks higher: it is number ${higher.rank} of all topics by readers of the last 7 days, ${other}.`;
}

const lineOf = (name: string, about: TopicAbout | null) => ({ name, days: about?.days ?? [] });

const tableOf = (lines: { name: string; days: Day[] }[], notes: Note[]) => ({
  name: 'compared',
  rows: [
    ['day', ...lines.map(({ name }) => name), 'note'],
    ...(lines[0]?.days ?? []).map(({ date }, i) => [
      date,
      ...lines.map(({ days }) => days[i]?.index ?? null),
      notes
        .filter((note) => note.date === date)
        .map(({ text }) => text)
        .join(' | '),
    ]),
  ],
});
