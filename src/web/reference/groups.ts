import { type Endpoint, endpoints, type Model } from './model.ts';

/** One page of the reference. */
export interface Group {
  /** In addresses: `/docs/insights`. */
  slug: string;
  title: string;
  description: string;
  endpoints: Endpoint[];
}

/** Management is more than one reads on one page: its parts, each with the second part of its paths. What is in no other part is in the last. */
const PARTS: readonly (Omit<Group, 'endpoints'> & { paths: string })[] = [
  {
    slug: 'content',
    title: 'Content',
    description: 'Articles, topics, companies, sources and geo groups: added, changed, deleted',
    paths: 'articles topics companies sources feeds geo-groups sites',
  },
  {
    slug: 'tagging',
    title: 'Tagging',
    description: 'Rules that tag articles by their words',
    paths: 'rules doubts retag',
  },
  {
    slug: 'desk',
    title: 'Desk',
    description: 'The recommended articles of each day',
    paths: 'recommended candidates preview',
  },
  { slug: 'access', title: 'Access', description: 'Keys, sessions and shared views', paths: 'keys shares sessions' },
  {
    slug: 'operations',
    title: 'Operations',
    description: 'Status, history, imports of clicks, dead letters',
    paths: '',
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
  return PARTS.find(({ paths }) => paths.split(' ').includes(segment))?.slug ?? 'operations';
};
