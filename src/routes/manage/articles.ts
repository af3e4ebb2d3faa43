import * as z from 'zod';
import { articleInput } from '../../content/input.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { id } from '../../http/params.ts';
import { contentId } from '../shapes.ts';
import { newsroomOf, upsert } from './lines.ts';

export const manageArticles = router();

manageArticles.put(
  '/',
  upsert(
    {
      operationId: 'putArticles',
      summary: 'Publish articles',
      line: articleInput.meta({ id: 'ArticleInput' }),
      example: {
        url: 'https://premiumledger.example/cyber-premiums-level-off',
        title: 'Cyber premiums level off after three hard years',
        introduction: 'Capacity has returned, and buyers notice.',
        publishedAt: '2026-01-30T08:00:00Z',
        contentType: 'article',
        topics: [12],
        companies: [3],
        countries: ['GB'],
        geoGroups: ['europe'],
        image: {
          url: 'https://premiumledger.example/images/cyber.jpg',
          width: 1200,
          height: 675,
          alt: 'A server room',
        },
      },
    },
    async (content, lines) => (await content.saveArticles(lines)).refusals,
  ),
);

manageArticles.delete(
  '/:id',
  endpoint(
    {
      operationId: 'deleteArticle',
      summary: 'Delete an article',
      tag: 'Management',
      path: z.object({ id: id.describe('Article id') }),
      errors: [404],
      data: z.object({ deleted: contentId }),
      example: { deleted: 1042 },
    },
    async (c, { path: { id } }) => {
      if (!(await newsroomOf(c).deleteArticle(id))) throw notFound({ id: 'is not the id of an article' });
      return { deleted: id };
    },
  ),
);
