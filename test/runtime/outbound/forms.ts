/** Host that leads to a private address. */
export interface Form {
  host: string;
  /** Addresses to which the name resolves. Empty for an IP address. */
  addresses: string[];
  /** Whether a public host redirects to this host. */
  redirected?: boolean;
  /** Whether the name resolves to a public address at the first query only. */
  rebinds?: boolean;
}

export interface Outcome {
  door: string;
  url: string;
  said: string;
  arrived: string[];
}

export interface Report {
  forms: Outcome[];
  controls: Outcome[];
  hub: string[];
  arrived: string[];
}

export const PUBLIC = ['93.184.216.34', '2606:2800::1'];

const PRIVATE = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.0.0.7',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.0.8',
  '192.0.2.4',
  '198.51.100.2',
  '203.0.113.9',
  '::1',
  '::',
  'fd00::7',
  'fc00::8',
  'fe80::7',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.7',
  '::7f00:1',
  '64:ff9b::a00:7',
  '2002:a00:7::1',
  '2001:db8::1',
  '2001::7',
  '3fff::1',
  'fec0::1',
];

const SPELT = [
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '[::1]',
  '[::ffff:a00:7]',
  '10.0.0.7',
  '1.localhost',
];

const named = (address: string, i: number): Form => ({ host: `n${i}.example.com`, addresses: [address] });

export const FORMS: readonly Form[] = [
  ...PRIVATE.map(named),
  ...SPELT.map((host) => ({ host, addresses: [] })),
  ...PRIVATE.slice(0, 8).map((address, i) => ({ host: `r${i}.example.com`, addresses: [address], redirected: true })),
  ...SPELT.map((host) => ({ host, addresses: [], redirected: true })),
  { host: 'rebound.example.com', addresses: ['127.0.0.1'], rebinds: true },
  { host: 'rebound6.example.com', addresses: ['::1'], rebinds: true },
  { host: 'rebound10.example.com', addresses: ['10.0.0.7'], rebinds: true, redirected: true },
];
