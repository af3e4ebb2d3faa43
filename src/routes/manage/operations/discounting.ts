import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { newAuditChange, recordOther } from '../../../content/history/audit.ts';
import { KIND_NAMES } from '../../../db/click-columns.ts';
import { topics } from '../../../db/schema.ts';
import { inList } from '../../../db/sql.ts';
import { utcHourIndex } from '../../../engagement/hours.ts';
import { operations } from '../../../http/endpoint.ts';
import { integer } from '../../../lib/formats/params.ts';
import { HOUR, rfc3339 } from '../../../lib/time.ts';
import { LIST_NAMES } from '../../../rankings/object/discounted.ts';
import { isDiscountingEnabled, readBaseline } from '../../../rankings/object/stored-baseline.ts';
import { siteCoordinator } from '../../../rankings/object/stubs.ts';
import { renewBaseline } from '../../../rankings/object/watchdog.ts';
import { loadItems } from '../../../rankings/read/read-rankings.ts';
import { contentId, count, time } from '../../shapes.ts';
import { authorOf } from '../lines.ts';

const HOURS_24H = 25;
const HOURS_7D = 169;

const STATES = ['on', 'off'] as const;

const kind = z
  .enum(KIND_NAMES)
  .describe('Kind of bucket with an unusual concentration; the network, prefix or browser itself is not stored');
const byKind = z.object({ network: count, prefix: count, browser: count }).shape;
const off = {
  clicks: count.describe('Unsigned clicks'),
  discounted: count.describe('Unsigned clicks that do not count'),
};

const place = z.int().nullable().describe('Position in the list; null below the first ten');
const tenth = (value: number): number => Math.round(10 * value) / 10;

export const discountingRoutes = operations('Management');

discountingRoutes.get('/', {
  operationId: 'getDiscounting',
  summary: 'List discounted clicks',
  description:
    'Lists clicks by article and hour. Each article is discounted both over all hours, as in rankings, and within each hour. Signed clicks are never discounted, so they are not listed.',
  query: z.object({
    hours: integer(1, HOURS_7D, HOURS_24H).describe(
      'Number of hours up to and including the current one; 25 is the window `24h`',
    ),
    limit: integer(1, 100, 20).describe('Maximum number of articles'),
  }),
  data: z.object({
    state: z.enum(STATES).describe('State of discounting; `off` if the setting `DISCOUNTING` is `off`'),
    samples: z.number().nullable().describe('Samples of the newest baseline; null before the first baseline'),
    samplesLeft: z
      .number()
      .describe(
        'Share of the samples that the baseline of two weeks before admits; below 0.5 the service raises the alarm `baseline`',
      ),
    ...off,
    percent: z.number().describe('Percentage of the unsigned clicks that is discounted'),
    hours: z
      .array(z.object({ hour: time.describe('Start of the hour'), clicks: count, ...byKind }))
      .describe('Unsigned clicks, and discounted clicks by kind of bucket, oldest hour first'),
    articles: z
      .array(
        z.object({
          contentId,
          title: z.string().nullable(),
          ...off,
          concentratedIn: kind,
          hours: z
            .array(z.object({ hour: time, ...off, concentratedIn: kind.nullable() }))
            .describe('Hours with clicks, oldest first'),
        }),
      )
      .describe('Articles with the most discounted clicks'),
    lists: z
      .array(
        z.object({
          list: z.enum(LIST_NAMES),
          ref: z.string().describe('Id or name; for `audiences` the audience and the topic, such as `europe/47`'),
          name: z.string().nullable(),
          place,
          without: place,
        }),
      )
      .describe(
        'Entries among the first ten of a list whose position would differ without discounting. Growth and rising content are compared over `7d`',
      ),
  }),
  example: {
    state: 'on' as const,
    samples: 4210,
    samplesLeft: 1,
    clicks: 1000,
    discounted: 4,
    percent: 0.4,
    hours: [{ hour: '2026-01-30T08:00:00Z', clicks: 40, network: 4, prefix: 0, browser: 0 }],
    articles: [
      {
        contentId: 1042,
        title: 'Cyber premiums level off',
        clicks: 10,
        discounted: 4,
        concentratedIn: 'network' as const,
        hours: [{ hour: '2026-01-30T08:00:00Z', clicks: 10, discounted: 4, concentratedIn: 'network' as const }],
      },
    ],
    lists: [{ list: 'topics' as const, ref: '47', name: 'Risk Management', place: null, without: 3 }],
  },
  answer: async (c, { query }) => {
    const { db, now } = c.var;
    const site = await siteCoordinator(c.env).discounted(query, now);
    const shares = await readBaseline(db, utcHourIndex(now));
    const { lists } = site;
    const ids = [
      ...site.articles.map((article) => article.contentId),
      ...[...lists.articles, ...lists.rising].map(({ ref }) => Number(ref)),
    ];
    const titles = new Map((await loadItems(db, [...new Set(ids)])).map((item) => [item.contentId, item.title]));
    const { id, name } = topics;
    const topicOf = (ref: number | string) => Number(String(ref).split('/').at(-1));
    const topicIds = [...lists.topics, ...lists.growth, ...lists.audiences].map(({ ref }) => topicOf(ref));
    const named =
      topicIds.length > 0
        ? await db
            .select({ id, name })
            .from(topics)
            .where(inList(id, [...new Set(topicIds)]))
        : [];
    const topicNames = new Map(named.map((topic) => [topic.id, topic.name]));
    const names: { [list in (typeof LIST_NAMES)[number]]?: Map<number, string | null> } = {
      articles: titles,
      rising: titles,
      topics: topicNames,
      growth: topicNames,
      audiences: topicNames,
    };
    const startOf = <T extends { hour: number }>({ hour, ...rest }: T) => ({ hour: rfc3339(hour * HOUR), ...rest });
    return {
      state: isDiscountingEnabled(c.env) ? ('on' as const) : ('off' as const),
      samples: shares ? tenth(shares.shares.samples) : null,
      samplesLeft: shares ? Math.round(100 * shares.left) / 100 : 1,
      clicks: site.clicks,
      discounted: site.discounted,
      percent: site.clicks === 0 ? 0 : Math.round((1000 * site.discounted) / site.clicks) / 10,
      hours: site.hours.map(startOf),
      articles: site.articles.map(({ hours, ...article }) => ({
        ...article,
        title: titles.get(article.contentId) ?? null,
        hours: hours.map(startOf),
      })),
      lists: LIST_NAMES.flatMap((list) =>
        lists[list].map(({ ref, ...places }) => ({
          list,
          ref: String(ref),
          name: names[list]?.get(topicOf(ref)) ?? null,
          ...places,
        })),
      ),
    };
  },
});

discountingRoutes.post('/accept', {
  operationId: 'acceptBaseline',
  summary: 'Accept the current baseline',
  description:
    'Builds the baseline from the samples of the last two weeks, without the limits of the earlier baseline. Use it after readers have moved to another network or behind a proxy.',
  data: z.object({ samples: z.number().nullable().describe('Samples of the new baseline; null without samples') }),
  example: { samples: 4210 },
  answer: async (c) => {
    const { db, now } = c.var;
    const before = await readBaseline(db, utcHourIndex(now));
    await renewBaseline(db, c.env, { now, isAccepted: true });
    const after = await readBaseline(db, utcHourIndex(now));
    const describeBaseline = (row: typeof after) =>
      sql`${row && JSON.stringify({ samples: tenth(row.shares.samples), samplesLeft: row.left, isAccepted: row.isAccepted })}`;
    const record = {
      ref: 'baseline',
      action: 'update' as const,
      before: describeBaseline(before),
      after: describeBaseline(after),
    };
    if (after?.isAccepted) await db.run(recordOther(newAuditChange(authorOf(c)), 'discounting', record));
    return { samples: after ? tenth(after.shares.samples) : null };
  },
});
