import { toSeconds } from '../../lib/time.ts';
import type { UnopenedService } from '../first-start/first-start.ts';

/** Sample requests, which succeed with any data. Their unusual values of `limit` prevent cached responses. */
export const SAMPLED_PATHS = [
  '/health/ready',
  '/api/v2/feed/?limit=97',
  '/api/v2/feed/?limit=19&stories=1',
  '/api/v2/topics/list/',
  '/api/v2/companies/list/',
  '/api/v2/insights/popular-content/?limit=37',
  '/api/v2/insights/trending-topics/?limit=37',
];
const KEY_SECONDS = 600;
const SELF_URL = 'http://newsgauge';

export interface Sample {
  key: string;
  paths: readonly string[];
}

export interface SampledAnswer {
  path: string;
  status: number;
  body: string;
}

export async function sampleKey({ env }: UnopenedService): Promise<string> {
  // Supervisors import this module only to compare samples, so the database client is loaded on demand.
  const [{ openDb }, { createKey }] = await Promise.all([
    import('../../db/client.ts'),
    import('../../keys/key-store.ts'),
  ]);
  const now = toSeconds(Date.now());
  return createKey(
    openDb(env.DB),
    { kind: 'secret', name: 'newsgauge upgrade', origins: [], expiresAt: now + KEY_SECONDS },
    now,
  );
}

export async function answerSample({ fetch }: UnopenedService, { key, paths }: Sample): Promise<SampledAnswer[]> {
  const answers: SampledAnswer[] = [];
  for (const path of paths) {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(new Request(new URL(path, SELF_URL), { headers }));
    answers.push({ path, status: response.status, body: await response.text() });
  }
  return answers;
}

/** Describes the first difference in status or ids, or returns `null`. Other fields may differ between versions. */
export function differenceOf(before: readonly SampledAnswer[], after: readonly SampledAnswer[]): string | null {
  for (const [i, { path, status, body }] of before.entries()) {
    // A failure of the previous version says nothing about the next version.
    if (status !== 200) return `the previous version was not ready: ${path} returned ${status}`;
    const later = after[i];
    if (later?.path !== path) return `${path} does not respond`;
    if (later.status !== status) return `${path} returned ${later.status}, but the previous version returned ${status}`;
    const [ids, laterIds] = [idsIn(body), idsIn(later.body)];
    if (ids.join() !== laterIds.join())
      return `${path} does not list the same items as before (${laterIds.length} instead of ${ids.length})`;
  }
  return null;
}

const ID = /^(id|contentId|topicId|companyId)$/;

function idsIn(body: string): unknown[] {
  const ids: unknown[] = [];
  try {
    JSON.parse(body, (name, value) => {
      if (ID.test(name) && typeof value !== 'object') ids.push(value);
      return value;
    });
  } catch {}
  return ids;
}
