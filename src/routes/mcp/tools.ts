import type { RouterRoute } from 'hono/types';
import { createSchema } from 'zod-openapi';
import { operationOf } from '../../http/endpoint.ts';
import { tidy } from '../reference/tidy.ts';

interface ToolSource {
  name: string;
  operationId: string;
  description?: string;
  without?: readonly string[];
}

/** Parameters that affect only the output format or HTML. The tools omit them, because they always return JSON. */
const LOOK_PARAMETERS = [
  'output',
  'theme',
  'accent',
  'layout',
  'images',
  'language',
  'title',
  'tracked',
  'views',
] as const;

const ARTICLES = 'The response contains `articles`';

const TOOL_SOURCES: readonly ToolSource[] = [
  {
    name: 'search_articles',
    operationId: 'getFeed',
    description: `${ARTICLES} and, if there are more, \`nextCursor\` for the next page. Find the ids of topics and companies with list_topics and list_companies, geo groups with list_geography.`,
    without: LOOK_PARAMETERS,
  },
  {
    name: 'recommended_articles',
    operationId: 'getRecommended',
    description: `${ARTICLES} and the \`date\` of the selection.`,
    without: LOOK_PARAMETERS,
  },
  {
    name: 'trending_topics',
    operationId: 'getTrending',
    description: 'Topics that the publisher excludes from trending are omitted unless they are included by id.',
  },
  { name: 'topics_by_engagement', operationId: 'getTrendingTopics', description: 'Ranks every topic.' },
  { name: 'growing_topics', operationId: 'getGrowth' },
  { name: 'rising_content', operationId: 'getRisingContent' },
  { name: 'popular_content', operationId: 'getPopularContent' },
  { name: 'underplayed_content', operationId: 'getUnderplayedContent' },
  { name: 'overplayed_content', operationId: 'getOverplayedContent' },
  { name: 'topic_content', operationId: 'getTopicContent' },
  { name: 'co_topics', operationId: 'getCoTopics' },
  { name: 'topic_history', operationId: 'getTopicHistory' },
  { name: 'topic_hours', operationId: 'getTopicHours' },
  { name: 'content_hours', operationId: 'getContentHours' },
  { name: 'content_history', operationId: 'getContentHistory' },
  { name: 'content_insights', operationId: 'getContentInsights' },
  { name: 'read_through_rates', operationId: 'getReadThroughRates' },
  { name: 'audience', operationId: 'getAudience' },
  { name: 'list_topics', operationId: 'getTopics' },
  { name: 'list_companies', operationId: 'getCompanies' },
  { name: 'list_geography', operationId: 'getGeography' },
];

export interface ArgumentsSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
  [keyword: string]: unknown;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ArgumentsSchema;
  path: string;
}

/** Builds the tools. The API validates their parameters with the same schemas. */
export function toolsOf(routes: readonly RouterRoute[]): Tool[] {
  const reads = new Map(
    routes.flatMap(({ path, handler }) => {
      const operation = operationOf(handler);
      return operation ? [[operation.operationId, { path, operation }] as const] : [];
    }),
  );
  return TOOL_SOURCES.map(({ name, operationId, description, without = [] }) => {
    const read = reads.get(operationId);
    if (!read) throw new Error(`the tool ${name} needs the unknown operation ${operationId}`);
    const { path, query, summary, description: more } = read.operation;
    const parts = [path, query].flatMap((schema) => (schema ? [argumentsOf(schema)] : []));
    const properties = Object.fromEntries(
      parts
        .flatMap((part) => Object.entries(part.properties ?? {}))
        .filter(([argument]) => !without.includes(argument)),
    );
    return {
      name,
      title: summary,
      description: [`${summary}.`, more, description].filter(Boolean).join(' '),
      inputSchema: {
        type: 'object',
        properties,
        required: parts.flatMap(({ required = [] }) => required).filter((argument) => argument in properties),
        additionalProperties: false,
      },
      path: read.path,
    };
  });
}

interface Described {
  properties?: Record<string, object>;
  required?: string[];
}

const argumentsOf = (schema: Parameters<typeof createSchema>[0]): Described =>
  tidy(createSchema(schema, { io: 'input' }).schema) as Described;

type Argument = string | number | boolean | readonly (string | number)[];

export function toolAddress({ path, inputSchema }: Tool, given: Record<string, unknown>): string {
  const query = new URLSearchParams();
  let filledPath = path;
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || !(name in inputSchema.properties)) continue;
    const text = textOf(value as Argument);
    if (path.includes(`:${name}`)) filledPath = filledPath.replace(`:${name}`, encodeURIComponent(text));
    else query.set(name, text);
  }
  return query.size > 0 ? `${filledPath}?${query}` : filledPath;
}

const textOf = (value: Argument): string => (Array.isArray(value) ? value.join(',') : String(value));
