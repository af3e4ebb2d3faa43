import type { OracleArticle, OracleClick } from '../../rankings/oracle.ts';

const HOUR = 3_600_000;
/** The oldest hour that a window needs. */
const HORIZON = 337;

/** A click and whose it is: once a day counts. */
export interface Click extends OracleClick {
  who: string;
}

export interface Message {
  id: string;
  body: unknown;
  attempts: number;
  /** What it says; null where no click can be read from it. */
  click: Click | null;
}

export interface Letter {
  reason: string;
  body: string;
}

/** What must be true, kept beside the service: which clicks are accepted, and which messages are dead. */
export class Book {
  readonly articles = new Map<number, OracleArticle>();
  /** By reader, article and day: the first that was counted. */
  readonly clicks = new Map<string, OracleClick>();
  /** Counted clicks by their hour, imported ones by that of the import. */
  readonly outcomes = new Map<number, number>();
  readonly letters = new Map<string, Letter>();

  /** Why a message cannot be counted now; null where it can. */
  refusal = ({ click }: Message, now: number): string | null => {
    const hour = Math.floor(now / HOUR);
    if (!click) return 'malformed';
    if (click.hour < hour - HORIZON || click.hour > hour + 1) return 'tooOld';
    // A beacon counts for no article that came after it.
    const end = (click.hour + 1) * HOUR - 1;
    return this.isPublished(click.contentId, Math.min(now, end)) ? null : 'unknownArticle';
  };

  isPublished(id: number, now: number): boolean {
    return (this.articles.get(id)?.publishedAt ?? Number.POSITIVE_INFINITY) <= now / 1000;
  }

  /** Why a line of an import is refused; null where it is taken. */
  refusedImport = ({ click, body }: Message, now: number): string | null => {
    const at = Number((body as { at?: unknown }).at) * 1000;
    if (!click || at > now || at < now - 14 * 24 * HOUR) return 'at';
    return this.isPublished(click.contentId, now) ? null : 'contentId';
  };

  /** A transaction with these messages has been written. */
  count(messages: readonly Message[], now: number, refusal = this.refusal): void {
    const clicks = messages.flatMap((message) => (refusal(message, now) ? [] : (message.click ?? [])));
    // Of several in a batch the earliest counts.
    for (const { who, ...click } of clicks.sort((a, b) => a.hour - b.hour)) {
      const key = `${who} ${click.contentId} ${Math.floor(click.hour / 24)}`;
      if (this.clicks.has(key)) continue;
      this.clicks.set(key, click);
      const hour = refusal === this.refusedImport ? Math.floor(now / HOUR) : click.hour;
      this.outcomes.set(hour, (this.outcomes.get(hour) ?? 0) + 1);
    }
  }

  /** Those messages of a batch that cannot be counted have been stored. */
  bury(messages: readonly Message[], now: number, always?: string): void {
    for (const message of messages) {
      const reason = always ?? this.refusal(message, now);
      // Anybody can send clicks on unknown articles; they leave no letters.
      if (reason && reason !== 'unknownArticle' && !this.letters.has(message.id))
        this.letters.set(message.id, { reason, body: JSON.stringify(message.body ?? null) });
    }
  }

  /** Clicks of the hours inside all windows at an hour. */
  inWindows(hour: number): OracleClick[] {
    return [...this.clicks.values()].filter((click) => click.hour >= hour - HORIZON);
  }
}
