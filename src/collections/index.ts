import { annotations } from './annotations.ts';
import { articles } from './articles.ts';
import { companies } from './companies.ts';
import type { Collection } from './core/collection.ts';
import { geoGroups } from './geo-groups.ts';
import { rules } from './rules.ts';
import { searches } from './searches.ts';
import { sources } from './sources.ts';
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
];
