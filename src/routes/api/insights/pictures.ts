import * as z from 'zod';
import { publishedOf } from '../../../content/articles/published.ts';
import { inList } from '../../../db/json.ts';
import { articles } from '../../../db/schema.ts';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { ids } from '../../../http/params.ts';
import { toSeconds } from '../../../lib/time.ts';
import { contentId } from '../../shapes.ts';

/** Pictures of articles that other answers name. */
export const pictures = router();

const picture = z.object({
  contentId,
  image: z.string().nullable().describe('Address of its picture; null: it has none'),
  icon: z.string().nullable().describe('Address of the icon of its source; null: that has none'),
});

operations(pictures, 'Insights').get('/pictures', {
  operationId: 'getPictures',
  summary: 'Pictures of articles, and the icons of their sources',
  description:
    'For lists of content items, which hold no pictures. Articles that do not exist or are not published yet are left out.',
  query: z.object({ ids: ids.describe('Content identifiers') }),
  data: z.object({ pictures: z.array(picture) }),
  example: {
    pictures: [
      {
        contentId: 1042,
        image: 'https://premiumledger.example/images/1042.jpg',
        icon: 'https://premiumledger.example/icon.png',
      },
    ],
  },
  answer: async ({ var: { db, now } }, { query: { ids } }) => {
    const { id, image, source, publishedAt } = articles;
    const rows = await db.select({ contentId: id, image, source, publishedAt }).from(articles).where(inList(id, ids));
    return {
      pictures: publishedOf(db, rows, toSeconds(now)).map(({ contentId, image, source }) => ({
        contentId,
        image: image?.url ?? null,
        icon: source.icon,
      })),
    };
  },
});
