/** Retention in days. Nightly retention, pages and parameters use it. */
export const KEPT_DAYS = {
  /** Daily engagement: two years. */
  engagement: 731,
  audit: 90,
  keyUses: 90,
  /** Revoked shares. */
  endedShares: 90,
  /** Hourly click outcomes. */
  outcomes: 30,
  /** Baselines; only the current one is used, the others are for operators. */
  computeBaseline: 30,
  /** Deleted and merged content that can be restored. */
  trash: 30,
  /** Messages to subscribers, and ended subscriptions. */
  subscriptions: 30,
  /** Webhook events and deliveries. */
  events: 30,
} as const;
