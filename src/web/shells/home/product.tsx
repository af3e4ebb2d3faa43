import { raw } from 'hono/html';
import { DAY, utcDay } from '../../../lib/time.ts';
import { shadedIn } from '../../browser/insights/charts/lines/chart-lines.ts';
import { insetOf } from '../../browser/insights/charts/picture.ts';
import { describePlacement } from '../../browser/insights/stories/article-words.ts';
import { changeInWords, saidOf } from '../../browser/insights/stories/rank-words.ts';
import { dayAndMonth } from '../../browser/lib/time.ts';

const SAMPLE_CHANGE = { growthPercent: 34, interval: [21, 47], confidence: 'high' } as const;
/** Sample values by day. The chart shows the last week, and the earlier weeks determine the usual range. */
const SAMPLE_INDICES = [
  24, 21, 52, 58, 61, 55, 49, 22, 20, 56, 63, 59, 57, 47, 26, 23, 50, 57, 65, 60, 52, 34, 30, 60, 66, 72, 84, 100,
];
/** A Saturday. */
const FIRST_DAY_SECONDS = Date.UTC(2026, 4, 30) / 1000;
const all = SAMPLE_INDICES.map((index, i) => ({ date: utcDay(FIRST_DAY_SECONDS + i * DAY), index }));
const lines = [{ name: 'Cyber', days: all.slice(-7), before: all.slice(0, -7) }];

const CHART_WIDTHS = [680, 400];

const FEATURES = [
  [
    'Why, not only what',
    'newsgauge shows which stories, sources and readers cause each change, and how certain that is.',
  ],
  [
    'Underplayed stories',
    `A story that ${describePlacement({ index: 200, positions: { from: 7, to: 12 } })} should move up. newsgauge shows you such stories.`,
  ],
  ['Precise feeds', 'Filter by topic, company, place and word, and get JSON, RSS or HTML for your page.'],
] as const;

/** Example of a finding and its chart. */
export const Example = () => (
  <figure class="card product out">
    <p class="answer">
      <b class="data-1">Cyber</b> {saidOf(SAMPLE_CHANGE)}, led by “Hospital group pays after an attack”.
    </p>
    <p class="hint">{changeInWords(SAMPLE_CHANGE)}.</p>
    {raw(
      insetOf(
        { lines, nameOf: dayAndMonth },
        'An example: a week of a topic, which ends far above the usual range',
        CHART_WIDTHS,
      ),
    )}
    <figcaption class="hint before-4">An example: readers of one topic by day. {shadedIn(lines)}</figcaption>
  </figure>
);

export const Features = () => (
  <div class="why">
    {FEATURES.map(([name, text]) => (
      <section>
        <h2>{name}</h2>
        <p>{text}</p>
      </section>
    ))}
  </div>
);
