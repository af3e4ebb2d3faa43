/** Retention periods in days, used by the nightly job, pages and parameters. */
export const RETENTION_DAYS = {
  /** Daily engagement: two years. */
  engagement: 731,
  audit: 90,
  keyUses: 90,
  endedShares: 90,
  /** Hourly outcomes of clicks. */
  outcomes: 30,
  /** Baselines. Only the current one is used; operators can see the rest. */
  baselines: 30,
  /** Deleted and merged content that can be restored. */
  trash: 30,
  /** Messages to subscribers, and ended subscriptions. */
  subscriptions: 30,
  /** Webhook events and deliveries. */
  events: 30,
  /** Terms of a story, counted from its last article. */
  storyTerms: 7,
} as const;
