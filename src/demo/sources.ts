import { type OrganisationType, THIRD_PARTY_CLIENT } from '../content/types.ts';

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
  weight: number;
}

type Details = Partial<Omit<DemoSource, 'domain' | 'name' | 'origin'>> & { www?: boolean; http?: boolean };

/** Invented publications and company newsrooms, all under a reserved top-level domain. */
export const SOURCES: readonly DemoSource[] = [
  source('the-cover-note.example', 'The Cover Note', {
    www: true,
    weight: 9,
    paywall: 0.25,
    home: 'EU',
    client: 'Cover Note Media',
  }),
  source('premium-ledger.example', 'Premium Ledger', {
    weight: 8,
    registration: 0.35,
    home: 'NA',
    client: 'Ledger Business Press',
  }),
  source('slip-and-stamp.example', 'Slip & Stamp', {
    paths: ['/uk/{topic}/{slug}', '/london-market/{slug}'],
    weight: 9,
    home: 'EU',
    country: 'GB',
    iframeable: false,
  }),
  source('underwriters-gazette.example', 'Underwriters’ Gazette', {
    http: true,
    www: true,
    paths: ['/{yyyy}/{mm}/{slug}.html'],
    weight: 5,
  }),
  source('lossline.example', 'Lossline', {
    paths: ['/claims/{slug}', '/news/{slug}'],
    weight: 5,
    focus: ['claims', 'litigation', 'property', 'casualty', 'catastrophe'],
  }),
  source('cargo-and-hull.example', 'Cargo & Hull', {
    http: true,
    paths: ['/story/{id}/{slug}'],
    weight: 5,
    focus: ['marine-cargo', 'marine-hull', 'supply-chain', 'energy', 'trade-credit'],
  }),
  source('breachwire.example', 'Breachwire', {
    weight: 5,
    focus: ['cyber', 'artificial-intelligence', 'insurtech', 'data-and-analytics'],
    iframeable: false,
    paywall: 0.1,
  }),
  source('retention-quarterly.example', 'Retention Quarterly', {
    paths: ['/features/{slug}', '/{topic}/{slug}'],
    weight: 5,
    paywall: 0.6,
    focus: ['risk-management', 'captives', 'reinsurance', 'market-conditions', 'parametric', 'supply-chain'],
    client: 'Retention Publishing',
  }),
  source('pacific-policy-post.example', 'Pacific Policy Post', { www: true, weight: 4, home: 'OC', registration: 0.2 }),
  source('asia-risk-courier.example', 'Asia Risk Courier', { paths: ['/asia/{topic}/{slug}'], weight: 4, home: 'AS' }),
  source('andes-seguro.example', 'Andes Seguro Review', { weight: 3, home: 'SA', http: true }),
  source('boardroom-liability.example', 'Boardroom Liability', {
    weight: 4,
    paywall: 0.4,
    focus: [
      'directors-and-officers',
      'professional-indemnity',
      'litigation',
      'regulation',
      'esg',
      'medical-malpractice',
    ],
  }),
  source('business-morning.example', 'The Business Morning', {
    www: true,
    paths: ['/business/{yyyy}/{mm}/{slug}'],
    weight: 4,
    paywall: 0.3,
    iframeable: false,
  }),
  source('assekuranz-blick.example', 'Assekuranz-Blick', {
    paths: ['/nachrichten/{slug}'],
    weight: 1,
    languages: ['de'],
    home: 'EU',
  }),
  source('la-note-de-couverture.example', 'La Note de couverture', {
    paths: ['/actualites/{slug}'],
    weight: 1,
    languages: ['fr'],
    home: 'EU',
  }),
  source('el-corredor.example', 'El Corredor', {
    paths: ['/noticias/{slug}'],
    weight: 1,
    languages: ['es'],
    home: 'SA',
    http: true,
  }),
  source('gulf-takaful-review.example', 'Gulf Takaful Review', {
    paths: ['/ar/{slug}'],
    weight: 1,
    languages: ['ar'],
    home: 'AS',
  }),
  source('sigurta-plurale.example', 'Sigurtà Plurale', {
    paths: ['/{yyyy}/{mm}/{slug}'],
    weight: 1,
    languages: ['it', 'sv', 'pt', 'he'],
    home: 'EU',
  }),
  newsroom('newsroom.harrowmere.example', 'Harrowmere Newsroom', 'Harrowmere Insurance', 'Carrier', { weight: 4 }),
  newsroom('varnholt-re.example', 'Varnholt Re Insights', 'Varnholt Re', 'Carrier', {
    paths: ['/insights/{slug}'],
    registration: 0.3,
    weight: 3,
  }),
  newsroom('penhallow.example', 'Penhallow Specialty', 'Penhallow Specialty', 'Carrier', {
    weight: 3,
    iframeable: false,
  }),
  newsroom('fennimore-tarrant.example', 'Fennimore Tarrant Perspectives', 'Fennimore Tarrant', 'Broker', {
    paths: ['/perspectives/{topic}/{slug}'],
    registration: 0.3,
    weight: 4,
  }),
  newsroom('oakhaven-lyle.example', 'Oakhaven & Lyle', 'Oakhaven & Lyle', 'Broker', { weight: 3 }),
  newsroom('clearfathom.example', 'Clearfathom Analytics', 'Clearfathom Analytics', 'Service Provider', {
    paths: ['/research/{slug}'],
    registration: 0.4,
    weight: 3,
  }),
  newsroom('bellweir-claims.example', 'Bellweir Claims', 'Bellweir Claims', 'Service Provider', {
    weight: 2,
    http: true,
  }),
  newsroom('vellumgate.example', 'Vellumgate Legal Briefings', 'Vellumgate Legal', 'Service Provider', {
    paths: ['/briefings/{slug}'],
    weight: 2,
  }),
];

/** The file name of a source's icon. */
export function iconFile(domain: string): string {
  return `icon-${domain.replace(/\.example$/, '').replaceAll('.', '-')}.svg`;
}

function source(domain: string, name: string, { www, http, ...details }: Details): DemoSource {
  return {
    domain,
    name,
    origin: `${http ? 'http' : 'https'}://${www ? 'www.' : ''}${domain}`,
    paths: ['/news/{slug}', '/{topic}/{slug}'],
    client: THIRD_PARTY_CLIENT,
    iframeable: true,
    weight: 1,
    ...details,
  };
}

function newsroom(
  domain: string,
  name: string,
  owner: string,
  organisationType: OrganisationType,
  details: Details,
): DemoSource {
  return source(domain, name, {
    paths: ['/news/{slug}', '/press/{yyyy}/{slug}'],
    client: owner,
    owner,
    organisationType,
    ...details,
  });
}
