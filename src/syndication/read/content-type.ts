import type { ContentType } from '../../content/types.ts';
import type { FeedEntry, Medium } from './entry.ts';

export interface FeedSource {
  domain: string;
  name: string;
  client: string | null;
}

const WIRE_HOSTS =
  /(^|\.)(prnewswire|businesswire|globenewswire|accesswire|accessnewswire|newswire|einpresswire|prweb|prlog|pressat|presseportal|ots)\.(com|co\.uk|net|org|ca|de|at|ch|fr|it|es|jp|cn)$/;
const VIDEO_SITES = /(^|\.)(youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com)$/;
const AUDIO_FILE = /\.(mp3|m4a|aac|ogg|oga|opus|flac)$/i;
const VIDEO_FILE = /\.(mp4|m4v|mov|webm|ogv)$/i;

const TYPE_PATTERNS: readonly [type: ContentType, words: RegExp][] = [
  ['pressrelease', /^(press|news|media)[ _-]?releases?$|^pressemitteilung(en)?$/i],
  [
    'gallery',
    /^(photo|picture|image)?[ _-]?galler(y|ies)$|^in[ _-]?pictures$|^slide[ _-]?shows?$|^photo[ _-]?essays?$/i,
  ],
  ['podcast', /^podcasts?$/i],
  ['video', /^videos?$/i],
  ['report', /^(research )?reports?$|^white[ _-]?papers?$|^e-?books?$/i],
];

/** Derives the content type of an item from its files, otherwise from the publisher, URL path and categories. */
export function contentTypeOf(entry: Pick<FeedEntry, 'media' | 'categories'>, url: URL, source: FeedSource) {
  const kinds = entry.media.map(mediumOf);
  if (kinds.includes('audio')) return 'podcast';
  if (kinds.includes('video') || VIDEO_SITES.test(url.hostname)) return 'video';
  if (isPressReleases(url, source)) return 'pressrelease';
  const said = [...url.pathname.split('/'), ...entry.categories.map((category) => category.trim())];
  const found = TYPE_PATTERNS.find(([, words]) => said.some((word) => words.test(word)));
  return found?.[0] ?? (kinds.includes('document') ? 'report' : 'article');
}

const isPressReleases = ({ hostname }: URL, { domain, name, client }: FeedSource) =>
  WIRE_HOSTS.test(hostname) ||
  WIRE_HOSTS.test(domain) ||
  [name, client ?? ''].some((text) => /press[ -]?releases?|news ?wire/i.test(text));

function mediumOf({ url, type = '', medium }: Medium): string {
  const path = URL.parse(url, 'http://a.invalid')?.pathname ?? '';
  if (medium) return medium;
  if (type.startsWith('audio/') || (!type && AUDIO_FILE.test(path))) return 'audio';
  if (type.startsWith('video/') || (!type && VIDEO_FILE.test(path))) return 'video';
  return type === 'application/pdf' ? 'document' : 'other';
}
