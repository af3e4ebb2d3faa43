import type { AppContext } from '../../http/env.ts';
import {
  changeOf,
  type GrowthChanges,
  isUncompared,
  leadOf,
  splitChanges,
} from '../../rankings/math/figures/headed.ts';
import { growthDays, historyLength } from '../../web/browser/insights/bar/calendar.ts';
import type { Audiences } from '../../web/browser/insights/charts/audiences.ts';
import { type ChartLine, type HourCurve, hourCurve } from '../../web/browser/insights/charts/curve.ts';
import { peakOf } from '../../web/browser/insights/peak.ts';
import {
  againstInWords,
  grownOf,
  higherOf,
  howFarInWords,
  PERIOD_WORDS,
  RANKS,
  type RankChange,
  usualForInWords,
} from '../../web/browser/insights/stories/rank-words.ts';
import { viewInWords } from '../../web/browser/keys/view-words.ts';
import { type Dates, isDay, rangeInWords, spanInWords } from '../../web/browser/lib/time.ts';
import type { SharedDay, SharedItem, SharedTopic, ViewData } from './data.ts';
import { askView, parametersOf, viewSubjectOf } from './shared-view.ts';

export interface ComparedTopic {
  id: number;
  name: string;
  days: SharedDay[];
  change: ExplainedChange | null;
  items: SharedItem[];
  audience: Audiences;
}

type ExplainedChange = RankChange & { why?: string | null };

/** Data of a share page besides the response of the shared view. All of it comes from the public API. */
export interface ShareData {
  title: string;
  meaning: string;
  /** Lines of the chart, at most four; deleted topics have no line. Empty if the view has no chart. */
  lines: ChartLine[];
  gone: number;
  chosen: Dates | null;
  change: ExplainedChange | null;
  lead: SharedTopic | undefined;
  /** Day on which the topic in `lead` peaked, if the peak has passed. */
  peaked: string | null;
  /**
   * `compared`: compared topics. `sentences`: sentences about the largest topic and the one that grew most. `days`: days of
   * the lists, in words.
   */
  compared: ComparedTopic[];
  sentences: string[];
  days: string;
  readersOf: string;
  /** Compared days and the days before, in words; `null` for the last seven days. */
  against: { days: string; words: string } | null;
  /** Daily values of listed topics over the last four weeks, by topic id. */
  sparks: Map<number, SharedDay[]>;
  /**
   * Full hour up to which seven days are compared (RFC 3339); `null` without a comparison, or if the response contains
   * the hour.
   */
  asOf: string | null;
  /** Data of a single topic: topics read by the same readers, audience, and read depth in words. */
  coTopics: SharedTopic[];
  audience: Audiences;
  howFar: string;
  /** Hourly values of the last days of the topic or article. */
  hours: HourCurve | null;
  /** Articles that are gaining readers, shown until the week is over. */
  rising: SharedItem[];
}

interface ReadThroughRates {
  usual: { percent: number } | null;
  sets: { readThroughRate: { percent: number } }[];
}

const MEANINGS: readonly (readonly [path: RegExp, words: string])[] = [
  [/\/growth/, 'Changes of a week or range against the time before; likely: where nine in ten such changes lie.'],
  [/trending/, 'Topics by what readers clicked, most first.'],
  [/popular-content/, 'Articles by what readers clicked, most first.'],
  [/rising-content/, 'Articles that readers turn to more than the rest of the site, right now.'],
  [/underplayed-content/, 'Articles that readers click more often than what usually stands at their places.'],
  [/overplayed-content/, 'Articles that readers click less often than what usually stands at their places.'],
  [/week/, 'Topics that rose, fell or are new, with causes, and the most-read articles.'],
  [
    /topics\/\d+\/history\/.*[?&#]with=/,
    'Each topic as a share of its own highest day: when they were read, not how much.',
  ],
  [/topics\/\d+|content\/\d+/, 'Each day as a share of the highest: when it was read, not how much.'],
];

const DAYS = 28;
const MAX_ARTICLES_PER_TOPIC = 10;
const LIST_FORMAT = new Intl.ListFormat('en');

/** Loads the additional data of a share page, without parts that are unavailable. */
export async function loadAbout(c: AppContext, view: string, data: ViewData): Promise<ShareData> {
  const ask = async <T>(path: string): Promise<Partial<T>> => {
    const answer = await askView(c, path);
    return answer.ok ? (await answer.json<{ data: T }>()).data : {};
  };
  const parameters = parametersOf(view);
  const isRisk = parameters.get('riskManagement') === 'true';
  const risk = `riskManagement=${isRisk}`;
  const daysOf = async (id: number, drawn = DAYS) =>
    (await ask<ViewData>(`insights/topics/${id}/history/?days=${drawn}&${risk}`)).days ?? [];
  const nameOf = async (id: number) => {
    const { topics } = await ask<{ topics: { id: number; name: string }[] }>(
      `topics/trending/?period=week&limit=1&includeTopics=${id}`,
    );
    return topics?.find((one) => one.id === id)?.name ?? null;
  };
  const peakedOf = async (id: number, days: SharedDay[]) => {
    const asked = `insights/topics/${id}/hours/?hours=168&${risk}`;
    const { hours = [], width = 1 } = await ask<Parameters<typeof peakOf>[0]>(asked);
    return peakOf({ hours, width }, days);
  };
  const about: ShareData = {
    title: viewInWords(view),
    meaning: MEANINGS.find(([path]) => path.test(view))?.[1] ?? '',
    lines: [],
    gone: 0,
    chosen: null,
    change: null,
    lead: leadOf(changesOf(data)),
    peaked: null,
    compared: [],
    sentences: [],
    days: '',
    readersOf: '',
    against: null,
    sparks: new Map(),
    asOf: null,
    coTopics: [],
    audience: {},
    howFar: '',
    hours: null,
    rising: [],
  };
  const hoursOf = async (of: string, name: string, isArticle: boolean) => {
    const curve = await hourCurve(name, isArticle, async (hours) => ({
      width: 1,
      hours: [],
      ...(await ask<ViewData>(`insights/${of}/hours/?hours=${hours}&${risk}`)),
    }));
    return curve.line.days.some(({ index }) => index !== null) ? curve : null;
  };
  const isYear = parameters.get('against') === 'year';
  const pastOf = (dates: Dates) => ({
    days: rangeInWords(dates),
    words: againstInWords(isYear ? 'year' : 'before', dates),
  });
  const { kind, ids = [] } = viewSubjectOf(view) ?? {};
  if (kind === 'topics') {
    const [topic] = ids;
    const [from = '', to = ''] = ['from', 'to'].map((name) => parameters.get(name) ?? '');
    const isRange = isDay(from) && isDay(to);
    const period = parameters.get('period') === '24h' ? '24h' : '7d';
    const window = isRange ? `from=${from}&to=${to}` : `period=${period}`;
    const trending = isRange ? window : `period=${period === '24h' ? 'now' : 'week'}`;
    const grownIn = isRange ? growthDays({ from, to }, c.var.now) : null;
    const days = grownIn ? `from=${grownIn.from}&to=${grownIn.to}${isYear ? '&against=year' : ''}&` : '';
    const growth = (direction = '') =>
      ask<ViewData>(`insights/trending-topics/growth/?limit=${RANKS}&minContentItems=1&${direction}${days}${risk}`);
    const isCompared = ids.length > 1;
    const recent = isRange ? '7d' : period;
    about.readersOf = PERIOD_WORDS[recent];
    about.chosen = isRange ? { from, to } : null;
    const drawn = data.days?.length ?? historyLength(about.chosen, c.var.now);
    const sideOf = async (id: number) => {
      const [name, days, list, audience] = await Promise.all([
        nameOf(id),
        (id === topic && data.days) || daysOf(id, drawn),
        isCompared
          ? ask<ViewData>(`insights/topics/${id}/content/?limit=${MAX_ARTICLES_PER_TOPIC}&${window}&${risk}`)
          : null,
        ask<Audiences>(`insights/audience/?topic=${id}&period=${recent}`),
      ]);
      return { id, name, days, items: list?.items ?? [], audience };
    };
    const [sides, ranking, listed, ...grown] = await Promise.all([
      Promise.all(ids.map(sideOf)),
      isCompared ? ask<ViewData>(`insights/trending-topics/?limit=${RANKS}&${window}&${risk}`) : null,
      isCompared && !isRisk ? ask<{ topics: { id: number }[] }>(`topics/trending/?limit=${RANKS}&${trending}`) : null,
      growth(),
      growth('direction=down&'),
    ]);
    const [{ topics: all = [] }, { topics: down = [] }] = grown;
    const held = all.filter(({ growthPercent }) => (growthPercent ?? 0) >= 0);
    const changes = splitChanges([...held, ...down]);
    if (!grownIn) about.asOf = grown.flatMap(({ asOf }) => asOf ?? []).toSorted()[0] ?? null;
    const there = sides.flatMap(({ name, ...side }) => {
      const change = changeOf(changes, side.id);
      return name === null ? [] : [{ ...side, name, change: change && summaryOf(change) }];
    });
    about.lines = there.map(({ name, days }) => ({ name, days }));
    about.gone = ids.length - there.length;
    about.title = LIST_FORMAT.format(there.map(({ name }) => name)) || about.title;
    about.against = grownIn && pastOf(grownIn);
    if (!isCompared) {
      const [one] = there;
      about.change = one?.change ?? null;
      if (one) {
        const isUp = !grownIn && (about.change?.growthPercent ?? 1) > 0;
        const [peaked, { coTopics = [] }, { usual = null, sets = [] }, hours] = await Promise.all([
          isUp ? peakedOf(one.id, one.days) : null,
          ask<ViewData>(
            `insights/topics/${one.id}/co-topics/?limit=${MAX_ARTICLES_PER_TOPIC}&period=${recent}&${risk}`,
          ),
          ask<ReadThroughRates>(`insights/read-through-rates/?by=topic&id=${one.id}&period=${recent}&${risk}`),
          hoursOf(`topics/${one.id}`, one.name, false),
        ]);
        const howFar = sets[0] ? howFarInWords(sets[0].readThroughRate, usual, 'on this site') : '';
        Object.assign(about, { peaked, coTopics, howFar, hours, audience: one.audience });
      }
    } else {
      about.compared = there;
      about.days = isRange ? rangeInWords({ from, to }) : PERIOD_WORDS[period];
      if (there.length > 1 && ranking?.topics)
        about.sentences = [
          higherOf(
            { all: ranking.topics, listed: listed?.topics?.map(({ id }) => ({ topicId: id })) ?? ranking.topics },
            there,
            isRange ? spanInWords({ from, to }) : `over ${about.days}`,
          ),
          grownOf(there, about.against?.words, isUncompared(changes)),
        ];
    }
  } else if (data.contentId !== undefined) {
    about.title = data.title ?? `Article ${data.contentId}`;
    about.lines = [{ name: about.title, days: data.days ?? [] }];
    about.change = data.growth ?? null;
    about.audience = data.audience ?? {};
    about.readersOf = PERIOD_WORDS['7d'];
    if (data.readThroughRate) {
      const { length, usual } = data.readThroughRate;
      about.howFar = howFarInWords(data.readThroughRate, usual, usualForInWords(length, data.contentType ?? null));
    }
    about.hours = await hoursOf(`content/${data.contentId}`, about.title, true);
  } else if (data.rose) {
    const listed = [data.rose, data.fell ?? [], data.isNew ?? []].flat();
    const [days, { items }] = await Promise.all([
      Promise.all(listed.map(({ topicId }) => daysOf(topicId))),
      data.period ? ask<ViewData>('insights/rising-content/?limit=5&stories=true') : { items: [] },
    ]);
    about.sparks = new Map(listed.map(({ topicId }, i) => [topicId, days[i] ?? []]));
    about.rising = items ?? [];
  }
  const { from, to } = data;
  if (from && to && Object.values(changesOf(data)).some(({ length }) => length > 0))
    about.against ??= pastOf({ from, to });
  const id = about.lead?.topicId;
  if (id && data.period) about.peaked = await peakedOf(id, about.sparks.get(id) ?? (await daysOf(id)));
  return about;
}

export const changesOf = ({ rose, fell = [], isNew = [], topics = [] }: ViewData): GrowthChanges<SharedTopic> =>
  rose ? { rose, fell, isNew } : splitChanges(topics);

export const summaryOf = ({ growthPercent = null, interval = null, confidence = 'low', why = null }: SharedTopic) => ({
  growthPercent,
  interval,
  confidence,
  why,
});
