import * as z from 'zod';
import { publishedOf } from '../../../../content/articles/published.ts';
import { articles } from '../../../../db/schema.ts';
import { inList } from '../../../../db/sql.ts';
import { ids, integer } from '../../../../lib/formats/params.ts';
import { rfc3339, toSeconds } from '../../../../lib/time.ts';
import { loadContentHistories } from '../../../../rankings/read/read-history.ts';
import { contentId, time } from '../../../shapes.ts';
import { DAYS_EXAMPLE, historyDays } from '../history.ts';
import { clockOf, insightsOperations, riskManagement } from '../parameters.ts';

const picture = z.object({
  contentId,
  image: z.string().nullable().describe('URL of the article’s image; null if it has none'),
  publishedAt: time,
  icon: z.string().nullable().describe('URL of the icon of the article’s source; null if it has none'),
  days: historyDays
    .nullable()
    .describe('Engagement by day, as in the history of the article; null unless `days` is given'),
});

export const pictures = insightsOperations().get('/pictures', {
  operationId: 'getPictures',
  summary: 'Get images, source icons and histories of articles',
  description:
    'Use it for lists of content items, which contain no images. Articles that do not exist or are not published yet are omitted.',
  query: z.object({
    ids: ids.describe('Content identifiers'),
    days: integer(7, 90, null).describe('Includes the history of the last complete days, as many as given'),
    riskManagement,
  }),
  data: z.object({ pictures: z.array(picture) }),
  example: {
    pictures: [
      {
        contentId: 1042,
        image: 'https://premiumledger.example/images/1042.jpg',
        publishedAt: '2026-01-30T06:00:00Z',
        icon: 'https://premiumledger.example/icon.png',
        days: DAYS_EXAMPLE,
      },
    ],
  },
  answer: async (c, { query: { ids, days, riskManagement } }) => {
    const { db, now } = c.var;
    const { id, image, source, publishedAt, topics } = articles;
    const rows = await db
      .select({ contentId: id, image, source, publishedAt, topics })
      .from(articles)
      .where(inList(id, ids));
    const found = publishedOf(db, rows, toSeconds(now));
    const histories =
      days === null ? null : await loadContentHistories(db, found, { days, riskManagement, ...clockOf(c) });
    return {
      pictures: found.map(({ contentId, publishedAt, image, source }) => ({
        contentId,
        publishedAt: rfc3339(publishedAt),
        image: image?.url ?? null,
        icon: source.icon ?? null,
        days: histories?.get(contentId) ?? null,
      })),
    };
  },
});
