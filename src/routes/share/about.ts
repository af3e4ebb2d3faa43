import type { AppContext } from '../../http/env.ts';
import type { Line } from '../../web/browser/insights/charts/curve.ts';
import { type Change, higherOf, RANKS } from '../../web/browser/insights/stories/words.ts';
import { viewInWords } from '../../web/browser/keys/view-words.ts';
import type { Day, Item, Topic, ViewData } from './data.ts';
import { askView } from './view.ts';

/** What a page of a share says beside the answer of its view: all of it is asked of the same API. */
export interface About {
  title: string;
  meaning: string;
  /** At most four; none: the view has no curve. Topics that are no longer there have none. */
  lines: Line[];
  /** So many of them. */
  gone: number;
  /** Of the topic or the article that the view is about. */
  change: (Change & { why?: string | null }) | null;
  /** Which of the topics that are compared is the biggest one. */
  higher: string | null;
  /** The last four weeks of topics in a list, by id. */
  sparks: Map<number, Day[]>;
  /** What gains readers now, beside a week that is not over. */
  rising: Item[];
}

const MEANINGS: readonly (readonly [path: RegExp, words: string])[] = [
  [/\/growth/, 'Changes of a week or range against the time before; likely: where nine in ten such changes lie.'],
  [/trending/, 'Topics by what readers clicked, most first.'],
  [/popular-content/, 'Articles by what readers clicked, most first.'],
  [/rising-content/, 'Articles that readers turn to more than the rest of the site, right now.'],
  [/underplayed-content/, 'Articles that readers click more often than what usually stands at their places.'],
  [/overplayed-content/, 'Articles that readers click less often than what usually stands at their places.'],
  [/week/, 'What rose, fell and is new, why, and what readers turned to.'],
  [
    /topics\/\d+\/history\/.*[?&]with=/,
    'Each topic as a share of its own highest day: when they were read, not how much.',
  ],
  [/topics\/\d+|content\/\d+/, 'Each day as a share of the highest: when it was read, not how much.'],
];

const DAYS = 28;
const MOST_LINES = 4;
const LIST = new Intl.ListFormat('en');

/** All that belongs to a view. What cannot be had is left out. */
export async function loadAbout(c: AppContext, view: string, data: ViewData): Promise<About> {
  const ask = async <T>(path: string): Promise<Partial<T>> => {
    const answer = await askView(c, path);
    return answer.ok ? (await answer.json<{ data: T }>()).data : {};
  };
  const { pathname, searchParams } = new URL(view, 'https://view.example');
  const risk = `riskManagement=${searchParams.get('riskManagement') === 'true'}`;
  const daysOf = async (id: number) =>
    (await ask<ViewData>(`insights/topics/${id}/history/?days=${DAYS}&${risk}`)).days ?? [];
  const nameOf = async (id: number) => {
    const { topics } = await ask<{ topics: { id: number; name: string }[] }>(
      `topics/trending/?period=week&limit=1&includeTopics=${id}`,
    );
    return topics?.find((one) => one.id === id)?.name ?? null;
  };
  const about: About = {
    title: viewInWords(view),
    meaning: MEANINGS.find(([path]) => path.test(view))?.[1] ?? '',
    lines: [],
    gone: 0,
    change: null,
    higher: null,
    sparks: new Map(),
    rising: [],
  };
  const topic = Number(/^\/insights\/topics\/(\d+)\//.exec(pathname)?.[1] ?? 0);
  if (topic) {
    const others = (searchParams.get('with') ?? '').split(',').map(Number);
    const ids = [...new Set([topic, ...others.filter((id) => Number.isSafeInteger(id) && id > 0)])].slice(
      0,
      MOST_LINES,
    );
    const growth = (direction: string) =>
      `trending-topics/growth/?limit=50&minContentItems=1&direction=${direction}&${risk}`;
    const isCompared = ids.length > 1;
    // Of one topic how it changes, of several which is the biggest one.
    const told = isCompared ? [`trending-topics/?period=7d&limit=${RANKS}&${risk}`] : [growth('up'), growth('down')];
    const [sides, lists] = await Promise.all([
      Promise.all(
        ids.map(async (id) => {
          const [name, days] = await Promise.all([nameOf(id), (id === topic && data.days) || daysOf(id)]);
          return { id, name, days };
        }),
      ),
      Promise.all(told.map((path) => ask<ViewData>(`insights/${path}`))),
    ]);
    const there = sides.flatMap(({ name, ...side }) => (name === null ? [] : [{ name, ...side }]));
    about.lines = there.map(({ name, days }) => ({ name, days }));
    about.gone = ids.length - there.length;
    about.title = LIST.format(there.map(({ name }) => name)) || about.title;
    const [first] = lists;
    const found = lists.flatMap(({ topics = [] }) => topics).find(({ topicId }) => topicId === topic);
    if (!isCompared && found) about.change = changeOf(found);
    if (there.length > 1 && first?.topics) about.higher = higherOf(first.topics, there, 'the last 7 days');
  } else if (data.contentId !== undefined) {
    about.title = data.title ?? `Article ${data.contentId}`;
    about.lines = [{ name: about.title, days: data.days ?? [] }];
    about.change = data.growth ?? null;
  } else if (data.rose) {
    const listed = [data.rose, data.fell ?? [], data.isNew ?? []].flat();
    const [days, { items }] = await Promise.all([
      Promise.all(listed.map(({ topicId }) => daysOf(topicId))),
      data.period ? ask<ViewData>('insights/rising-content/?limit=5&stories=true') : { items: [] },
    ]);
    about.sparks = new Map(listed.map(({ topicId }, i) => [topicId, days[i] ?? []]));
    about.rising = items ?? [];
  }
  return about;
}

export const changeOf = ({ growthPercent = null, interval = null, confidence = 'low', why = null }: Topic) => ({
  growthPercent,
  interval,
  confidence,
  why,
});
