import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';

/**
 * A fake Cloudflare API on loopback that validates requests, with endpoints recorded from wrangler 4.156. Sources:
 * developers.cloudflare.com/api, its fundamentals/api/reference/permissions and {d1,queues,workers,kv}/platform/limits.
 */

export type Permission =
  | 'D1'
  | 'Queues'
  | 'Workers KV Storage'
  | 'Workers Scripts'
  | 'Workers Routes'
  | 'Account Settings';
type Plan = keyof typeof LIMITS;
type Json = Record<string, unknown>;

const LIMITS = {
  free: { databases: 10, retention: 86_400, crons: 5 },
  paid: { databases: 50_000, retention: 1_209_600, crons: 250 },
} as const;

const EVERY: readonly Permission[] = [
  'D1',
  'Queues',
  'Workers KV Storage',
  'Workers Scripts',
  'Workers Routes',
  'Account Settings',
];

interface Queue {
  queue_id: string;
  queue_name: string;
  settings: Json;
  consumers: { consumer_id: string; script: string; settings: Json; dead_letter_queue?: string }[];
}

interface Database {
  uuid: string;
  name: string;
  jurisdiction: string | null;
  running_in_region: string;
  read_replication: { mode: string };
  file: DatabaseSync;
}

interface Version {
  id: string;
  metadata: Json & { bindings: Json[]; migrations?: { new_tag: string; old_tag?: string } };
}

interface Worker {
  versions: Version[];
  deployed: string;
  deployments: Json[];
  tag: string | undefined;
  crons: string[];
  domains: string[];
  subdomain: boolean;
}

/** Response of a scripted failure, or null to close the connection. */
type Answer = { status: number; code: number; message: string } | null;

class No extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export class Cloudflare {
  readonly account = 'a'.repeat(32);
  token = 'cf-token-which-nobody-may-print';
  plan: Plan = 'paid';
  permissions: readonly Permission[] = EVERY;
  readonly databases: Database[] = [];
  readonly namespaces: { id: string; title: string }[] = [];
  readonly queues: Queue[] = [];
  readonly workers = new Map<string, Worker>();
  /** Every request without ids, such as `GET /accounts/…/queues`. */
  readonly requests: string[] = [];
  /** Scripted failure. `refuse` prevents the effect of the request, and `after` happens between effect and response. */
  refuse: (request: string) => Answer | undefined = () => undefined;
  after: (request: string) => Answer | undefined = () => undefined;
  readonly #server = createServer((request, response) => {
    const end = (status: number, body: Json) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const refused = (no: Answer) =>
      no === null
        ? void request.socket.destroy()
        : end(no.status, {
            success: false,
            errors: [{ code: no.code, message: no.message }],
            messages: [],
            result: null,
          });
    this.#answer(request).then(
      ({ said, result, more }) => {
        const no = this.after(said);
        if (no !== undefined) refused(no);
        else end(200, { success: true, errors: [], messages: [], result, ...more });
      },
      (thrown: unknown) => refused(thrown instanceof No ? thrown : thrown === null ? null : oops(thrown)),
    );
  });

  static async start(): Promise<Cloudflare> {
    const cloudflare = new Cloudflare();
    await new Promise<void>((listening) => cloudflare.#server.listen(0, '127.0.0.1', listening));
    return cloudflare;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    for (const { file } of this.databases) file.close();
  }

  get environment(): Record<string, string> {
    const { port } = this.#server.address() as { port: number };
    return {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: this.token,
      CLOUDFLARE_ACCOUNT_ID: this.account,
    };
  }

  async #answer(request: IncomingMessage): Promise<{ said: string; result: unknown; more?: Json }> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cloudflare');
    const path = pathname.replace('/client/v4', '');
    const body = await buffer(request);
    const said = `${request.method} ${path.replace(this.account, ':account').replaceAll(/[0-9a-f-]{32,}/g, ':id')}`;
    this.requests.push(said);
    if (process.env.SHOW_REQUESTS) console.error(said, String(searchParams), body.subarray(0, 400).toString());
    const no = this.refuse(said);
    if (no !== undefined) throw no === null ? null : new No(no.status, no.code, no.message);
    if (
      /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] !== this.token &&
      !said.includes('/assets/upload')
    )
      throw new No(400, 6111, 'Invalid format for Authorization header');
    const type = request.headers['content-type'] ?? '';
    // Wrangler does not always declare JSON bodies as JSON.
    const input = !type.includes('multipart') && body.length > 0 ? JSON.parse(body.toString()) : {};
    const form = type.includes('multipart')
      ? await new Response(body, { headers: { 'content-type': type } }).formData()
      : null;
    for (const [method, pattern, permission, handle] of ROUTES) {
      const match = new RegExp(`^${method}$`).test(request.method ?? '') ? new RegExp(`^${pattern}$`).exec(path) : null;
      if (!match) continue;
      if (permission && !this.permissions.includes(permission)) throw new No(403, 10_000, 'Authentication error');
      const found = path.startsWith('/accounts/') && !path.startsWith(`/accounts/${this.account}`);
      if (found) throw new No(403, 10_000, 'Authentication error');
      const result = handle(this, { names: match.slice(1).map(decodeURIComponent), input, form, query: searchParams });
      return { said, result, ...(Array.isArray(result) ? { more: { result_info: pageOf(result) } } : {}) };
    }
    throw new No(404, 7003, `No route for that URI: ${said}`);
  }
}

const pageOf = (list: unknown[]) => ({
  page: 1,
  per_page: 100,
  count: list.length,
  total_count: list.length,
  total_pages: 1,
});
const oops = (thrown: unknown) => new No(500, 10_013, `An unknown error has occurred: ${String(thrown)}`);

interface Asked {
  names: string[];
  // biome-ignore lint/suspicious/noExplicitAny: what wrangler sends is read as it comes
  input: any;
  form: FormData | null;
  query: URLSearchParams;
}

const A = '/accounts/[0-9a-f]{32}';

const database = ({ databases }: Cloudflare, id: string | undefined): Database =>
  databases.find(({ uuid }) => uuid === id) ?? no(404, 7404, `The database ${id} could not be found`);
const queue = ({ queues }: Cloudflare, id: string | undefined): Queue =>
  queues.find(({ queue_id }) => queue_id === id) ?? no(404, 11_000, 'Queue does not exist');
const worker = ({ workers }: Cloudflare, name = ''): Worker =>
  workers.get(name) ?? no(404, 10_007, 'This Worker does not exist on your account.');
const shown = ({ file: _, ...rest }: Database) => ({
  ...rest,
  version: 'production',
  created_at: '2026-11-01T00:00:00Z',
});
const listed = (each: Queue) => ({
  ...each,
  producers: [],
  producers_total_count: 0,
  consumers_total_count: each.consumers.length,
  consumers: each.consumers.map((consumer) => ({
    ...consumer,
    type: 'worker',
    service: consumer.script,
    environment: 'production',
  })),
});

function no(status: number, code: number, message: string): never {
  throw new No(status, code, message);
}

function kept(cloudflare: Cloudflare, settings: Json = {}): Json {
  const most = LIMITS[cloudflare.plan].retention;
  if (Number(settings.message_retention_period ?? 0) > most)
    no(400, 100_127, `message_retention_period must be at most ${most} seconds on this plan`);
  return settings;
}

function answers(file: DatabaseSync, sql: string) {
  const results: Json[] = [];
  try {
    for (let rest = sql.trim(); rest !== ''; ) {
      const statement = file.prepare(rest);
      const meta = {
        duration: 0,
        changes: 0,
        rows_read: 0,
        rows_written: 0,
        last_row_id: 0,
        changed_db: false,
        size_after: 0,
      };
      results.push({ results: statement.all(), success: true, meta });
      rest = rest.slice(statement.sourceSQL.length).trim();
    }
  } catch (thrown) {
    no(400, 7500, `${(thrown as Error).message}: SQLITE_ERROR`);
  }
  return results;
}

/** Uploads a version. Its bindings must exist, and its Durable Object migrations must follow the last one. */
function upload(cloudflare: Cloudflare, name: string, form: FormData | null): Version {
  const metadata = JSON.parse(String(form?.get('metadata'))) as Version['metadata'];
  const { databases, namespaces, queues } = cloudflare;
  for (const binding of metadata.bindings) {
    const { type, id, namespace_id, queue_name } = binding;
    if (type === 'd1' && !databases.some(({ uuid }) => uuid === (binding.database_id ?? id)))
      no(400, 10_181, `D1 binding '${binding.name}' references database '${id}' which was not found`);
    if (type === 'kv_namespace' && !namespaces.some((each) => each.id === namespace_id))
      no(400, 10_041, `KV namespace '${namespace_id}' not found`);
    if (type === 'queue' && !queues.some((each) => each.queue_name === queue_name))
      no(400, 11_000, `Queue "${queue_name}" does not exist`);
  }
  const old = cloudflare.workers.get(name);
  const { migrations } = metadata;
  if (migrations && migrations.old_tag !== old?.tag)
    no(412, 10_079, `Migration tag precondition failed; expected tag '${migrations.old_tag ?? ''}'`);
  const version = { id: randomUUID(), metadata };
  const made: Worker = {
    versions: [...(old?.versions ?? []), version],
    deployed: version.id,
    deployments: old?.deployments ?? [],
    tag: migrations?.new_tag ?? old?.tag,
    crons: old?.crons ?? [],
    domains: old?.domains ?? [],
    subdomain: old?.subdomain ?? false,
  };
  cloudflare.workers.set(name, made);
  return version;
}

type Route = [string, string, Permission | null, (cloudflare: Cloudflare, asked: Asked) => unknown];

const ROUTES: Route[] = [
  ['GET', '/user/tokens/verify', null, () => ({ id: 't'.repeat(32), status: 'active' })],
  ['GET', '/user', null, () => no(403, 9109, 'Unauthorized to access requested resource')],
  ['GET', '/memberships', null, () => no(403, 9109, 'Unauthorized to access requested resource')],
  ['GET', '/accounts', null, ({ account }) => [{ id: account, name: 'Example' }]],
  ['GET', A, 'Account Settings', ({ account }) => ({ id: account, name: 'Example' })],
  [
    'GET',
    `${A}/d1/database`,
    'D1',
    ({ databases }, { query }) => databases.filter(({ name }) => name.includes(query.get('name') ?? '')).map(shown),
  ],
  [
    'POST',
    `${A}/d1/database`,
    'D1',
    (cloudflare, { input }) => {
      if (cloudflare.databases.some(({ name }) => name === input.name))
        no(400, 7502, `A database with the name '${input.name}' already exists`);
      const most = LIMITS[cloudflare.plan].databases;
      if (cloudflare.databases.length >= most)
        no(400, 7406, `You have reached the maximum of ${most} databases per account`);
      const made: Database = {
        uuid: randomUUID(),
        name: input.name,
        jurisdiction: input.jurisdiction ?? null,
        running_in_region: (input.jurisdiction ? 'eeur' : (input.primary_location_hint ?? 'weur')).toUpperCase(),
        read_replication: { mode: 'disabled' },
        file: new DatabaseSync(':memory:'),
      };
      cloudflare.databases.push(made);
      return shown(made);
    },
  ],
  ['GET', `${A}/d1/database/([^/]+)`, 'D1', (cloudflare, { names }) => shown(database(cloudflare, names[0]))],
  [
    'PUT',
    `${A}/d1/database/([^/]+)`,
    'D1',
    (cloudflare, { names, input }) => shown(Object.assign(database(cloudflare, names[0]), input)),
  ],
  [
    'POST',
    `${A}/d1/database/([^/]+)/query`,
    'D1',
    (cloudflare, { names, input }) => answers(database(cloudflare, names[0]).file, input.sql),
  ],
  ['GET', `${A}/storage/kv/namespaces`, 'Workers KV Storage', ({ namespaces }) => namespaces],
  [
    'POST',
    `${A}/storage/kv/namespaces`,
    'Workers KV Storage',
    ({ namespaces }, { input }) => {
      if (namespaces.some(({ title }) => title === input.title))
        no(400, 10_014, 'a namespace with this account ID and title already exists');
      namespaces.push({ id: randomUUID().replaceAll('-', ''), title: input.title });
      return namespaces.at(-1);
    },
  ],
  [
    'GET',
    `${A}/queues`,
    'Queues',
    ({ queues }, { query }) => {
      const names = query.getAll('name');
      return queues.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name)).map(listed);
    },
  ],
  [
    'POST',
    `${A}/queues`,
    'Queues',
    (cloudflare, { input }) => {
      if (cloudflare.queues.some(({ queue_name }) => queue_name === input.queue_name))
        no(409, 11_009, `Queue name '${input.queue_name}' is already taken`);
      const made = {
        queue_id: randomUUID().replaceAll('-', ''),
        queue_name: input.queue_name,
        settings: kept(cloudflare, input.settings),
        consumers: [],
      };
      cloudflare.queues.push(made);
      return listed(made);
    },
  ],
  ['GET', `${A}/queues/([^/]+)`, 'Queues', (cloudflare, { names }) => listed(queue(cloudflare, names[0]))],
  [
    '(?:PUT|PATCH)',
    `${A}/queues/([^/]+)`,
    'Queues',
    (cloudflare, { names, input }) => {
      const found = queue(cloudflare, names[0]);
      Object.assign(found.settings, kept(cloudflare, input.settings));
      return listed(found);
    },
  ],
  [
    'GET',
    `${A}/queues/([^/]+)/consumers`,
    'Queues',
    (cloudflare, { names }) => listed(queue(cloudflare, names[0])).consumers,
  ],
  [
    'POST',
    `${A}/queues/([^/]+)/consumers`,
    'Queues',
    (cloudflare, { names, input }) => {
      const found = queue(cloudflare, names[0]);
      if (found.consumers.length > 0) no(409, 11_004, 'Queue already has a consumer');
      const consumer = {
        consumer_id: randomUUID().replaceAll('-', ''),
        script: input.script_name,
        settings: input.settings,
        dead_letter_queue: input.dead_letter_queue,
      };
      found.consumers.push(consumer);
      return consumer;
    },
  ],
  [
    'PUT',
    `${A}/queues/([^/]+)/consumers/([^/]+)`,
    'Queues',
    (cloudflare, { names, input }) => {
      const consumer = queue(cloudflare, names[0]).consumers.find(({ consumer_id }) => consumer_id === names[1]);
      if (!consumer) no(404, 11_005, 'Consumer does not exist');
      return Object.assign(consumer, { settings: input.settings, dead_letter_queue: input.dead_letter_queue });
    },
  ],
  [
    'GET',
    `${A}/workers/services/([^/]+)`,
    'Workers Scripts',
    ({ workers }, { names: [name = ''] }) => {
      const found = workers.get(name) ?? no(404, 10_090, 'This service does not exist on your account.');
      return {
        id: name,
        default_environment: {
          environment: 'production',
          script: { id: name, tag: name, tags: [], last_deployed_from: 'wrangler', migration_tag: found.tag },
        },
      };
    },
  ],
  [
    '(?:GET|PATCH)',
    `${A}/workers/workers/([^/]+)`,
    'Workers Scripts',
    (cloudflare, { names: [name = ''], input }) => {
      const found = worker(cloudflare, name);
      found.subdomain = input.subdomain?.enabled ?? found.subdomain;
      return { id: name, name, subdomain: { enabled: found.subdomain, previews_enabled: false } };
    },
  ],
  ['PATCH', `${A}/workers/scripts/([^/]+)/script-settings`, 'Workers Scripts', (_, { input }) => input],
  [
    'PUT',
    `${A}/workers/scripts/([^/]+)/domains/records`,
    'Workers Routes',
    (cloudflare, { names, input }) => {
      worker(cloudflare, names[0]).domains = input.origins.map(({ hostname }: { hostname: string }) => hostname);
      return [];
    },
  ],
  [
    'POST',
    `${A}/workers/scripts/([^/]+)/domains/changeset`,
    'Workers Routes',
    () => ({ added: [], removed: [], updated: [], conflicting: [] }),
  ],
  ['GET', `${A}/workers/subdomain`, 'Workers Scripts', () => ({ subdomain: 'example' })],
  [
    'POST',
    `${A}/workers/scripts/([^/]+)/assets-upload-session`,
    'Workers Scripts',
    () => ({ jwt: 'assets', buckets: [] }),
  ],
  [
    '(?:GET|POST)',
    `${A}/workers/scripts/([^/]+)/subdomain`,
    'Workers Scripts',
    (cloudflare, { names, input }) => {
      const found = worker(cloudflare, names[0]);
      found.subdomain = input.enabled ?? found.subdomain;
      return { enabled: found.subdomain, previews_enabled: false };
    },
  ],
  [
    'GET',
    `${A}/workers/scripts/([^/]+)/versions`,
    'Workers Scripts',
    (cloudflare, { names }) => ({ items: worker(cloudflare, names[0]).versions.map(shownVersion).reverse() }),
  ],
  [
    'GET',
    `${A}/workers/scripts/([^/]+)/versions/([^/]+)`,
    'Workers Scripts',
    (cloudflare, { names }) =>
      shownVersion(
        worker(cloudflare, names[0]).versions.find(({ id }) => id === names[1]) ?? no(404, 10_007, 'No such version'),
      ),
  ],
  [
    'POST',
    `${A}/workers/scripts/([^/]+)/versions`,
    'Workers Scripts',
    (cloudflare, { names, form }) => {
      const { deployed } = worker(cloudflare, names[0]);
      const version = upload(cloudflare, names[0] ?? '', form);
      worker(cloudflare, names[0]).deployed = deployed;
      return { ...shownVersion(version), startup_time_ms: 80 };
    },
  ],
  [
    'GET',
    `${A}/workers/scripts/([^/]+)/deployments`,
    'Workers Scripts',
    (cloudflare, { names }) => ({ deployments: worker(cloudflare, names[0]).deployments }),
  ],
  [
    'POST',
    `${A}/workers/scripts/([^/]+)/deployments`,
    'Workers Scripts',
    (cloudflare, { names, input }) => deployedAs(worker(cloudflare, names[0]), input.versions[0].version_id),
  ],
  ['GET', `${A}/workers/scripts`, 'Workers Scripts', ({ workers }) => [...workers.keys()].map((id) => ({ id }))],
  [
    'GET',
    `${A}/workers/scripts/([^/]+)/settings`,
    'Workers Scripts',
    (cloudflare, { names }) => current(cloudflare, names[0]).metadata,
  ],
  [
    'GET',
    `${A}/workers/scripts/([^/]+)/secrets`,
    'Workers Scripts',
    (cloudflare, { names }) => worker(cloudflare, names[0]) && [],
  ],
  [
    'PUT',
    `${A}/workers/scripts/([^/]+)/schedules`,
    'Workers Scripts',
    (cloudflare, { names, input }) => {
      const found = worker(cloudflare, names[0]);
      const total = [...cloudflare.workers.values()]
        .filter((each) => each !== found)
        .flatMap(({ crons }) => crons).length;
      if (total + input.length > LIMITS[cloudflare.plan].crons)
        no(403, 10_072, `You have exceeded the limit of ${LIMITS[cloudflare.plan].crons} cron triggers.`);
      found.crons = input.map(({ cron }: { cron: string }) => cron);
      return { schedules: input };
    },
  ],
  ['PUT', `${A}/storage/kv/namespaces/([^/]+)`, 'Workers KV Storage', () => no(404, 10_013, 'namespace not found')],
  [
    'PUT',
    `${A}/workers/scripts/([^/]+)`,
    'Workers Scripts',
    (cloudflare, { names: [name = ''], form }) => {
      const { id } = upload(cloudflare, name, form);
      deployedAs(worker(cloudflare, name), id);
      return { id: name, deployment_id: id, startup_time_ms: 80, entry_point: 'index.js', tag: name };
    },
  ],
];

const shownVersion = ({ id, metadata }: Version) => ({
  id,
  number: 1,
  metadata: { created_on: '2026-11-01T00:00:00Z', source: 'wrangler', author_email: 'a@a.example' },
  resources: { bindings: metadata.bindings, script: { etag: id, handlers: [] }, script_runtime: {} },
});

function deployedAs(of: Worker, version: string) {
  of.deployed = version;
  of.deployments.unshift({
    id: randomUUID(),
    source: 'wrangler',
    strategy: 'percentage',
    author_email: 'a@a.example',
    created_on: '2026-11-01T00:00:00Z',
    versions: [{ version_id: version, percentage: 100 }],
  });
  return of.deployments[0];
}

const current = (cloudflare: Cloudflare, name: string | undefined): Version => {
  const found = worker(cloudflare, name);
  return found.versions.find(({ id }) => id === found.deployed) ?? no(404, 10_007, 'There is no version.');
};
