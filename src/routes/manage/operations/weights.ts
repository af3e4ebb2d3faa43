import * as z from 'zod';
import { byKind, KIND_NAMES } from '../../../db/click-columns.ts';
import { QUORUM } from '../../../engagement/class-shares.ts';
import { hourOf } from '../../../engagement/hours.ts';
import { router } from '../../../http/base.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { integer } from '../../../http/params.ts';
import { HOUR, rfc3339 } from '../../../lib/time.ts';
import { areWeighed, readVotes } from '../../../rankings/object/class-shares.ts';
import { windowOf } from '../../../rankings/object/notify.ts';
import { loadItems } from '../../../rankings/read/read.ts';
import { SITE } from '../../../rankings/site.ts';
import { contentId, count, time } from '../../shapes.ts';

/** The running hour and the 24 before it: what the window `24h` spans. */
const DAY = 25;
/** As the window `7d`. */
const WEEK = 169;

const STATES = ['on', 'off', 'tooFewVotes'] as const;
type State = (typeof STATES)[number];

const kind = z
  .enum(KIND_NAMES)
  .describe('What stood out; which network, prefix of addresses or browser is kept nowhere');
const off = { clicks: count.describe('Unsigned clicks'), takenOff: count.describe('Of them, those that do not count') };

/** What weights take off. */
export const manageWeights = router();

manageWeights.get(
  '/',
  endpoint(
    {
      operationId: 'getWeights',
      summary: 'What weights take off, by article and hour',
      description:
        'Articles are weighed over all the hours, as rankings do, and in each hour by its own classes. Signed and trusted clicks always count and are not among them.',
      tag: 'Management',
      query: z.object({
        hours: integer(1, WEEK, DAY).describe(
          'The running hour and those before it, so many in all; 25 is the window 24h',
        ),
        limit: integer(1, 100, 20).describe('Maximum articles'),
      }),
      data: z.object({
        state: z.enum(STATES).describe(`off: \`WEIGHTS=off\`; tooFewVotes: below ${QUORUM} votes nothing is taken off`),
        votes: count.nullable().describe('Votes of the newest shares of the site; null: none have been made'),
        ...off,
        percent: z.number().describe('Part of the unsigned clicks that is taken off'),
        hours: z
          .array(z.object({ hour: time.describe('Its start'), clicks: count, ...byKind(() => count) }))
          .describe('Oldest first: unsigned clicks, and what was taken off by what stood out'),
        articles: z
          .array(
            z.object({
              ...{ contentId, title: z.string().nullable(), ...off, stoodOut: kind },
              hours: z
                .array(z.object({ hour: time, ...off, stoodOut: kind.nullable() }))
                .describe('Clicked hours, oldest first'),
            }),
          )
          .describe('Those that lose most'),
      }),
      example: {
        ...{ state: 'on' as const, votes: 4210, clicks: 1000, takenOff: 4, percent: 0.4 },
        hours: [{ hour: '2026-01-30T08:00:00Z', clicks: 40, network: 4, prefix: 0, browser: 0 }],
        articles: [
          {
            ...{
              contentId: 1042,
              title: 'Cyber premiums level off',
              clicks: 10,
              takenOff: 4,
              stoodOut: 'network' as const,
            },
            hours: [{ hour: '2026-01-30T08:00:00Z', clicks: 10, takenOff: 4, stoodOut: 'network' as const }],
          },
        ],
      },
    },
    async (c, { query }) => {
      const { db, now } = c.var;
      const site = await windowOf(c.env.TOPIC_WINDOW, SITE).takenOff(SITE, query, now);
      const votes = await readVotes(db, hourOf(now));
      const titles = new Map(
        (
          await loadItems(
            db,
            site.articles.map((article) => article.contentId),
          )
        ).map((item) => [item.contentId, item.title]),
      );
      const startOf = <T extends { hour: number }>({ hour, ...rest }: T) => ({ hour: rfc3339(hour * HOUR), ...rest });
      const state: State = !areWeighed(c.env) ? 'off' : votes?.suffice ? 'on' : 'tooFewVotes';
      return {
        state,
        votes: votes?.votes ?? null,
        clicks: site.clicks,
        takenOff: site.takenOff,
        percent: site.clicks === 0 ? 0 : Math.round((1000 * site.takenOff) / site.clicks) / 10,
        hours: site.hours.map(startOf),
        articles: site.articles.map(({ hours, ...article }) => ({
          ...article,
          title: titles.get(article.contentId) ?? null,
          hours: hours.map(startOf),
        })),
      };
    },
  ),
);
