/** How many days each thing is kept. The nightly retention deletes what is older, and pages and parameters refer to it. */
export const KEPT_DAYS = {
  /** Engagement by day: two years. */
  engagement: 731,
  /** Who changed what. */
  audit: 90,
  /** What came of the requests of a key. */
  keyUses: 90,
  /** Shares that have ended. */
  endedShares: 90,
  /** What came of clicks, by the hour. */
  outcomes: 30,
  /** Shares of reader classes: looked up for the running hour only, and kept for operators. */
  classShares: 30,
  /** Deleted and merged content, which can be restored. */
  trash: 30,
  /** Messages to subscribers, and subscriptions that have ended. */
  subscriptions: 30,
  /** Events of webhooks and their deliveries. */
  events: 30,
} as const;
