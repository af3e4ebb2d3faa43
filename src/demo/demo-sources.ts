import type { OrganisationType } from '../content/types.ts';
import sources from './data/sources.json' with { type: 'json' };

/** Source of the demo newsroom, with parameters of the generator. */
export interface DemoSource {
  domain: string;
  name: string;
  /** Scheme and host of its articles. */
  origin: string;
  /** Path templates with `{slug}`, `{topic}`, `{id}`, `{yyyy}` and `{mm}`. */
  paths: readonly string[];
  client: string;
  iframeable: boolean;
  organisationType?: OrganisationType;
  /** Company whose newsroom this is; publishes only articles about it. */
  owner?: string;
  /** Topic slugs of its speciality. */
  focus?: readonly string[];
  /** Preferred continent. */
  home?: string;
  /** Only country that it covers. */
  country?: string;
  /** Languages other than English. */
  languages?: readonly string[];
  /** Shares (0–1) of articles with a paywall or registration form. */
  paywall?: number;
  registration?: number;
  /** Authors; company newsrooms name none. */
  staff?: readonly string[];
  weight: number;
}

/** Invented publications and company newsrooms, all under a reserved top-level domain. */
export const SOURCES = sources as readonly DemoSource[];

export function iconFile(domain: string): string {
  return `icon-${domain.replace(/\.example$/, '').replaceAll('.', '-')}.svg`;
}
