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

/** Every collection, in the order of the tabs of /content. */
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

/** What the audit trail has called things so far, those of collections among them, in the order of the description. */
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

/** What the audit trail and the trash call things: a new collection adds its own. */
export const AUDIT_KINDS = [...new Set([...KNOWN_KINDS, ...COLLECTIONS.map(({ kind }) => kind)])] as [
  string,
  ...string[],
];
