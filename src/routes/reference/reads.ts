import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { BREAKDOWNS } from '../api/breakdown.ts';
import { feedQuery } from '../api/feed.ts';
import { recommendedQuery } from '../api/feed-recommended.ts';
import { growthQuery, insightsQuery, popularQuery, topicPath } from '../api/insights.ts';
import { trendingQuery } from '../api/trending.ts';
import * as example from './examples.ts';
import {
  contentItem,
  geoGroup,
  group,
  growingTopic,
  insightsTopic,
  jsonFeed,
  topicId,
  trendingTopic,
} from './items.ts';
import { FEED_HEADERS, faults, notModified, read, readKey } from './operations.ts';

const FEED = ['Feed'];
const INSIGHTS = ['Insights'];

const period = z.enum(['24h', '7d']);
const sevenDays = z.literal('7d');

const feed = (operationId: string, summary: string, description: string, query: z.ZodObject, json: object) => ({
  get: {
    operationId,
    summary,
    description,
    tags: FEED,
    security: readKey,
    requestParams: { query },
    responses: {
      200: {
        description: 'The feed in the format that `output` asks for',
        headers: FEED_HEADERS,
        content: {
          'application/feed+json': { schema: jsonFeed, example: json },
          'application/rss+xml': { schema: z.string().describe('RSS 2.0 with an image per item') },
          'text/html': { schema: z.string().describe('A complete page to embed in an iframe') },
        },
      },
      ...notModified,
      ...faults([400, 401, 403, 429, 500, 503], { asPage: true }),
    },
  },
});

/** The reads of `/api/v2/`, in the order of the specification. */
export const readPaths: ZodOpenApiPathsObject = {
  '/api/v2/feed/': feed(
    'getFeed',
    'Articles, newest first',
    'Values inside one filter are OR, filters among each other AND. Secret and publishable keys.',
    feedQuery,
    example.FEED_JSON,
  ),
  '/api/v2/feed-recommended/': feed(
    'getRecommended',
    'The daily collection of the editorial team',
    'Articles in editorial order. A day without a selection is an empty list. Secret and publishable keys.',
    recommendedQuery,
    example.RECOMMENDED_JSON,
  ),
  '/api/v2/geography/list/': read({
    operationId: 'getGeography',
    summary: 'Geographic groups with their countries',
    description: 'By name. Secret and publishable keys.',
    tags: FEED,
    data: z.object({ groups: z.array(geoGroup) }),
    example: { groups: [example.GEO_GROUP] },
  }),
  '/api/v2/topics/trending/': read({
    operationId: 'getTrending',
    summary: 'Trending topics',
    description: 'Ranked by reader engagement, most popular first. Secret keys.',
    tags: INSIGHTS,
    requestParams: { query: trendingQuery },
    data: z.object({ topics: z.array(trendingTopic) }),
    example: { topics: example.TRENDING },
  }),
  '/api/v2/insights/popular-content/': read({
    operationId: 'getPopularContent',
    summary: 'Most-clicked content, flat or in groups',
    description: 'Without `breakdown` one list; with it a list per group, of the last 7 days. Secret keys.',
    tags: INSIGHTS,
    requestParams: { query: popularQuery },
    data: z.union([
      z.object({ period, items: z.array(contentItem) }).meta({ id: 'PopularContent' }),
      z
        .object({ breakdown: z.enum(BREAKDOWNS), period: sevenDays, groups: z.array(group) })
        .meta({ id: 'PopularGroups' }),
    ]),
    example: { breakdown: 'content-type', period: '7d', groups: [example.GROUP] },
  }),
  '/api/v2/insights/trending-topics/': read({
    operationId: 'getTrendingTopics',
    summary: 'Topics by engagement across their content',
    description: 'Most popular first. Secret keys.',
    tags: INSIGHTS,
    requestParams: { query: insightsQuery },
    data: z.object({ period, topics: z.array(insightsTopic) }),
    example: { period: '7d', topics: [example.TOPIC] },
  }),
  '/api/v2/insights/trending-topics/growth/': read({
    operationId: 'getGrowth',
    summary: 'Topics with the largest growth in engagement',
    description:
      'The last 7 days against the 7 days before, strongest growth first; topics without engagement in the previous window lead. Secret keys.',
    tags: INSIGHTS,
    requestParams: { query: growthQuery },
    data: z.object({ period: sevenDays, minContentItems: z.int(), topics: z.array(growingTopic) }),
    example: { period: '7d', minContentItems: 5, topics: [example.GROWING] },
  }),
  '/api/v2/insights/topics/{id}/content/': read({
    operationId: 'getTopicContent',
    summary: 'Most-clicked content of a topic',
    description: 'Most engaged first. Secret keys.',
    tags: INSIGHTS,
    requestParams: { path: topicPath, query: insightsQuery },
    mayMiss: true,
    data: z.object({ topicId, period, items: z.array(contentItem) }),
    example: { topicId: 12, period: '7d', items: [example.ITEM] },
  }),
  '/api/v2/insights/topics/{id}/co-topics/': read({
    operationId: 'getCoTopics',
    summary: 'Topics that occur together with a topic',
    description: 'On content clicked within the topic, ranked by engagement; without the topic itself. Secret keys.',
    tags: INSIGHTS,
    requestParams: { path: topicPath, query: insightsQuery },
    mayMiss: true,
    data: z.object({ topicId, period, coTopics: z.array(insightsTopic) }),
    example: { topicId: 12, period: '7d', coTopics: [example.RISK_MANAGEMENT] },
  }),
};
