import type { OrganisationType } from '../content/types.ts';
import sources from './data/sources.json' with { type: 'json' };

/** A source of the demo newsroom, with what the generator needs to place articles at it. */
export interface DemoSource {
  domain: string;
  name: string;
  /** Scheme and host that its articles' URLs begin with. */
  origin: string;
  /** Paths of its articles: `{slug}`, `{topic}`, `{id}`, `{yyyy}` and `{mm}` are filled in. */
  paths: readonly string[];
  client: string;
  iframeable: boolean;
  organisationType?: OrganisationType;
  /** The company whose newsroom this is; it publishes only stories of that company. */
  owner?: string;
  /** Topic slugs it specialises in. */
  focus?: readonly string[];
  /** The continent whose news it prefers. */
  home?: string;
  /** The only country it reports on. */
  country?: string;
  /** Set for a publication in other languages than English. */
  languages?: readonly string[];
  /** Shares (0–1) of articles behind a paywall or a registration form. */
  paywall?: number;
  registration?: number;
  /** Who writes for it; a company’s newsroom names nobody. */
  staff?: readonly string[];
  weight: number;
}

/** Invented publications and company newsrooms, all under a reserved top-level domain. */
export const SOURCES = sources as readonly DemoSource[];

/** The file name of a source's icon. */
export function iconFile(domain: string): string {
  return `icon-${domain.replace(/\.example$/, '').replaceAll('.', '-')}.svg`;
}
