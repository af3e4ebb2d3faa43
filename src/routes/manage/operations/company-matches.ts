import * as z from 'zod';
import { notifyRankings } from '../../../collections/core/service.ts';
import { answerCompanyMatch, listCompanyMatches } from '../../../content/rules/match-review.ts';
import { operations } from '../../../http/endpoint.ts';
import { notFound } from '../../../http/errors.ts';
import { integer } from '../../../lib/formats/params.ts';
import { contentId, count } from '../../shapes.ts';
import { authorOf } from '../lines.ts';
import { evidence, place } from '../own-routes.ts';

export const companyMatchRoutes = operations('Management');

const companyId = z.int().positive().describe('Company id');

companyMatchRoutes.get('/', {
  operationId: 'listCompanyMatches',
  summary: 'List uncertain company matches',
  description:
    'Lists company names that are also words, places or persons, in the newest 500 articles, least certain first. Matches that an editor has set or removed are excluded.',
  query: z.object({ limit: integer(1, 100, 20).describe('Maximum number of matches') }),
  data: z.object({
    doubts: z.array(
      z.object({
        contentId,
        title: z.string(),
        introduction: z.string(),
        language: z.string().nullable(),
        companyId,
        name: z.string(),
        isTagged: z.boolean().describe('Whether a rule has tagged the article with the company'),
        places: z.array(place),
        ...evidence,
      }),
    ),
    left: count.describe('Number of matches that are not in this response'),
  }),
  example: {
    doubts: [
      {
        contentId: 1042,
        title: 'Zurich weighs new tram line',
        introduction: '',
        language: 'en',
        companyId: 3,
        name: 'Zurich',
        isTagged: true,
        places: [{ field: 'title', from: 0, to: 6, text: 'Zurich' }],
        chance: 0.73,
        signs: [
          { sign: 'what companies do after it', weight: 2 },
          { sign: 'also a place', weight: -1.2 },
        ],
      },
    ],
    left: 0,
  },
  answer: ({ var: { db } }, { query: { limit } }) => listCompanyMatches(db, limit),
});

companyMatchRoutes.post('/', {
  operationId: 'answerCompanyMatch',
  summary: 'Confirm or reject a company match',
  description:
    'Sets the company, or removes it so that no rule sets it again. The service learns from all such decisions when it tags later articles that name the company.',
  input: {
    schema: z.object({ contentId, companyId, meant: z.boolean() }),
    example: { contentId: 1042, companyId: 3, meant: false },
  },
  errors: [404],
  data: z.object({ contentId, companyId, meant: z.boolean() }),
  example: { contentId: 1042, companyId: 3, meant: false },
  answer: async (c, { input }) => {
    const changed = await answerCompanyMatch(c.var.db, input, authorOf(c));
    if (!changed) throw notFound({ contentId: 'or companyId does not exist' });
    await notifyRankings(c.env, changed, c.var.now);
    return input;
  },
});
