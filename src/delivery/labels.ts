import type { ContentType } from '../content/types.ts';
import labels from './reference/labels.json' with { type: 'json' };

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja', 'zh', 'ko', 'ar', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Labels extends Record<Exclude<keyof (typeof labels)['en'], 'kinds'>, string> {
  kinds: Partial<Record<ContentType, string>>;
}

export const LABELS: Readonly<Record<Language, Labels>> = labels;
