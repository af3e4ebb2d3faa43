import { annotationCollection } from './annotation-collection.ts';
import { articleCollection } from './article-collection.ts';
import { companyCollection } from './company-collection.ts';
import type { Collection } from './core/collection.ts';
import { geoGroupCollection } from './geo-groups.ts';
import { pinCollection } from './pin-collection.ts';
import { rules } from './rules.ts';
import { searches } from './searches.ts';
import { sourceCollection } from './source-collection.ts';
import { storyCollection } from './story-collection.ts';
import { topicCollection } from './topic-collection.ts';

/** Collections in the order of the tabs on the /content page. */
export const COLLECTIONS: readonly Collection[] = [
  articleCollection,
  sourceCollection,
  topicCollection,
  companyCollection,
  geoGroupCollection,
  rules,
  searches,
  annotationCollection,
  pinCollection,
  storyCollection,
];

/** Kinds of content in the order in which the OpenAPI description lists them. */
const KNOWN_KINDS = [
  'article',
  'topic',
  'company',
  'source',
  'geoGroup',
  'rule',
  'recommended',
  'plan',
  'key',
  'feed',
  'session',
  'share',
  'search',
  'webhook',
  'annotation',
  'pin',
  'alerts',
  'letter',
  'discounting',
  'clock',
  'staff',
  'person',
  'passkey',
  'subscription',
];

export const AUDIT_KINDS = [...new Set([...KNOWN_KINDS, ...COLLECTIONS.map(({ kind }) => kind)])] as [
  string,
  ...string[],
];
