/** Why a topic changes, as every page, feed, message and tool tells it. Pure, and free of the database: browsers run it, too. */

/** What more than half of a change comes from: an article, or (null) all that a source has. */
export interface Cause<Article> {
  article: Article | null;
  /** Name of the source, of the article's where there is one. */
  source: string;
}

/** A change of a topic and its cause; `growthPercent` null: nobody read it before. */
export interface Caused<Article> {
  growthPercent: number | null;
  confidence: 'high' | 'low';
  cause: Cause<Article> | null;
}

/** The cause that is told: none of a change that may be none. */
export const toldCause = <Article>({ growthPercent, confidence, cause }: Caused<Article>): Cause<Article> | null =>
  growthPercent === null || confidence === 'high' ? cause : null;

/** The words before a cause. A topic falls because something is read less, never because of what is read. */
export const causedBy = (growthPercent: number | null): string =>
  growthPercent !== null && growthPercent < 0 ? 'mainly fewer readers of' : 'mainly because of';

/** The cause that is told, to be joined to a sentence about the change; empty where there is none. */
export function causeInWords(change: Caused<{ title: string | null }>): string {
  const told = toldCause(change);
  if (!told) return '';
  const { article, source } = told;
  return `${causedBy(change.growthPercent)} ${article?.title ? `“${article.title}”` : source}`;
}
