import type { ContentType } from '../content/types.ts';
import labels from './reference/labels.json' with { type: 'json' };

/** Languages that pages of articles support. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja', 'zh', 'ko', 'ar', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Labels extends Record<Exclude<keyof (typeof labels)['en'], 'kinds'>, string> {
  /** The label of a content type other than an article. */
  kinds: Partial<Record<ContentType, string>>;
}

/** All texts of a page of articles. */
export const LABELS: Readonly<Record<Language, Labels>> = labels;
