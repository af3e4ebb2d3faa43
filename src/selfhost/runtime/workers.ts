import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { ROOT } from '../../command/paths.ts';
import { SPECIAL_IPV4 } from '../../syndication/fetch/address.ts';
import { build } from './build.ts';
import type { WorkerOptions } from './make.ts';
import { isData, type Modules } from './modules.ts';

/** Bytes of messages that a queue holds: as on the platform. */
const MAX_BACKLOG_BYTES = 25e9;
/** Clicks of a key of which its limiter counts one. */
const SAMPLE = 10;
/** Name of the Worker that keeps the queues and opens the doors for this machine's own processes. */
export const LOCAL = 'newsgauge-queue';
/** Name of the Worker that the others' requests go out through. */
const OUTBOUND = 'newsgauge-outbound';

/** A second name for the Worker's handlers, since the first one leads through its assets, which pass no batches on. */
const DOORS = `export * from './index.js';
export { default, default as consumer } from './index.js';`;

export interface Changes {
  /** Variables in place of those of the configuration. */
  vars: Record<string, string>;
  /** Requests a minute that a key may make, in place of the configured limits. */
  rateLimit?: number | undefined;
  /** A script, or modules, instead of the bundled Worker. */
  script?: string | Modules | undefined;
  /** Bindings instead of those of wrangler.toml. */
  options?: WorkerOptions | undefined;
}

/**
 * Options of miniflare for the Worker with the bindings of its configuration, and for the local queue, which
 * takes the place of the simulator's: that one keeps its messages in memory.
 */
export async function localWorkers({ vars, rateLimit, script, options: told }: Changes): Promise<object[]> {
  const built = await build();
  // The script is bundled already, so wrangler's rules for other module types do not apply.
  const { modulesRules: _, queueProducers, queueConsumers, assets, ...options } = told ?? built.options;
  for (const limiter of Object.values(options.ratelimits ?? {})) if (rateLimit) limiter.simple.limit = rateLimit;
  const producers = Object.entries(queueProducers ?? {}).map(([binding, { queueName }]) => [
    binding,
    { name: LOCAL, entrypoint: 'Producer', props: { queue: queueName } },
  ]);
  const bindings: Record<string, unknown> = {
    ...options.bindings,
    ...(rateLimit ? { KEY_CLICKS: String(rateLimit * SAMPLE) } : {}),
    ...vars,
  };
  const worker = {
    ...options,
    ...(assets ? { assets: { ...assets, directory: join(ROOT, assets.directory) } } : {}),
    name: 'newsgauge',
    outboundService: OUTBOUND,
    modules: [
      { type: 'ESModule', path: 'local.js', contents: DOORS },
      ...modulesOf(typeof script === 'string' ? { 'index.js': script } : (script ?? built.worker)),
    ],
    bindings,
    // Only `fetch` goes through another Worker; what opens sockets has a network of its own.
    serviceBindings: { ...options.serviceBindings, ...Object.fromEntries(producers), OUTSIDE: anywhere() },
  };
  const local = {
    name: LOCAL,
    modules: true,
    script: built.local,
    compatibilityDate: options.compatibilityDate,
    // The runtime's door to `queue` and `scheduled` handlers is experimental.
    compatibilityFlags: ['service_binding_extra_handlers', 'experimental'],
    durableObjects: { QUEUES: { className: 'LocalQueue', useSQLite: true } },
    d1Databases: options.d1Databases ?? {},
    kvNamespaces: options.kvNamespaces ?? {},
    bindings: { CONSUMERS: withoutGaps(queueConsumers), MAX_BACKLOG_BYTES },
    serviceBindings: {
      CONSUMER: { name: 'newsgauge', entrypoint: 'consumer' },
      MACHINE: { name: 'newsgauge', entrypoint: 'Machine' },
    },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  };
  const outbound = {
    name: OUTBOUND,
    modules: true,
    script: built.outbound,
    compatibilityDate: options.compatibilityDate,
    bindings: { FEED_ALLOW_HOSTS: bindings.FEED_ALLOW_HOSTS ?? '' },
    serviceBindings: { PUBLIC: { network: { ...PUBLIC, tlsOptions: tlsOptions() } }, ANY: anywhere() },
  };
  return [worker, local, outbound];
}

const anywhere = () => ({ network: { allow: ['public', 'private'], tlsOptions: tlsOptions() } });

const modulesOf = (modules: Modules) =>
  Object.entries(modules).map(([path, contents]) => ({ type: isData(path) ? 'Data' : 'ESModule', path, contents }));

/**
 * Addresses on the public internet, as `isGlobalIpv4` and `isGlobalIpv6` know them: of networks that overlap the smaller one
 * counts. An IPv4 address inside an IPv6 address of NAT64 or 6to4 is as public as itself. (docs/decisions.md#L21)
 */
const PUBLIC = {
  allow: ['0.0.0.0/0', '2000::/3', '64:ff9b::/96'],
  deny: [
    ...SPECIAL_IPV4.flatMap(([bytes, bits]) => {
      const [a = 0, b = 0, c = 0] = bytes;
      const hex = (high: number, low: number) => (high * 256 + low).toString(16);
      return [
        `${a}.${b}.${c}.0/${bits}`,
        `64:ff9b::${a}.${b}.${c}.0/${96 + bits}`,
        `2002:${hex(a, b)}:${hex(c, 0)}::/${16 + bits}`,
      ];
    }),
    '2001::/23',
    '2001:db8::/32',
    '3fff::/20',
  ],
};

/** Certificates that a fetch trusts: the runtime's own list (it has none on Windows), and the operator's. */
function tlsOptions() {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  // As Node does, which warns of a file that it cannot read.
  const own =
    file && existsSync(file)
      ? readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs)
      : [];
  const listed = process.platform === 'win32' ? rootCertificates : [];
  return { trustBrowserCas: true, trustedCertificates: [...listed, ...(own ?? [])] };
}

/** Without fields that are undefined, which miniflare takes for no JSON. */
const withoutGaps = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? {}));
