import type { OrganisationType } from '../content/types.ts';
import sources from './data/sources.json' with { type: 'json' };

/** Source of the demo newsroom, with parameters of the generator. */
export interface DemoSource {
  domain: string;
  name: string;
  /** Scheme and host of the source's articles. */
  origin: string;
  /** Path templates with `{slug}`, `{topic}`, `{id}`, `{yyyy}` and `{mm}`. */
  paths: readonly string[];
  client: string;
  iframeable: boolean;
  organisationType?: OrganisationType;
  /** Company that owns the newsroom. Such a source publishes only articles about the company. */
  owner?: string;
  /** Slugs of topics in which the source specialises. */
  focus?: readonly string[];
  /** Continent that the source prefers. */
  home?: string;
  /** Only country that the source covers. */
  country?: string;
  /** Languages in addition to English. */
  languages?: readonly string[];
  /** Shares (0–1) of articles with a paywall and with a registration form. */
  paywall?: number;
  registration?: number;
  staff?: readonly string[];
  weight: number;
}

/** Invented publications and company newsrooms, all under a reserved top-level domain. */
export const SOURCES = sources as readonly DemoSource[];

export function iconFile(domain: string): string {
  return `icon-${domain.replace(/\.example$/, '').replaceAll('.', '-')}.svg`;
}
