import { changeOf } from '../../../rankings/math/figures/change-headings.ts';
import { tableOf } from '../lib/csv.ts';
import { useTitle } from '../lib/page.ts';
import { type Query, useQuery } from '../lib/query.ts';
import { type DataOf, fragmentString, IS_SERVER, queryString, request, type Schemas } from '../lib/request.ts';
import { SelectField } from '../ui/form/field.tsx';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { historyLength } from './bar/calendar.ts';
import { Follow } from './bar/follow.tsx';
import {
  Calendar,
  chosenOf,
  daysOfView,
  type Past,
  PastDays,
  pastOf,
  RiskFilter,
  RiskSwitch,
  type TableButton,
  Tools,
  ViewBar,
  type Window,
  windowInWords,
} from './bar/toolbar.tsx';
import { AudienceChart } from './charts/audience.tsx';
import { HistoryChart } from './charts/history-chart.tsx';
import { HoursCurve } from './charts/hours.tsx';
import { loadNotes, type Note } from './charts/notes.tsx';
import { ReadThrough } from './charts/read-through.tsx';
import { peakOf } from './peak.ts';
import { AsOf, CauseLine } from './stories/change.tsx';
import { type Item, Items, TABLE_COLUMNS, withRanks } from './stories/items.tsx';
import { changeInWords, PERIOD_WORDS, peakInWords } from './stories/rank-words.ts';
import { CATEGORIES, type HistoryDay, type InsightsSession, lastDays, SLOW_POLL_MS } from './view.ts';
import { type Compared, loadCompared } from './week.ts';

const MAX_CO_TOPICS = 10;
const MAX_TOPICS = 50;

export interface TopicAbout {
  topic: Schemas['ListedTopic'] | null;
  items: Item[];
  coTopics: Schemas['Topic'][];
  days: HistoryDay[];
  peaked: string | null;
  notes: Note[];
  audience: Schemas['ContentInsights']['audience'];
  reads: DataOf<'/api/v2/insights/read-through-rates/'> | null;
}

export function useTopic(id: number, session: InsightsSession): Query<TopicAbout> {
  const { view, paused, given = {} } = session;
  const window = daysOfView(session);
  const query = { riskManagement: view.risk === '1', limit: MAX_CO_TOPICS };
  return useQuery(['topic', id, query, window], (signal) => loadTopic(id, { query, window, given }, signal), {
    interval: id ? SLOW_POLL_MS : null,
    paused,
  });
}

export function useChanges(session: InsightsSession): Query<Compared> {
  const { view, paused } = session;
  const query = { minContentItems: 1, riskManagement: view.risk === '1', ...pastOf(session)?.query };
  return useQuery(['changes', query], (signal) => loadCompared(query, signal), {
    interval: 'from' in query ? null : SLOW_POLL_MS,
    paused,
  });
}

export function OneTopic(session: InsightsSession) {
  const { view, set, paused } = session;
  const topics = useQuery(`topics ${view.topic}`, (signal) => loadTopics(Number(view.topic), signal), { paused });
  const id = Number(view.topic) || (topics.value?.[0]?.id ?? 0);
  const about = useTopic(id, session);
  const topic = topics.value?.find((one) => one.id === id);
  const range = chosenOf(daysOfView(session));
  if (!view.topic && topics.value?.length === 0) {
    return <Empty title="No clicks yet">Topics appear here as soon as readers click.</Empty>;
  }
  return (
    <>
      <Tools>
        <SelectField
          label="Topic"
          value={String(id)}
          options={[
            ...(topic ? [] : [[String(id), id ? `Topic ${id}` : '…'] as const]),
            ...(topics.value ?? []).map((one) => [String(one.id), one.name] as const),
          ]}
          change={set('topic')}
        />
        <Calendar session={session} />
        <RiskFilter {...session} />
        <ViewBar
          of={about}
          more={<RiskSwitch {...session} />}
          session={session}
          table={about.value && topicTable(about.value, topic?.slug ?? String(id), range !== null)}
          {...(range ? { dated: range } : {})}
          share={`insights/topics/${id}/content/${queryString({ ...daysOfView(session), riskManagement: view.risk === '1' })}${fragmentString({ against: pastOf(session)?.query.against })}`}
        />
      </Tools>
      {id ? (
        <TopicDetails id={id} of={about} session={session} />
      ) : (
        <Loaded of={topics} what="the topics" lines={20}>
          {() => null}
        </Loaded>
      )}
    </>
  );
}

export const TopicPanel = ({ id, session }: { id: number; session: InsightsSession }) => (
  <TopicDetails id={id} of={useTopic(id, session)} session={session} />
);

export function TopicDetails({ id, of, session }: { id: number; of: Query<TopicAbout>; session: InsightsSession }) {
  const name = of.value?.topic?.name ?? `Topic ${id}`;
  const window = daysOfView(session);
  const recent = PERIOD_WORDS['period' in window ? window.period : '7d'];
  const changes = useChanges(session);
  useTitle(of.value?.topic?.name);
  return (
    <div class="stack gap-5 details">
      <div class="stack gap-2 article-head topic">
        {IS_SERVER ? null : (
          <div class="row">
            <h2>{of.value ? name : 'Topic'}</h2>
            {of.value?.topic ? <Follow kind="topic" of={String(id)} name={name} /> : null}
          </div>
        )}
        <p>
          {of.value?.topic
            ? [CATEGORIES[of.value.topic.category], of.value.topic.description].filter(Boolean).join(' · ')
            : ' '}
        </p>
      </div>
      <Loaded of={changes.value ? of : { ...changes, value: null }} what="the topic" lines={16}>
        {({ items, coTopics, days, peaked, notes, audience, reads }) => (
          <>
            {changes.value ? (
              <Growing id={id} changes={changes.value} past={pastOf(session)} peaked={peaked} href={session.href} />
            ) : null}
            <div class="columns about-topic">
              <HistoryChart
                lines={[{ name, days }]}
                label={`Readers of ${name} over the last ${days.length} days`}
                caption={`Each day relative to the busiest of ${days.length} days.`}
                chosen={chosenOf(window) ?? lastDays(days)}
                notes={notes}
                scopes={[{ scope: 'topic', ref: id, name }]}
              />
              <Section id="topic-items" title="Most read" note={windowInWords(window) ?? recent} isInner>
                <Items items={items} href={session.href} />
              </Section>
              <div class="stack gap-5">
                {reads?.sets.map(({ id, readThroughRate }) => (
                  <ReadThrough key={id} share={readThroughRate} usual={reads.usual} usualFor="on this site" />
                ))}
                <Section id="co-topics" title="Read together with" note={recent} isInner>
                  {coTopics.length > 0 ? (
                    <ol class="row chips co-topics">
                      {coTopics.map(({ topicId, name: other }) => (
                        <li key={topicId}>
                          <a href={session.href({ topic: String(topicId), content: '' })}>{other}</a>
                        </li>
                      ))}
                    </ol>
                  ) : (
                    <Empty title="Its articles have no other topics" />
                  )}
                </Section>
                <Section id="audience" title="Who reads it" note={recent} isInner>
                  <AudienceChart audience={audience} />
                </Section>
              </div>
            </div>
            <HoursCurve of={{ topic: id }} name={name} session={session} />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface GrowingProps extends Pick<InsightsSession, 'href'> {
  id: number;
  changes: Compared;
  past: Past;
  peaked: string | null;
}

export function Growing({ id, changes, past, peaked, href }: GrowingProps) {
  const growth = changeOf(changes, id);
  return growth ? (
    <div>
      <p class="growing">
        {changeInWords(growth, { against: past?.against, peaked: peakInWords(peaked), hasRange: false })}.
        <CauseLine change={growth} href={href} />
      </p>
      {past ? <PastDays {...past} /> : <AsOf asOf={changes.asOf} of={growth} />}
    </div>
  ) : null;
}

const EMPTY_AUDIENCE = { companyTypes: [], regions: [], seniorities: [], channels: [] };
const EMPTY_LISTS = { items: [], coTopics: [], days: [], peaked: null, notes: [], audience: EMPTY_AUDIENCE };
const NO_TOPIC: TopicAbout = { ...EMPTY_LISTS, topic: null, reads: null };

type Parameters = Record<string, string | number | boolean>;

interface TopicRequest {
  query: Parameters;
  window: Window;
  given: Parameters;
}

async function loadTopic(
  id: number,
  { query: asked, window, given }: TopicRequest,
  signal: AbortSignal,
): Promise<TopicAbout> {
  // Related topics and audiences are available for recent days only.
  const query: Parameters = { ...asked, period: 'period' in window ? window.period : '7d' };
  if (!id) return NO_TOPIC;
  const part = <T,>(name: string, parameters: Parameters = query) =>
    request<T>(`/api/v2/insights/topics/${id}/${name}/`, { query: parameters, signal });
  const [{ items }, { coTopics }, { days }, hours, audience, reads, topics, notes] = await Promise.all([
    part<DataOf<'/api/v2/insights/topics/{id}/content/'>>('content', { ...asked, ...window, ...given }),
    part<DataOf<'/api/v2/insights/topics/{id}/co-topics/'>>('co-topics'),
    part<{ days: HistoryDay[] }>('history', {
      days: historyLength(chosenOf(window), Date.now()),
      riskManagement: query.riskManagement ?? false,
    }),
    part<DataOf<'/api/v2/insights/topics/{id}/hours/'>>('hours', {
      hours: 168,
      riskManagement: query.riskManagement ?? false,
    }),
    request<TopicAbout['audience']>('/api/v2/insights/audience/', {
      query: { topic: id, period: query.period },
      signal,
    }),
    request<NonNullable<TopicAbout['reads']>>('/api/v2/insights/read-through-rates/', {
      query: { ...query, by: 'topic', id },
      signal,
    }),
    loadTopics(id, signal),
    loadNotes({ topic: id }, signal),
  ]);
  const topic = topics.find((one) => one.id === id) ?? null;
  return { topic, items, coTopics, days, peaked: peakOf(hours, days), notes, audience, reads };
}

/** Loads all topics, most engagement first. Returns an empty list if no topic has readers and `wanted` is 0. */
export async function loadTopics(wanted: number, signal: AbortSignal): Promise<Schemas['ListedTopic'][]> {
  type Trending = DataOf<'/api/v2/topics/trending/'>;
  const [{ topics }, { topics: all }] = await Promise.all([
    request<Trending>('/api/v2/topics/trending/', { query: { period: 'week', limit: MAX_TOPICS }, signal }),
    request<DataOf<'/api/v2/topics/list/'>>('/api/v2/topics/list/', { signal }),
  ]);
  const listed = new Set(topics.map(({ id }) => id));
  return topics.length > 0 || wanted > 0 ? [...topics, ...all.filter(({ id }) => !listed.has(id))] : [];
}

type TableRow = Partial<Item> & { list: string; rank: number; topicId?: number; topic?: string };

const topicTable = ({ items, coTopics }: TopicAbout, name: string, isRange: boolean): TableButton => ({
  name: `topic-${name}`,
  rows: tableOf<TableRow>(
    ['list', ...TABLE_COLUMNS, 'topicId', 'topic'],
    [
      ...withRanks(items).map((item) => ({ ...item, list: 'content' })),
      ...(isRange ? [] : coTopics).map(({ topicId, name: topic }, i) => ({
        list: 'co-topics',
        rank: i + 1,
        topicId,
        topic,
      })),
    ],
  ),
});
