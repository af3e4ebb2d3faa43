import type { companies, sources, topics } from '../db/schema.ts';

export {
  CONTENT_TYPES,
  type ContentType,
  ORGANISATION_TYPES,
  type OrganisationType,
  TOPIC_CATEGORIES,
  type TopicCategory,
  TYPE_NAMES,
} from '../db/values.ts';

export const THIRD_PARTY_CLIENT = 'Topic Article';

/** Id of the topic that the query parameter `riskManagement=true` selects. */
export const RISK_MANAGEMENT_TOPIC = 47;

export type TopicInput = typeof topics.$inferInsert & { id: number };

/** Company to store. `organisationType` may be any word, but is usually one of `ORGANISATION_TYPES`. */
export type CompanyInput = typeof companies.$inferInsert & { id: number };

export type SourceInput = Omit<typeof sources.$inferInsert, 'hasFeeds'>;
