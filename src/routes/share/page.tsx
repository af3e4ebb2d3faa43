import type { Page } from '../../delivery/html-page.tsx';
import { spoken } from '../../delivery/spoken.ts';
import { lazy } from '../../lib/lazy.ts';
import { formatPercent, formatRange } from '../../lib/percent.ts';
import { clockIn } from '../../lib/time.ts';
import { sentence } from '../../web/browser/lib/words.ts';
import { renderPage } from '../../web/shells/layout.tsx';

/** A shared view as a page of the family: the lists of the answer in their order, without a script of its own. */

interface Item {
  contentId: number;
  title: string | null;
  url: string | null;
  source: string | null;
}
interface Topic {
  topicId: number;
  name: string;
  growthPercent?: number | null;
  /** This and the next three belong to growth. */
  confidence?: 'high' | 'low';
  interval?: [number, number] | null;
  /** Words. */
  why?: string | null;
}
interface Level {
  slug: string;
  index: number | null;
}

/** The lists that answers of analytics hold. */
export interface ViewData {
  period?: '24h' | '7d';
  /** In place of a period. */
  from?: string;
  to?: string;
  items?: Item[];
  topics?: Topic[];
  /** This and the next three belong to a week. */
  rose?: Topic[];
  fell?: Topic[];
  isNew?: Topic[];
  mostRead?: Item[];
  /** RFC 3339. */
  asOf?: string | null;
  coTopics?: Topic[];
  groups?: { group: string; items: Item[] }[];
  days?: { date: string; index: number | null }[];
  annotations?: { date: string; text: string }[];
  companyTypes?: Level[];
  regions?: Level[];
  seniorities?: Level[];
  channels?: Level[];
}

const Items = ({ items }: { items: Item[] }) => (
  <ol class="ranked items">
    {items.map(({ contentId, title, url, source }) => (
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
        </div>
      </li>
    ))}
  </ol>
);

/** Null: there was no engagement before. */
function Growth({ percent }: { percent: number | null | undefined }) {
  if (percent === undefined) return null;
  if (percent === null) return <span class="badge">New</span>;
  return <span class={percent < 0 ? 'moved bad' : 'moved good'}>{formatPercent(percent)}</span>;
}

const Topics = ({ topics }: { topics: Topic[] }) => (
  <ol class="ranked topics">
    {topics.map(({ topicId, name, growthPercent, confidence, interval, why }) => (
      <li>
        <div dir="auto">
          {name || `Topic ${topicId}`}{' '}
          {interval ? (
            <small>
              {confidence === 'low' ? 'uncertain, ' : ''}likely {formatRange(interval)}
            </small>
          ) : null}
          {why ? <small class="about">{sentence(why)}</small> : null}
        </div>
        <Growth percent={growthPercent} />
      </li>
    ))}
  </ol>
);

const day = lazy(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
/** `2026-01-30` → `30 January 2026`. */
const dayOf = (date: string | undefined) => (date ? day().format(Date.parse(date)) : '');

const HEIGHT = 100;
const WIDTH = 10;

/** Bars of the share of the highest day; the same values are read to those who do not see them. */
function Days({ days }: { days: NonNullable<ViewData['days']> }) {
  const known = days.filter(({ index }) => index !== null);
  const words =
    known.length === 0
      ? 'Too few readers to show a history.'
      : `Each day as a share of the highest: ${known.map(({ date, index }) => `${date} ${index}`).join(', ')}`;
  return (
    <figure class="days">
      <svg
        viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {days.map(({ index }, i) => {
          const height = index ?? 0;
          return (
            <rect
              class={index ? '' : 'none'}
              x={i * WIDTH + 1}
              y={HEIGHT - height}
              width={WIDTH - 2}
              height={height + 2}
            />
          );
        })}
      </svg>
      <figcaption>
        <span>{dayOf(days[0]?.date)}</span>
        <span>{known.length === 0 ? words : 'Each day as a share of the highest'}</span>
        <span>{dayOf(days.at(-1)?.date)}</span>
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

const Levels = ({ name, levels }: { name: string; levels: Level[] | undefined }) =>
  levels && levels.length > 0 ? (
    <section>
      <h2>{name}</h2>
      <table class="levels of-readers">
        <thead>
          <tr>
            <th scope="col">Audience</th>
            <th scope="col" class="number">
              Index
            </th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ slug, index }) => (
            <tr>
              <th scope="row">{slug.replaceAll('-', ' ')}</th>
              <td class="number">{index ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ) : null;

const WEEK = [
  ['rose', 'Rose'],
  ['fell', 'Fell'],
  ['isNew', 'New'],
] as const;

const PERIODS = { '24h': 'The last 24 hours. ', '7d': 'The last 7 days. ' };

const isEmpty = (data: ViewData): boolean =>
  Object.values(data).every((value) => !Array.isArray(value) || value.length === 0);

/** `until`: the last day of the share; `zone`: the publisher's. */
export const sharePage = (
  name: string,
  data: ViewData,
  { until, zone }: { until: string; zone: string },
): Promise<Page> =>
  renderPage(
    {
      heading: name,
      description: `${data.period ? PERIODS[data.period] : data.from ? `${dayOf(data.from)} to ${dayOf(data.to)}. ` : ''}${data.asOf ? `As of ${clockIn(zone, Date.parse(data.asOf))}. ` : ''}Shared with you until ${dayOf(until)}.`,
      style: 'share',
      isShared: true,
    },
    <div class="shared">
      {isEmpty(data) ? <p class="notice">There is nothing to show yet.</p> : null}
      {data.items ? <Items items={data.items} /> : null}
      {data.topics ? <Topics topics={data.topics} /> : null}
      {WEEK.map(([list, heading]) =>
        data[list]?.length ? (
          <section>
            <h2>{heading}</h2>
            <Topics topics={data[list]} />
          </section>
        ) : null,
      )}
      {data.mostRead?.length ? (
        <section>
          <h2>Most read</h2>
          <Items items={data.mostRead} />
        </section>
      ) : null}
      {data.coTopics ? <Topics topics={data.coTopics} /> : null}
      {data.groups ? (
        <div class="columns">
          {data.groups.map(({ group, items }) => (
            <section>
              <h2>{group.replaceAll('-', ' ')}</h2>
              <Items items={items} />
            </section>
          ))}
        </div>
      ) : null}
      {data.days ? <Days days={data.days} /> : null}
      {data.annotations && data.annotations.length > 0 ? <Notes notes={data.annotations} /> : null}
      {data.regions ? (
        <p class="hint">
          100 means that these readers are as frequent here as on the whole site, 200 twice as frequent.
        </p>
      ) : null}
      <Levels name="Companies" levels={data.companyTypes} />
      <Levels name="Regions" levels={data.regions} />
      <Levels name="Seniority" levels={data.seniorities} />
      <Levels name="Where readers come from" levels={data.channels} />
    </div>,
  );

/** In place of a share that has ended, or never was. */
export const endedPage = (): Promise<Page> =>
  renderPage(
    {
      heading: 'This link is not valid',
      description: 'It may have expired or been revoked. Ask the person who sent it for a new one.',
      isShared: true,
    },
    <div />,
  );
