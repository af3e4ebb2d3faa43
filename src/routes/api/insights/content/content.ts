import { operations } from '../../../../http/endpoint.ts';
import { upToDate } from '../../../../http/up-to-date.ts';
import { rfc3339 } from '../../../../lib/time.ts';
import { areWeighed } from '../../../../rankings/object/class-shares.ts';
import { loadContentInsights } from '../../../../rankings/read/read-content.ts';
import { SITE } from '../../../../rankings/site.ts';
import { ITEM, PULL, TOPIC } from '../../../shapes.ts';
import { groupLabel } from '../breakdown.ts';
import { contentPath, DAYS, historyQuery, unknownContent } from '../history.ts';
import { contentData } from './shapes.ts';
import { contentTable } from './table.ts';

/** One article in all analytics. */
export const contentInsights = operations('Insights').get('/content/:id', {
  operationId: 'getContentInsights',
  summary: 'One article in all analytics',
  description:
    'Its ranks on the site, in its topics and in groups, its history, its audience, and how it is growing. With riskManagement only among content tagged 47.',
  path: contentPath,
  query: historyQuery,
  data: contentData,
  csv: contentTable,
  example: {
    ...ITEM,
    publishedAt: '2026-01-30T08:00:00Z',
    authors: [{ id: 'dana-whitfield@premiumledger.example', name: 'Dana Whitfield' }],
    ranks: [{ period: '7d', rank: 3, previousRank: 8 }],
    risingRank: 2,
    topics: [{ ...TOPIC, ranks: [{ period: '7d', rank: 1, previousRank: null }] }],
    groups: [{ breakdown: 'content-type', group: 'Article', slug: 'article', rank: 2, previousRank: 5 }],
    growth: { asOf: '2026-01-31T14:00:00Z', growthPercent: 37, interval: [12, 66], confidence: 'high' },
    pull: PULL,
    readShare: { percent: 62, interval: [55, 68], length: 'medium', usual: { percent: 41, interval: [40, 43] } },
    days: DAYS,
    audience: { companyTypes: [{ slug: 'broker', index: 140 }], regions: [], seniorities: [], channels: [] },
  },
  answer: async (c, { path: { id }, query }) => {
    const found = await loadContentInsights(c.var.db, id, {
      ...query,
      beforeRanks: (topics) => upToDate(c, [SITE, ...topics]),
      now: c.var.now,
      isWeighed: areWeighed(c.env),
      minEngagement: Number(c.env.GROWTH_MIN_CLICKS),
    });
    if (!found) return unknownContent();
    const groups = found.groups.map(({ breakdown, slug, name, rank, previousRank }) => ({
      breakdown,
      ...groupLabel(slug, name),
      rank,
      previousRank,
    }));
    const growth = found.growth && { ...found.growth, asOf: rfc3339(found.growth.asOf) };
    return { ...found, publishedAt: rfc3339(found.publishedAt), growth, groups };
  },
});
