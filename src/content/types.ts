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

/** The `client` that marks an article as a third-party publication. */
export const THIRD_PARTY_CLIENT = 'Topic Article';

/** The topic that `riskManagement=true` restricts to. */
export const RISK_MANAGEMENT_TOPIC = 47;

/** What publishers send to `PUT /manage/topics`. */
export type TopicInput = typeof topics.$inferInsert & { id: number };

/** What publishers send to `PUT /manage/companies`: any word of an `organisationType`, the usual ones are `ORGANISATION_TYPES`. */
export type CompanyInput = typeof companies.$inferInsert & { id: number };

/** What publishers send to `PUT /manage/sources`; `domain` is the URL's host without a leading `www.`. */
export type SourceInput = Omit<typeof sources.$inferInsert, 'hasFeeds'>;
