import { type Endpoint, endpoints, type Model } from './model.ts';

/** One page of the reference. */
export interface Group {
  /** In addresses: `/docs/insights`. */
  slug: string;
  title: string;
  description: string;
  endpoints: Endpoint[];
}

interface Part {
  slug: string;
  title: string;
  description: string;
  /** Second part of the paths that belong to it. */
  paths: readonly string[];
}

/** Management is more than one reads on one page; what is in no other part is in the last. */
const PARTS: readonly Part[] = [
  {
    slug: 'content',
    title: 'Content',
    description: 'Articles, topics, companies, sources and geo groups: added, changed, deleted',
    paths: ['articles', 'topics', 'companies', 'sources', 'feeds', 'geo-groups', 'sites'],
  },
  {
    slug: 'tagging',
    title: 'Tagging',
    description: 'Rules that tag articles by their words',
    paths: ['rules', 'retag'],
  },
  {
    slug: 'desk',
    title: 'Desk',
    description: 'The recommended articles of each day',
    paths: ['recommended', 'candidates', 'preview'],
  },
  {
    slug: 'access',
    title: 'Access',
    description: 'Keys, sessions and shared views',
    paths: ['keys', 'shares', 'sessions'],
  },
  {
    slug: 'operations',
    title: 'Operations',
    description: 'Status, history, imports of clicks, dead letters',
    paths: [],
  },
];

const MANAGEMENT = 'Management';

/** The groups of the reference, in their order; each operation is in one. */
export function groupsOf(model: Model): Group[] {
  return model.tags
    .flatMap(({ name, description }): Group[] => {
      const found = endpoints(model, name);
      if (name !== MANAGEMENT) return [{ slug: name.toLowerCase(), title: name, description, endpoints: found }];
      return PARTS.map(({ paths: _, ...part }) => ({
        ...part,
        endpoints: found.filter((endpoint) => partOf(endpoint) === part.slug),
      }));
    })
    .filter((group) => group.endpoints.length > 0);
}

const partOf = ({ path }: Endpoint): string => {
  const { 2: segment = '' } = path.split('/');
  return PARTS.find(({ paths }) => paths.includes(segment))?.slug ?? 'operations';
};
