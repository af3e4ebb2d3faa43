/** Epoch seconds as RFC 3339 in UTC, without fractions: `2026-01-31T08:00:00Z`. */
export const rfc3339 = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** The UTC day of an instant in epoch seconds, `YYYY-MM-DD`. */
export const utcDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
