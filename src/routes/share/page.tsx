import { raw } from 'hono/html';
import type { HtmlPage } from '../../delivery/html-page.tsx';
import { spoken } from '../../delivery/spoken.ts';
import { sparkInWords } from '../../lib/formats/spark.ts';
import { lazy } from '../../lib/lazy.ts';
import { formatPercent, formatRange } from '../../lib/percent.ts';
import { clockIn } from '../../lib/time.ts';
import {
  allHeaded,
  type GrowthChanges,
  headed,
  isUncompared,
  PAST_DAYS,
  splitChanges,
  toldFirst,
} from '../../rankings/math/figures/headed.ts';
import {
  besideAverage,
  differencesOf,
  noneInWords,
  TIMES,
  timesInWords,
} from '../../web/browser/insights/charts/audiences.ts';
import { dayInWords, SPARK, shadedIn, sparkOf } from '../../web/browser/insights/charts/curve.ts';
import { insetOf } from '../../web/browser/insights/charts/picture.ts';
import { type AxisScale, horizontalOf, scaleOf } from '../../web/browser/insights/charts/scale.ts';
import { nothingBefore } from '../../web/browser/insights/stories/movement.ts';
import {
  ALONE,
  changeInWords,
  describePlacement,
  PERIOD_WORDS,
  peakInWords,
  placementLine,
  placesInWords,
  saidOf,
  sureInWords,
  UNPLACED,
} from '../../web/browser/insights/stories/rank-words.ts';
import { dayAndMonth, pointOf, rangeInWords } from '../../web/browser/lib/time.ts';
import { sentence } from '../../web/browser/lib/words.ts';
import { renderPage } from '../../web/shells/layout.tsx';
import { type ComparedTopic, changesOf, type ShareData, summaryOf } from './about.ts';
import type { SharedDay, SharedItem, SharedTopic, ViewData } from './data.ts';

/**
 * This module renders the page of a shared view: title, headline, chart and lists. The page has no script of its own.
 */

const Items = ({ items }: { items: SharedItem[] }) => (
  <ol class="ranked items">
    {items.map(({ contentId, title, url, source, placement }) => (
      <li>
        <div>
          {url ? (
            <a href={url} target="_blank" rel="noopener noreferrer" {...spoken(title ?? url)}>
              {title ?? url}
            </a>
          ) : (
            <span {...spoken(title ?? '')}>{title ?? `Article ${contentId}`}</span>
          )}
          <small class="about">{source}</small>
          {placement?.confidence === 'high' ? <small class="about">{placementLine(placement)}</small> : null}
        </div>
      </li>
    ))}
  </ol>
);

/** Change badge. `percent` is `null` if there was no engagement before. */
function Growth({ percent, isSure }: { percent: number | null | undefined; isSure: boolean }) {
  if (percent === undefined) return null;
  if (percent === null) return <span class="badge">New</span>;
  return <span class={isSure ? `moved ${percent < 0 ? 'bad' : 'good'}` : 'moved'}>{formatPercent(percent)}</span>;
}

interface TopicsProps {
  topics: readonly SharedTopic[];
  sparks: ShareData['sparks'];
  scale?: AxisScale;
}

/** Topics that changed, under their headings, with bars on a common scale. */
function GrowthLists({
  changes,
  isPast,
  sparks,
}: Pick<TopicsProps, 'sparks'> & { changes: GrowthChanges<SharedTopic>; isPast: boolean }) {
  const lists = Object.entries(allHeaded(changes, isPast)).filter(([, topics]) => topics.length > 0);
  const drawn = lists.flatMap(([, topics]) => topics).filter(({ growthPercent }) => growthPercent !== null);
  const scale = scaleOf(
    drawn.map(({ growthPercent, interval }) => ({ value: growthPercent ?? 0, interval: interval ?? null })),
  );
  const [from, to] = [scale.from, scale.to].map((end) => formatPercent(Math.round(end)));
  return (
    <>
      {lists.map(([heading, topics]) => (
        <section>
          <h2>{heading}</h2>
          <Topics topics={topics} sparks={sparks} scale={scale} />
        </section>
      ))}
      {drawn.some(({ interval }) => interval) ? (
        <p class="hint">
          Drawn from {from} to {to}, the upright line at 0%, with nine in ten around each dot; a line with gaps goes
          further than that.
        </p>
      ) : null}
    </>
  );
}

/** Lists topics, each with its change and interval on the common scale, or with a chart of the last four weeks. */
function Topics({ topics, sparks, scale }: TopicsProps) {
  return (
    <ol class="ranked topics">
      {topics.map((topic) => {
        const { topicId, name, category, growthPercent, confidence, interval, why, readWith } = topic;
        return (
          <li class={category ? `data-${category}` : ''}>
            <div dir="auto">
              {name || `Topic ${topicId}`}{' '}
              {interval ? (
                <small>
                  {confidence === 'low' ? 'uncertain, ' : ''}likely {formatRange(interval)}
                </small>
              ) : null}
              {why ? <small class="about">{sentence(why)}</small> : null}
              {readWith?.length ? (
                <small class="about">Read with {readWith.map((other) => other.name).join(', ')}</small>
              ) : null}
            </div>
            <Spark days={sparks.get(topicId)} name={name} />
            {scale && topic.interval ? <Whisker scale={scale} topic={topic} /> : null}
            <Growth percent={growthPercent} isSure={confidence !== 'low'} />
          </li>
        );
      })}
    </ol>
  );
}

function Spark({ days, name }: { days: SharedDay[] | undefined; name: string }) {
  const spark = days && sparkOf(days);
  if (!spark) return null;
  return (
    <svg
      class="spark"
      viewBox={`-3 0 ${SPARK.width + 6} ${SPARK.height}`}
      role="img"
      aria-label={sparkInWords(days, name, dayAndMonth)}
    >
      <path d={spark.path} fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round" />
      {spark.end ? <circle cx={spark.end[0]} cy={spark.end[1]} r="2.5" fill="currentColor" /> : null}
    </svg>
  );
}

/** Returns the SVG path of an interval line. Two gaps mark an end beyond the scale. */
function lineOf(from: number, to: number, isLonger: boolean): string {
  const before = (length: number) => to - length * Math.sign(to - from);
  return `M${from} 6H${isLonger ? `${before(10.5)}M${before(8)} 6H${before(5.5)}M${before(3)} 6H` : ''}${to}`;
}

function Whisker({ scale, topic }: { scale: AxisScale; topic: SharedTopic }) {
  const { growthPercent = null, interval = null } = topic;
  const { zero, value, range, isCut } = horizontalOf(scale, { growthPercent, interval });
  return (
    <svg class="whisker" viewBox="-3 0 106 12" aria-hidden="true">
      <path class="level" d={`M${zero} 0V12`} />
      {range && interval ? (
        <path
          class="line"
          d={lineOf(value, range[0], interval[0] < scale.from) + lineOf(value, range[1], interval[1] > scale.to)}
        />
      ) : null}
      {isCut ? <path class="line" d={lineOf(zero, value, true)} /> : null}
      {isCut || growthPercent === null ? null : <circle cx={value} cy="6" r="2.5" />}
    </svg>
  );
}

const day = lazy(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const dayOf = (date: string | undefined) => (date ? day().format(Date.parse(date)) : '');

const IMAGE_WIDTHS = [960, 400];
const LIST_FORMAT = new Intl.ListFormat('en');

/** Daily chart, followed by the values as text for screen readers. */
function Curve({
  lines,
  gone,
  chosen,
  isArticle,
}: Pick<ShareData, 'lines' | 'gone' | 'chosen'> & { isArticle: boolean }) {
  const known = lines.map(({ name, days }) => ({ name, days: days.filter(({ index }) => index !== null) }));
  const drawn = known.filter(({ days }) => days.length > 0);
  const silent = known.filter(({ days }) => days.length === 0).map(({ name }) => name);
  const missing = [
    silent.length > 0 ? `Too few readers to draw ${isArticle ? 'its days' : LIST_FORMAT.format(silent)}.` : '',
    gone > 0 ? `${gone === 1 ? 'One topic that was shared is' : 'Topics that were shared are'} no longer there.` : '',
  ].filter(Boolean);
  if (drawn.length === 0) return <p class="hint">{missing.join(' ')}</p>;
  const shown = lines.filter(({ name }) => !silent.includes(name));
  const words = drawn.map(
    ({ name, days }) =>
      `${name}, each day as a share of the highest: ${days.map(({ date, index }) => `${date} ${index}`).join(', ')}`,
  );
  return (
    <figure class="days">
      {raw(insetOf({ lines: shown, nameOf: dayAndMonth, chosen }, words.join('. '), IMAGE_WIDTHS))}
      <figcaption class="hint">
        {missing.length > 0 ? <b>{missing.join(' ')} </b> : null}
        {shown[0]?.days.length} complete days, in UTC. {chosen ? `Framed: ${rangeInWords(chosen)}. ` : ''}
        {shadedIn(shown)}
      </figcaption>
    </figure>
  );
}

const Notes = ({ notes }: { notes: NonNullable<ViewData['annotations']> }) => (
  <table class="levels">
    <tbody>
      {notes.map(({ date, text }) => (
        <tr>
          <th scope="row">{dayOf(date)}</th>
          <td dir="auto">{text}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Readers({ audience, readersOf }: Pick<ShareData, 'audience' | 'readersOf'>) {
  const none = noneInWords(audience);
  return (
    <section>
      <h2>
        Who reads it <small>{readersOf}</small>
      </h2>
      {none ? <p class="hint">{none}</p> : null}
      <dl class="facts">
        {Object.entries(none ? {} : besideAverage(audience)).map(([name, said]) =>
          said ? (
            <>
              <dt>{name}</dt>
              <dd>{said}</dd>
            </>
          ) : null,
        )}
      </dl>
    </section>
  );
}

const Hours = ({ line, meaning, note }: NonNullable<ShareData['hours']>) => (
  <section>
    <h2>
      By the hour <small>{note}</small>
    </h2>
    <figure>
      {raw(
        insetOf({ lines: [line], nameOf: pointOf }, dayInWords([line], line.days.length - 1, pointOf), IMAGE_WIDTHS),
      )}
      <figcaption class="hint">
        {meaning} {shadedIn([line])}
      </figcaption>
    </figure>
  </section>
);

const isEmpty = (data: ViewData): boolean =>
  data.contentId === undefined && Object.values(data).every((value) => !Array.isArray(value) || value.length === 0);

const because = ({ why }: { why?: string | null }) => (why ? `, ${why}` : '');
const changedBecause = (change: NonNullable<ComparedTopic['change']>, { against, peaked }: ShareData) =>
  `${changeInWords(change, against?.words, peakInWords(peaked))}${because(change)}.`;

const ChangeThenCause = ({ change, about }: { change: NonNullable<ComparedTopic['change']>; about: ShareData }) => (
  <>
    {changeInWords(change, about.against?.words, peakInWords(about.peaked))}
    {change.why ? ',' : '.'}
    {change.why ? <span class="cause"> {change.why}.</span> : null}
  </>
);

const placesOfArticle = ({ ranks = [], risingRank = null, topics = [] }: ViewData) =>
  placesInWords({ ranks, risingRank, topics: topics.map(({ name, ranks: own = [] }) => ({ name, ranks: own })) });

function ArticlePlaces({ data }: { data: ViewData }) {
  const places = placesOfArticle(data);
  return (
    <section>
      <h2>Where it ranks</h2>
      <ul class="places">
        {places.map(({ rank, where, moved }) => (
          <li>
            <b>{rank}.</b> {where} <small>{moved}</small>
          </li>
        ))}
      </ul>
      <p class="hint">{places.length === 0 ? UNPLACED : ALONE}</p>
    </section>
  );
}

function Headline({ data, about }: { data: ViewData; about: ShareData }) {
  const { change, sentences, lead, peaked, against } = about;
  const compared = against ? <p class="hint">{`${against.days} against ${against.words}. ${PAST_DAYS}`}</p> : null;
  // If the change is uncertain, the article's rank comes first.
  const [best] = placesOfArticle(data).toSorted((a, b) => a.rank - b.rank);
  const place = data.contentId !== undefined && change?.confidence !== 'high' ? best : undefined;
  if (change)
    return (
      <div>
        <p class="answer">
          {place ? `Number ${place.rank} ${place.where}.` : null}
          {place ? (
            <span class="cause"> {changedBecause(change, about)}</span>
          ) : (
            <ChangeThenCause change={change} about={about} />
          )}
        </p>
        {compared}
      </div>
    );
  if (data.contentId !== undefined) return best ? <p class="answer">{`Number ${best.rank} ${best.where}.`}</p> : null;
  const [bigger, grown] = sentences;
  if (bigger)
    return (
      <div>
        <p class="answer">{bigger}</p>
        <p>{grown}</p>
        {compared}
      </div>
    );
  const changes = changesOf(data);
  const isPast = against !== null;
  if (isUncompared(changes)) return <p class="answer">{nothingBefore(against?.words ?? 'the time before')}</p>;
  const first = data.rose ? toldFirst(changes, isPast) : lead ? [lead] : [];
  if (first.length === 0) return data.rose ? <p class="answer">Nothing stands out.</p> : null;
  return (
    <div>
      <p class="answer">
        {first
          .map((topic) => {
            const peak = (topic.growthPercent ?? 0) > 0 ? peakInWords(peaked) : '';
            return `${topic.name} ${saidOf(summaryOf(topic), { peaked: peak, against: against?.words })}`;
          })
          .join('; ')}
        .
      </p>
      {compared}
      {first.map((topic) =>
        isPast && !topic.why ? null : (
          <p class="reason">
            <b>{topic.name}:</b> {topic.why ? `${topic.why}. ` : ''}
            {isPast ? '' : sureInWords(summaryOf(topic))}
          </p>
        ),
      )}
    </div>
  );
}

interface ShareTerms {
  name: string;
  until: string;
  zone: string;
}

const daysOf = ({ period, from, to }: ViewData): string =>
  period ? PERIOD_WORDS[period] : from ? `${dayOf(from)} to ${dayOf(to)}` : '';

const asOfInWords = ({ asOf, growth }: ViewData, about: ShareData, zone: string): string => {
  const at = asOf ?? growth?.asOf ?? about.asOf;
  return at ? `As of ${clockIn(zone, Date.parse(at))}.` : '';
};

export function sharePage(data: ViewData, about: ShareData, { name, until, zone }: ShareTerms): Promise<HtmlPage> {
  const { sparks } = about;
  const isArticle = data.contentId !== undefined;
  const isTopic = !isArticle && about.lines.length === 1;
  const audience = isArticle || isTopic ? about.audience : data;
  const changes = changesOf(data);
  // Causes are omitted here, because they appear above.
  const isPast = about.against !== null;
  const told = toldFirst(changes, isPast);
  const isGrowth = data.topics?.some(({ growthPercent }) => growthPercent !== undefined) ?? false;
  // The list names its days, because the chart may cover others.
  const hasCurve = about.lines.length > 0;
  const isDrawn = about.lines.some(({ days }) => days.some(({ index }) => index !== null));
  const days = daysOf(data);
  const isOfList = hasCurve && (data.items ?? []).length > 0;
  const description = [
    hasCurve && !isDrawn ? '' : about.meaning,
    days && !isOfList ? sentence(days) : '',
    asOfInWords(data, about, zone),
    `Shared with ${name} until ${dayOf(until)}.`,
  ];
  return renderPage(
    { heading: about.title, description: description.filter(Boolean).join(' '), style: 'share', isShared: true },
    <div class="shared">
      {isEmpty(data) ? <p class="notice">There is nothing to show yet.</p> : null}
      <Headline data={data} about={about} />
      {about.lines.length + about.gone > 0 ? <Curve {...about} isArticle={isArticle} /> : null}
      {isArticle && data.url ? (
        <p>
          <a href={data.url} target="_blank" rel="noopener noreferrer">
            Read it{data.source ? ` at ${data.source}` : ''}
          </a>
        </p>
      ) : null}
      {about.howFar || data.placement ? (
        <div>
          {about.howFar ? <p>{sentence(about.howFar)}</p> : null}
          {data.placement ? <p>It {describePlacement(data.placement)}.</p> : null}
        </div>
      ) : null}
      {isArticle ? <ArticlePlaces data={data} /> : null}
      {data.items ? <List title={hasCurve ? 'Most read' : ''} note={days} items={data.items} /> : null}
      {data.topics && !isArticle && !isUncompared(changes) ? (
        isGrowth ? (
          <GrowthLists changes={changes} isPast={isPast} sparks={sparks} />
        ) : (
          <Topics topics={data.topics} sparks={sparks} />
        )
      ) : null}
      {about.compared.length > 1 ? <Compared {...about} /> : null}
      {data.rose ? (
        <div class="columns">
          {Object.entries(headed(changes, isPast)).map(([heading, topics]) =>
            topics.length > 0 ? (
              <section>
                <h2>{heading}</h2>
                <Topics
                  topics={topics.map((topic) => (told.includes(topic) ? { ...topic, why: null } : topic))}
                  sparks={sparks}
                />
              </section>
            ) : null,
          )}
        </div>
      ) : null}
      {data.mostRead ? (
        <div class="columns">
          <List title="Gaining readers now" items={about.rising} />
          <List title="Most read" items={data.mostRead} />
        </div>
      ) : null}
      {data.coTopics ? <Topics topics={data.coTopics} sparks={sparks} /> : null}
      {data.groups && !isArticle ? (
        <div class="columns">
          {data.groups.map(({ group, items = [] }) => (
            <List title={group.replaceAll('-', ' ')} items={items} />
          ))}
        </div>
      ) : null}
      {data.annotations && data.annotations.length > 0 ? <Notes notes={data.annotations} /> : null}
      {isTopic && about.coTopics.length > 0 ? (
        <section>
          <h2>
            Read together with <small>{about.readersOf}</small>
          </h2>
          <Topics topics={about.coTopics} sparks={sparks} />
        </section>
      ) : null}
      {isArticle || isTopic || audience.regions ? <Readers audience={audience} readersOf={about.readersOf} /> : null}
      {about.hours ? <Hours {...about.hours} /> : null}
    </div>,
  );
}

function Compared(about: ShareData) {
  const { compared, days, readersOf, against } = about;
  const rows = differencesOf(compared.map(({ audience }) => audience));
  const changed = compared.flatMap(({ id, name, change }) =>
    change ? [{ ...change, topicId: id, name, why: null }] : [],
  );
  return (
    <>
      <GrowthLists changes={splitChanges(changed)} isPast={against !== null} sparks={about.sparks} />
      {rows.length > 0 ? (
        <section>
          <h2>
            Audiences <small>{`${TIMES}, ${readersOf}`}</small>
          </h2>
          <table class="levels">
            <thead>
              <tr>
                <th scope="col">Readers</th>
                {compared.map(({ name }) => (
                  <th scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, indices }) => (
                <tr>
                  <th scope="row">{name}</th>
                  {indices.map((index) => (
                    <td class="number">{timesInWords(index)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      <div class="columns compared">
        {compared.map(({ name, change, items }) => (
          <section>
            <h2 dir="auto">
              {name} <small>most read, {days}</small>
            </h2>
            {change ? <p class="after-3">{changedBecause(change, about)}</p> : null}
            <Items items={items} />
          </section>
        ))}
      </div>
    </>
  );
}

const List = ({ title, note, items }: { title: string; note?: string; items: SharedItem[] }) =>
  items.length === 0 ? null : (
    <section>
      {title ? (
        <h2>
          {title} {note ? <small>{note}</small> : null}
        </h2>
      ) : null}
      <Items items={items} />
    </section>
  );

export const endedPage = (): Promise<HtmlPage> =>
  renderPage(
    {
      heading: 'This link is not valid',
      description: 'It may have expired or been revoked. Ask the person who sent it for a new one.',
      isShared: true,
    },
    <div />,
  );
