import { useRef } from 'hono/jsx/dom';
import {
  changeOf,
  groupAllByHeading,
  isUncompared,
  SEE_WEEK,
  splitChanges,
  UNCLEAR_HEADING,
} from '../../../rankings/math/figures/change-headings.ts';
import { useTitle } from '../lib/page.ts';
import { type Query, useQuery } from '../lib/query.ts';
import { type DataOf, fragmentString, IS_SERVER, queryString, request } from '../lib/request.ts';
import { spanInWords } from '../lib/time.ts';
import { latinSlugOf, optionOrFirst, optionsOf } from '../lib/words.ts';
import { Segments, SelectField } from '../ui/form/field.tsx';
import { Empty, Loaded, Section, Skeleton, Table } from '../ui/parts.tsx';
import {
  Calendar,
  chosenOf,
  daysOfView,
  type Past,
  PastDays,
  pastOf,
  RiskFilter,
  RiskSwitch,
  Tools,
  ViewBar,
  type Window,
  windowInWords,
} from './bar/toolbar.tsx';
import { RatioDots, RatioMarks } from './charts/audience.tsx';
import { differencesOf, TIMES, timesInWords } from './charts/audiences.ts';
import { Axis, GrowthBars } from './charts/growth-bars.tsx';
import { HistoryChart } from './charts/history-chart.tsx';
import { croppedToReaders, indexedToFirstWeek } from './charts/lines/chart-lines.ts';
import { mergeNotes, type Note } from './charts/notes.tsx';
import type { AxisScale } from './charts/scale.ts';
import { tableOfChanges } from './growth.tsx';
import { AsOf, Because } from './stories/change.tsx';
import { grownOf, grownOverWeeks, higherOf, rankSentence } from './stories/comparison-words.ts';
import { Items } from './stories/items.tsx';
import { PERIOD_WORDS, RANKS } from './stories/rank-words.ts';
import { Growing, loadTopics, type TopicAbout, useChanges, useTopic } from './topic-details.tsx';
import { type GrowingTopic, type HistoryDay, type InsightsSession, lastDays, SLOW_POLL_MS, weeksOf } from './view.ts';
import { requestRanking } from './week.ts';

const COMPARISON_WAYS = optionsOf({ topics: 'Topics', weeks: 'Two weeks' });

const LIST_FORMAT = new Intl.ListFormat('en');

export function Compare(session: InsightsSession) {
  const { view, set, paused } = session;
  const way = optionOrFirst(COMPARISON_WAYS, view.way);
  const topics = useQuery('compared topics', (signal) => loadTopics(Number(view.a), signal), { paused });
  const window = daysOfView(session);
  const past = pastOf(session);
  const isTopics = way === 'topics';
  const risk = view.risk === '1';
  const ranking = useQuery(['ranks', window, risk], (signal) => loadRanks(window, risk, signal), {
    interval: 'from' in window ? null : SLOW_POLL_MS,
    paused: paused || !isTopics,
  });
  const wasShown = useRef(false);
  const ids = (topics.value ?? []).map(({ id }) => id);
  const a = Number(view.a) || (ids[0] ?? 0);
  const b = Number(view.b) || (ids.find((id) => id !== a) ?? 0);
  const more = [Number(view.c), Number(view.d)];
  const chosen = [a, ...(isTopics ? [b, ...more] : [])];
  // If a topic is chosen twice, the second choice counts as no topic (0).
  const compared = [0, 1, 2, 3].map((i) => (chosen.indexOf(chosen[i] ?? 0) === i ? (chosen[i] ?? 0) : 0));
  const first = useTopic(a, session);
  const abouts = [
    first,
    useTopic(compared[1] ?? 0, session),
    useTopic(compared[2] ?? 0, session),
    useTopic(compared[3] ?? 0, session),
  ];
  const changes = useChanges(session);
  const options = (topics.value ?? []).map(({ id, name }) => [String(id), name] as const);
  const sides = abouts.flatMap((of, i) => (compared[i] ? [{ of, id: compared[i] }] : []));
  const nameOf = (id: number) => topics.value?.find((one) => one.id === id)?.name ?? `Topic ${id}`;
  const names = LIST_FORMAT.format(sides.map(({ id }) => nameOf(id)));
  useTitle(topics.value && `${names} compared`);
  if (topics.value?.length === 0)
    return <Empty title="No clicks yet">You can compare topics as soon as readers click.</Empty>;
  const missing: Query<unknown> | undefined = [...sides.map(({ of }) => of), changes].find(({ value }) => !value);
  if (topics.value && (!isTopics || (ranking.value ?? ranking.error)) && !missing) wasShown.current = true;
  // Shows the fields and the chart at the same time to avoid a layout shift.
  if (!wasShown.current && (!topics.value || !missing?.error))
    return topics.error ? (
      <Loaded of={topics} what="the topics">
        {() => null}
      </Loaded>
    ) : (
      <Skeleton lines={24} />
    );
  // Audiences are available for recent days only.
  const recent = PERIOD_WORDS['period' in window ? window.period : '7d'];
  const days = windowInWords(window) ?? recent;
  const hasNoBefore = changes.value !== null && isUncompared(changes.value);
  const lines = isTopics
    ? sides.map(({ of, id }) => ({ name: nameOf(id), days: of.value?.days ?? [] }))
    : weeksOf(first.value?.days ?? []);
  const indexed = isTopics && lines.length > 1 ? indexedToFirstWeek(lines) : null;
  const overWeeks = hasNoBefore && indexed ? grownOverWeeks(indexed) : null;
  const notes = sides.reduce<Note[]>((all, { of }) => mergeNotes(all, of.value?.notes ?? []), []);
  const named = sides.map(({ of, id }) => ({
    id,
    name: nameOf(id),
    change: changes.value && changeOf(changes.value, id),
    of: of.value,
  }));
  const grown = grownOf(named, past?.against, hasNoBefore);
  const readMore =
    ranking.value && higherOf(ranking.value, named, 'from' in window ? spanInWords(window) : `over ${recent}`);
  const field = (name: 'a' | 'b' | 'c' | 'd', label: string, value: number) => (
    <SelectField
      label={label}
      value={value ? String(value) : ''}
      options={name === 'a' || name === 'b' ? options : [['', '+ topic'], ...options]}
      change={set(name)}
    />
  );
  return (
    <>
      <Tools look={`pairs${past ? '' : ' one-row'}`}>
        <Segments label="Compare" name="way" value={way} options={COMPARISON_WAYS} choose={set('way')} />
        {field('a', 'Topic', a)}
        {isTopics ? field('b', 'With', b) : null}
        {isTopics ? field('c', 'And', more[0] ?? 0) : null}
        {isTopics && (more[0] || more[1]) ? field('d', 'And also', more[1] ?? 0) : null}
        <Calendar session={session} />
        {past?.choice}
        <RiskFilter {...session} />
        <ViewBar
          of={first}
          more={<RiskSwitch {...session} />}
          session={session}
          table={first.value && tableOf(lines, notes, named, past !== null)}
          share={`insights/topics/${a}/history/${queryString({
            days: lines[0]?.days.length ?? 28,
            riskManagement: risk,
          })}${fragmentString({
            with:
              sides
                .slice(1)
                .map(({ id }) => id)
                .join() || null,
            ...(isTopics ? { ...window, against: past?.query.against } : {}),
          })}`}
        />
      </Tools>
      {missing ? (
        <Loaded of={missing} what="the comparison" lines={12}>
          {() => null}
        </Loaded>
      ) : (
        <div class="stack gap-5 sides">
          {isTopics ? (
            ranking.value && sides.length > 1 ? (
              <div>
                <p class="answer">
                  {grown}
                  <span class="cause"> {rankSentence(readMore ?? '')}</span>
                </p>
                {overWeeks ? <p>{overWeeks}</p> : null}
                {hasNoBefore ? (
                  past && !IS_SERVER ? (
                    <p class="hint">
                      <a href={past.instead}>{SEE_WEEK}</a>
                    </p>
                  ) : null
                ) : past ? (
                  <PastDays {...past} />
                ) : (
                  <AsOf asOf={changes.value?.asOf ?? null} />
                )}
              </div>
            ) : null
          ) : changes.value ? (
            <Growing
              id={a}
              changes={changes.value}
              past={past}
              peaked={first.value?.peaked ?? null}
              href={session.href}
            />
          ) : null}
          <HistoryChart
            lines={croppedToReaders(indexed ?? lines)}
            notes={notes}
            isWeekly={!isTopics}
            label={isTopics ? `Readers of ${names}` : `Readers of ${nameOf(a)}, this week and last week`}
            caption={
              isTopics
                ? indexed
                  ? 'Percent of each topic’s mean day in the first week, on one scale: a higher line has grown more since then, but is not read more.'
                  : 'Each line is relative to the topic’s own busiest day. Compare timing, not heights.'
                : `Both weeks relative to the busiest of ${first.value?.days.length} days, so you can compare heights.`
            }
            chosen={isTopics ? (chosenOf(window) ?? lastDays(lines[0]?.days ?? [])) : null}
            scopes={sides.map(({ id }) => ({ scope: 'topic', ref: id, name: nameOf(id) }))}
          />
          {isTopics ? (
            <div class="columns">
              <Changes sides={named} past={past} href={session.href} />
              <Differences sides={named} days={past ? null : recent} />
            </div>
          ) : null}
          <div class={isTopics ? 'columns compared' : ''}>
            {named.map(({ of, id, name }, i) => (
              <Section
                key={id}
                id={`side-${id}`}
                title={isTopics ? <Side of={name} i={i} /> : name}
                note={`most read, ${days}`}
              >
                <Items
                  items={(of?.items ?? []).slice(0, isTopics ? MAX_TOPIC_ARTICLES : undefined)}
                  href={session.href}
                />
              </Section>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** Name of a compared topic, with a dot in the colour that the topic has in all charts of the page. */
const Side = ({ of, i }: { of: string; i: number }) => (
  <>
    <i class={`dot data-${i + 1}`} aria-hidden="true" />
    {`\u00a0${of}`}
  </>
);

/** Loads two rankings of a period, most readers first: all topics, and the topics in trending lists. */
async function loadRanks(window: Window, risk: boolean, signal: AbortSignal) {
  const [{ topics: all }, listed] = await Promise.all([
    request<DataOf<'/api/v2/insights/trending-topics/'>>('/api/v2/insights/trending-topics/', {
      query: { ...window, riskManagement: risk, limit: RANKS },
      signal,
    }),
    requestRanking({ audience: '', risk, limit: RANKS }, window, signal),
  ]);
  return { all, listed };
}

/** Articles of each compared topic. */
const MAX_TOPIC_ARTICLES = 5;
const MAX_AXIS_MARKS = 4;

/** Multiple of the largest change up to which confidence intervals extend the scale. */
const MAX_INTERVAL_FACTOR = 2.5;

/** Returns a scale that contains all changes, so that their bars can be compared. */
function wholeScaleOf(changes: readonly GrowingTopic[]): AxisScale {
  const values = changes.map(({ growthPercent }) => growthPercent ?? 0);
  const most = MAX_INTERVAL_FACTOR * Math.max(...values.map(Math.abs));
  const ends = changes.flatMap(({ interval }) => (interval ?? []).map((end) => Math.max(-most, Math.min(most, end))));
  const [from, to] = [Math.min(0, ...values, ...ends), Math.max(0, ...values, ...ends)];
  return { from, to: to > from ? to : 1, cut: 0 };
}

interface ChangesProps extends Pick<InsightsSession, 'href'> {
  sides: { id: number; change: GrowingTopic | null }[];
  past: Past;
}

function Changes({ sides, past, href }: ChangesProps) {
  const isPast = past !== null;
  const changes = splitChanges(sides.flatMap(({ change }) => change ?? []));
  const { Rose, Fell, [UNCLEAR_HEADING]: unclear } = groupAllByHeading(changes, isPast);
  // `New` is empty if all the compared topics are new.
  const explained = [...Rose, ...changes.isNew, ...Fell];
  const drawn = [...explained, ...unclear];
  if (drawn.length === 0) return null;
  const scale = wholeScaleOf(drawn);
  const colourOf = ({ topicId }: GrowingTopic) => `data-${sides.findIndex(({ id }) => id === topicId) + 1}`;
  return (
    <Section id="changes" title="Growth" note={past ? `${past.days} against ${past.against}` : null} class="growth">
      <Axis scale={scale} maxMarks={MAX_AXIS_MARKS} />
      <GrowthBars
        topics={explained}
        scale={scale}
        href={href}
        isPast={isPast}
        colourOf={colourOf}
        causeOf={isPast ? undefined : (topic) => <Because change={topic} href={href} />}
      />
      <GrowthBars topics={unclear} scale={scale} href={href} isPast={isPast} isUnclear colourOf={colourOf} />
    </Section>
  );
}

interface DifferencesProps {
  sides: { name: string; of: TopicAbout | null }[];
  /** Days in words. `null` if the chosen days are past, for which audiences are unknown. */
  days: string | null;
}

function Differences({ sides, days }: DifferencesProps) {
  if (days === null)
    return (
      <Section id="differences" title="Audiences">
        <p class="hint">
          Reader groups are stored for a few days only, so audiences are known for the last 7 days only.
        </p>
      </Section>
    );
  const rows = differencesOf(sides.map(({ of }) => of?.audience ?? {}));
  if (rows.length === 0) return null;
  const knownSides = sides.flatMap(({ name }, i) =>
    rows.some(({ indices }) => (indices[i] ?? null) !== null) ? { name, i } : [],
  );
  const missing = sides.flatMap(({ name }, i) => (knownSides.some((known) => known.i === i) ? [] : name));
  return (
    <Section id="differences" title="Audiences" note={`${TIMES}, ${days}`}>
      <Table
        label="Audiences"
        class="paired"
        head={[
          'Readers',
          [
            <>
              <span class="quiet">Compared with the site</span>
              <RatioMarks average="1×" />
            </>,
            'marks',
          ],
          ...knownSides.map(({ name, i }) => [<Side of={name} i={i} />, 'number'] as const),
        ]}
      >
        {rows.map(({ name, indices }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <RatioDots indices={indices} />
            </td>
            {knownSides.map(({ name, i }) => (
              <td key={name} class="number">
                {timesInWords(indices[i] ?? null)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {missing.length > 0 ? <p class="hint before-2">{LIST_FORMAT.format(missing)}: too few readers.</p> : null}
    </Section>
  );
}

function tableOf(
  lines: { name: string; days: HistoryDay[] }[],
  notes: Note[],
  sides: readonly { change: GrowingTopic | null }[],
  isPast: boolean,
) {
  const changes = sides.flatMap(({ change }) => change ?? []);
  return {
    name: `compared-${lines.map(({ name }) => latinSlugOf(name)).join('-')}`,
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
      ...(changes.length > 0 ? [[], ...tableOfChanges('', groupAllByHeading(splitChanges(changes), isPast)).rows] : []),
    ],
  };
}
