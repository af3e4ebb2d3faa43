import { useState } from 'hono/jsx/dom';
import {
  type GrowthChanges,
  groupAllByHeading,
  isUncompared,
  leadOf,
  PAST_DAYS,
  UNCLEAR_HEADING,
} from '../../../rankings/math/figures/change-headings.ts';
import { type Columns, tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { queryString } from '../lib/request.ts';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import {
  Calendar,
  PastDays,
  PERIODS_WITHOUT_GROWTH,
  pastOf,
  RiskFilter,
  RiskSwitch,
  Tools,
  ViewBar,
} from './bar/toolbar.tsx';
import { Axis, GrowthBars } from './charts/growth-bars.tsx';
import { SavePicture } from './charts/save-picture.tsx';
import { scaleOf } from './charts/scale.ts';
import { asOfInWords, Because, ChangeSummary } from './stories/change.tsx';
import { withRanks } from './stories/items.tsx';
import { nothingBefore } from './stories/movement.ts';
import { saidOf } from './stories/rank-words.ts';
import { CATEGORIES, type GrowingTopic, type InsightsSession, SLOW_POLL_MS } from './view.ts';
import { loadCompared, loadPeak, type WeekGrowth as WithPeak } from './week.ts';

const MAX_TOPICS = 1000;
const MAX_SHARED_TOPICS = 50;
const LIST_FORMAT = new Intl.ListFormat('en');

/** Topics by growth, each with its range and its cause. */
export function GrowthView(session: InsightsSession) {
  const { view, change, paused, given } = session;
  const past = pastOf(session);
  const isRange = past !== null;
  const against = past?.against ?? 'the week before';
  const query = { minContentItems: view.min, riskManagement: view.risk === '1', ...past?.query, ...given };
  const interval = isRange ? null : SLOW_POLL_MS;
  const changes = useQuery(query, (signal) => loadGrown(query, isRange, signal), { interval, paused });
  return (
    <>
      <Tools>
        <Calendar session={session} without={PERIODS_WITHOUT_GROWTH} />
        {past?.choice}
        <label class="text">
          Min. articles
          <input
            type="number"
            min="1"
            max={MAX_TOPICS}
            value={view.min}
            onChange={(event) => {
              const { value, validity } = event.target as HTMLInputElement;
              if (value && validity.valid) change({ min: value });
            }}
          />
        </label>
        <RiskFilter {...session} />
        <ViewBar
          of={changes}
          more={<RiskSwitch {...session} />}
          session={session}
          {...(past ? { window: past.query } : {})}
          table={changes.value && tableOfGrowth(changes.value, isRange)}
          dated={past?.query ?? { asOf: changes.value?.asOf ?? null }}
          share={`insights/trending-topics/growth/${queryString({ limit: MAX_SHARED_TOPICS, ...query })}`}
        />
      </Tools>
      <Loaded of={changes} what="the growth of topics" lines={12}>
        {(value) =>
          Object.values(groupAllByHeading(value)).every((topics) => topics.length === 0) ? (
            <Empty title={isUncompared(value) ? nothingBefore(against) : 'No topics to list'}>
              A topic needs clicks on several articles in this period. Lower the minimum number of articles, or come
              back later.
            </Empty>
          ) : (
            <>
              {past ? <PastDays {...past} /> : null}
              <Changed
                {...value}
                title={`Growth of topics${query.riskManagement ? ' in risk management' : ''}, ${past?.days ?? 'last 7 days'}`}
                against={against}
                isRange={isRange}
                href={session.href}
                open={view.topic}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface ChangedProps extends WithPeak, Pick<InsightsSession, 'href'> {
  title: string;
  against: string;
  isRange: boolean;
  open: string;
}

function Changed({ asOf, peaked, isCut, isRange, title, against, href, open, ...changes }: ChangedProps) {
  const [isUnfolded, unfold] = useState(false);
  const { Rose: up, Fell: down, New: isNew, [UNCLEAR_HEADING]: unclear } = groupAllByHeading(changes, isRange);
  const sure = [...up, ...down.toReversed()];
  // New topics have no percentage. Their rows are below those of the topics that rose.
  const explained = [...up, ...isNew, ...down.toReversed()];
  const drawn = sure.length > 0 ? sure : unclear;
  const scale = scaleOf(drawn.map(({ growthPercent, interval }) => ({ value: growthPercent ?? 0, interval })));
  const cut =
    scale.cut > 0
      ? `${scale.cut === 1 ? 'One bar is' : `${scale.cut} bars are`} off the scale and shown with a gap.`
      : '';
  const others = unclear.length === 1 ? 'one topic' : `${unclear.length} topics`;
  // Topics with unclear changes are hidden at first, so the notes mention them.
  const isFolded = sure.length > 0 && !isUnfolded;
  const notes = [
    isNew.length > 0 ? `New: ${LIST_FORMAT.format(isNew.map(({ name }) => name))}.` : '',
    isFolded && unclear.length > 0 ? `No clear change: ${others}.` : '',
    cut,
  ];
  return (
    <>
      {isRange ? (
        <PastAnswer changes={changes} against={against} href={href} />
      ) : (
        <ChangeSummary {...changes} asOf={asOf} isCut={isCut} peaked={peaked} href={href} />
      )}
      {drawn.length + isNew.length > 0 ? (
        <Section
          id="growth"
          class="growth"
          title="Growth"
          note={[1, 2].map((category) => (
            <>
              {' '}
              <span class={`data-${category}`}>{CATEGORIES[category]}</span>
            </>
          ))}
        >
          <Axis scale={scale} hasCauses={!isRange && explained.length > 0} />
          {explained.length > 0 ? (
            <GrowthBars
              topics={explained}
              scale={scale}
              href={href}
              open={open}
              isPast={isRange}
              causeOf={isRange ? undefined : (topic) => <Because change={topic} href={href} />}
            />
          ) : null}
          {sure.length === 0 ? <p class="hint">No topics have clearly grown or shrunk.</p> : null}
          {cut ? <p class="hint">» and «: beyond the scale.</p> : null}
          {unclear.length > 0 ? (
            <details
              open={sure.length === 0}
              onToggle={({ target }: Event) => unfold((target as HTMLDetailsElement).open)}
            >
              <summary>
                No clear change <small>{others}</small>
              </summary>
              <GrowthBars topics={unclear} scale={scale} href={href} open={open} isUnclear />
            </details>
          ) : null}
          {isCut ? <p class="hint">At most 50 topics are shown on each side.</p> : null}
          <SavePicture
            title={title}
            caption={asOf && !isRange ? asOfInWords(asOf) : `Against ${against}. ${PAST_DAYS}`}
            draw={async (frame) =>
              (await import('./charts/growth-picture.ts')).growthPicture(frame, {
                scale,
                sure,
                unclear: isFolded ? [] : unclear,
                categories: CATEGORIES,
                notes: notes.filter(Boolean),
              })
            }
          />
        </Section>
      ) : null}
    </>
  );
}

function PastAnswer({
  changes,
  against,
  href,
}: { changes: GrowthChanges<GrowingTopic>; against: string } & Pick<InsightsSession, 'href'>) {
  const lead = leadOf(changes);
  if (!lead) return null;
  return (
    <p class="answer">
      <a class={`data-${lead.category}`} href={href({ topic: String(lead.topicId), content: '' })}>
        {lead.name}
      </a>{' '}
      {saidOf(lead, { against })}.
    </p>
  );
}

async function loadGrown(
  query: Record<string, string | number | boolean>,
  isRange: boolean,
  signal: AbortSignal,
): Promise<WithPeak> {
  const changes = await loadCompared(query, signal);
  const lead = isRange ? undefined : leadOf(changes);
  return { ...changes, peaked: lead ? await loadPeak(lead.topicId, query.riskManagement === true, signal) : null };
}

const CHANGE_COLUMNS: Columns<Pick<GrowingTopic, 'growthPercent' | 'interval' | 'confidence'>> = [
  'growthPercent',
  ['intervalLow', ({ interval }) => interval?.[0]],
  ['intervalHigh', ({ interval }) => interval?.[1]],
  'confidence',
];
type ListedTopic = Omit<GrowingTopic, 'topContent' | 'topSources'>;
const SHORT_COLUMNS: Columns<ListedTopic & { list: string }> = ['list', 'topicId', 'name', ...CHANGE_COLUMNS, 'why'];
const COLUMNS: Columns<GrowingTopic & { list: string; rank: number }> = [
  'rank',
  ['change', ({ list }) => list],
  'topicId',
  'name',
  'slug',
  ['category', ({ category }) => CATEGORIES[category]],
  ...CHANGE_COLUMNS,
  'why',
  ['topContent', ({ topContent }) => topContent.map(({ title }) => title).join(' | ')],
  ['topSources', ({ topSources }) => topSources.join(' | ')],
];

const rowsOf = <T extends ListedTopic>(lists: Record<string, readonly T[]>) =>
  Object.entries(lists).flatMap(([heading, topics]) =>
    topics.map((topic) => ({ ...topic, list: heading.toLowerCase() })),
  );

export const tableOfChanges = (name: string, lists: Record<string, readonly ListedTopic[]>) => ({
  name,
  rows: tableOf(SHORT_COLUMNS, rowsOf(lists)),
});

const tableOfGrowth = (changes: GrowthChanges<GrowingTopic>, isPast: boolean) => ({
  name: 'growth',
  rows: tableOf(COLUMNS, withRanks(rowsOf(groupAllByHeading(changes, isPast)))),
});
