const PARTITIONS = [0, 1, 2, 3, 4];

/** Tables with the ids of clicks and their counts per hour. */
export const CLICK_TABLES: readonly string[] = PARTITIONS.flatMap((n) => [`click_ids_${n}`, `click_hours_${n}`]);

/** Tables that the service derives from clicks and articles. */
export const DERIVED_TABLES: readonly string[] = [
  ...['topic_windows', 'click_days', 'topic_days', 'range_days', 'open_days', 'changed_articles', 'computed_days'],
  ...['site_shares', 'click_outcomes'],
];
