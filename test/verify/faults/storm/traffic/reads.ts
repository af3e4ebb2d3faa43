import { setTimeout as sleep } from 'node:timers/promises';
import { TOPICS } from '../newsroom.ts';
import type { Run } from './publisher.ts';

const PAUSE = 80;
const DOWN = 250;

const FILTERS = ['', 'includeTopics=1,2', 'articleTypes=article,report', 'searchTerms=ember', 'includeCountries=IS'];
const OUTPUTS = ['json', 'rss', 'html'];
const COMMON = ['', 'period=24h', 'period=7d&limit=50', 'riskManagement=true'];
const BREAKDOWNS = ['content-type', 'source-type', 'specialty-line', 'interest-area', 'audience-region', 'seniority'];

/** Endpoints by name, each with every address that is asked of it. */
export const READS: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    OUTPUTS.map((output) => [
      `GET /api/v2/feed/ as ${output}`,
      FILTERS.flatMap((filter) => [20, 5].map((limit) => `/api/v2/feed/?output=${output}&limit=${limit}&${filter}`)),
    ]),
  ),
  ...Object.fromEntries(
    OUTPUTS.map((output) => [
      `GET /api/v2/feed-recommended/ as ${output}`,
      [`/api/v2/feed-recommended/?output=${output}`],
    ]),
  ),
  'GET /api/v2/geography/list/': ['/api/v2/geography/list/'],
  'GET /api/v2/topics/trending/': ['', 'period=now', 'companyType=broker', 'limit=50'].map(
    (query) => `/api/v2/topics/trending/?${query}`,
  ),
  'GET /api/v2/insights/popular-content/': [...COMMON, ...BREAKDOWNS.map((breakdown) => `breakdown=${breakdown}`)].map(
    (query) => `/api/v2/insights/popular-content/?${query}`,
  ),
  'GET /api/v2/insights/trending-topics/': COMMON.map((query) => `/api/v2/insights/trending-topics/?${query}`),
  'GET /api/v2/insights/trending-topics/growth/': ['', 'minContentItems=1'].map(
    (query) => `/api/v2/insights/trending-topics/growth/?${query}`,
  ),
  'GET /api/v2/insights/topics/{id}/content/': TOPICS.map((id) => `/api/v2/insights/topics/${id}/content/`),
  'GET /api/v2/insights/topics/{id}/co-topics/': TOPICS.map((id) => `/api/v2/insights/topics/${id}/co-topics/`),
  'GET /api/v2/openapi.json': ['/api/v2/openapi.json'],
};

/** Readers' servers ask all endpoints one after the other, each as often as the others. */
export async function readUntil({ server, figures, random }: Run, key: string, isOver: () => boolean): Promise<void> {
  const names = Object.keys(READS);
  while (!isOver()) {
    const name = random.pick(names);
    const { up } = server;
    const answer = await server.ask(random.pick(READS[name] ?? []), { headers: { 'X-API-Key': key } });
    figures.record(name, answer, up);
    if (answer && answer.status !== 200 && answer.status < 500)
      figures.violated(`${name} answers ${answer.status} ${answer.body.slice(0, 200)}`);
    await sleep(server.up ? PAUSE : DOWN);
  }
}
