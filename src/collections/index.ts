import { annotations } from './annotations.ts';
import { articles } from './articles.ts';
import { companies } from './companies.ts';
import type { Collection } from './core/collection.ts';
import { geoGroups } from './geo-groups.ts';
import { rules } from './rules.ts';
import { searches } from './searches.ts';
import { sources } from './sources.ts';
import { stories } from './stories.ts';
import { topics } from './topics.ts';

/** Collections in the order of the tabs of /content. */
export const COLLECTIONS: readonly Collection[] = [
  articles,
  sources,
  topics,
  companies,
  geoGroups,
  rules,
  searches,
  annotations,
  stories,
];

/** Established kinds, in the order of the OpenAPI description. */
const KNOWN_KINDS = [
  'article',
  'topic',
  'company',
  'source',
  'geoGroup',
  'rule',
  'recommended',
  'key',
  'feed',
  'session',
  'share',
  'search',
  'webhook',
  'annotation',
  'alerts',
  'letter',
  'weights',
  'clock',
  'staff',
  'person',
  'passkey',
  'subscription',
];

/** Kinds of the audit trail and trash; new collections add theirs. */
export const AUDIT_KINDS = [...new Set([...KNOWN_KINDS, ...COLLECTIONS.map(({ kind }) => kind)])] as [
  string,
  ...string[],
];
