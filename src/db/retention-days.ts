/** Retention periods in days, which docs/explanation/privacy.md also lists. */
export const RETENTION = {
  engagement: { days: 731, stored: 'daily engagement of articles, and the pages of past weeks' },
  declines: { days: 731, stored: 'hashes of email addresses whose owners declined digests' },
  audit: { days: 90, stored: 'the audit trail, and the names of removed people' },
  keyUses: { days: 90, stored: 'requests and clicks per key and day, by outcome, and rejected origins' },
  endedShares: { days: 90, stored: 'expired and revoked shares' },
  outcomes: { days: 30, stored: 'outcomes of clicks per hour' },
  baselines: { days: 30, stored: 'former discounting baselines' },
  trash: { days: 30, stored: 'deleted and merged content, which can be restored' },
  subscriptions: { days: 30, stored: 'messages to subscribers, and ended subscriptions' },
  events: { days: 30, stored: 'webhook events and their deliveries' },
  orders: { days: 21, stored: 'page views and clicks of lists that learn, per key and day' },
  invitations: { days: 7, stored: 'recipients who have not confirmed, and hashes of invited email addresses' },
  storyTerms: { days: 7, stored: 'terms of a story, counted from its last article' },
} as const;

type Name = keyof typeof RETENTION;
export const RETENTION_DAYS = Object.fromEntries(
  Object.entries(RETENTION).map(([name, { days }]) => [name, days]),
) as Record<Name, number>;
