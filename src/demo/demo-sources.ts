import type { OrganisationType } from '../content/types.ts';
import sources from './data/sources.json' with { type: 'json' };

export interface DemoSource {
  domain: string;
  name: string;
  origin: string;
  paths: readonly string[];
  client: string;
  iframeable: boolean;
  organisationType?: OrganisationType;
  /** Company that owns the newsroom. Such a newsroom publishes only articles about its owner. */
  owner?: string;
  focus?: readonly string[];
  home?: string;
  country?: string;
  languages?: readonly string[];
  /** Shares (0–1) of the articles that have a paywall or a registration form. */
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
