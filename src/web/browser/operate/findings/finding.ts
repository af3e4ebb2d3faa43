/** Something that is wrong. */
export interface Finding {
  level: 'bad' | 'warn';
  /** What is wrong. */
  title: string;
  /** What to do. */
  advice: string;
  /** Where more is to be seen: a part of the page, or the page of webhooks. */
  section: 'clicks' | 'rankings' | 'jobs' | 'sources' | 'keys' | 'webhooks';
}

export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
