import * as z from 'zod';
import { failCommand } from '../../command/command.ts';
import { DAY } from '../../lib/time.ts';
import { OTHER_VERSION_WAY, unknownMigrations } from '../../node/state/migrations.ts';
import { type AskAccount, Refused } from './account.ts';
import { JURISDICTIONS, LOCATIONS } from './places.ts';

/** This module finds the account's resources for a deployment and creates missing ones. Every step can be repeated. */

/** Retention of queue messages in seconds, by plan. During a longer database outage, messages are lost. */
export const QUEUE_RETENTION_S = { paid: 1_209_600, free: DAY } as const;

export type Plan = keyof typeof QUEUE_RETENTION_S;

export interface DataPlace {
  location?: string;
  jurisdiction?: string;
}

const database = z.object({
  uuid: z.string(),
  name: z.string(),
  jurisdiction: z.string().nullish(),
  running_in_region: z.string().nullish(),
});
const namespace = z.object({ id: z.string(), title: z.string() });
const queue = z.object({
  queue_id: z.string(),
  queue_name: z.string(),
  consumers: z.array(z.object({ script: z.string().optional(), service: z.string().optional() })).default([]),
});
const bindings = z.object({ bindings: z.array(z.looseObject({ name: z.string(), type: z.string() })) });

/** Returns the database with this id or name, or `null`. Ends the command if its location differs from `place`. */
export async function findDatabase(ask: AskAccount, named: { id?: string; name: string }, place: DataPlace) {
  const wanted = `/d1/database${named.id ? `/${named.id}` : `?name=${encodeURIComponent(named.name)}`}`;
  const all = z.array(database).parse([await ask('GET', wanted)].flat());
  const found = named.id ? all[0] : all.find(({ name }) => name === named.name);
  if (!found) return null;
  const { jurisdiction, running_in_region: region } = { ...found };
  const there = jurisdiction ? `jurisdiction ${jurisdiction}` : `location ${region?.toLowerCase() ?? 'unknown'}`;
  const isElsewhere =
    (place.jurisdiction && place.jurisdiction !== jurisdiction) ||
    (place.location && place.location !== region?.toLowerCase());
  if (isElsewhere)
    failCommand(
      `The database ${found.name} is in ${there}, which cannot be changed.`,
      'Omit --location and --jurisdiction, or restore a backup into a deployment with another name.',
    );
  return found.uuid;
}

/** Creates the database. Ends the command if no location is given, because the location can never be changed. */
export async function makeDatabase(
  ask: AskAccount,
  name: string,
  { location, jurisdiction }: DataPlace,
): Promise<string> {
  if (!location && !jurisdiction)
    failCommand(
      'Choose the location of the database, which cannot be changed later:',
      `--location ${LOCATIONS.join(', ')}: near your readers; or --jurisdiction ${JURISDICTIONS.join(', ')}: data never leaves it.`,
    );
  const where = jurisdiction ? { jurisdiction } : { primary_location_hint: location };
  return database.parse(await ask('POST', '/d1/database', { name, ...where })).uuid;
}

export async function ensureNamespace(ask: AskAccount, title: string) {
  for (let page = 1; ; page++) {
    const some = z.array(namespace).parse(await ask('GET', `/storage/kv/namespaces?per_page=100&page=${page}`));
    const found = some.find((each) => each.title === title);
    if (found) return { id: found.id, isNew: false };
    if (some.length < 100) break;
  }
  return { id: namespace.parse(await ask('POST', '/storage/kv/namespaces', { title })).id, isNew: true };
}

const findQueue = async (ask: AskAccount, name: string) =>
  z
    .array(queue)
    .parse(await ask('GET', `/queues?name=${encodeURIComponent(name)}`))
    .find((each) => each.queue_name === name);

/** Ends the command if another installation uses the Worker's name, or if another Worker consumes one of the queues. */
export async function refuseOthers(ask: AskAccount, ours: { name: string; queues: string[]; authority: string }) {
  const way = 'Set another name in deployment.toml, such as name = "weekly"; all resources are named after it.';
  const there = await ask('GET', `/workers/scripts/${ours.name}/settings`).catch((thrown: unknown) => {
    if (thrown instanceof Refused && thrown.status === 404) return null;
    throw thrown;
  });
  if (there) {
    const all = bindings.parse(there).bindings;
    const authority = all.find(({ name }) => name === 'GUID_AUTHORITY')?.text;
    // Cloudflare's deploy button creates an empty Worker before the build.
    const isEmpty = !all.some(({ name }) => name === 'TOPIC_WINDOW');
    if (isEmpty && !process.env.WORKERS_CI)
      failCommand(`The account already has a Worker ${ours.name} that is not newsgauge.`, way);
    if (!isEmpty && authority !== ours.authority)
      failCommand(`The GUID_AUTHORITY of the deployed ${ours.name} is ${authority} and cannot be changed.`, way);
  }
  for (const name of ours.queues) {
    const reader = (await findQueue(ask, name))?.consumers
      .map(({ script, service }) => script ?? service)
      .find((each) => each !== ours.name);
    if (reader) failCommand(`The Worker ${reader} already consumes the queue ${name}; a queue has one consumer.`, way);
  }
}

/** Creates a queue or updates its retention to the plan's maximum. If `plan` is `null`, tries the paid plan first. */
export async function ensureQueue(
  ask: AskAccount,
  name: string,
  plan: Plan | null,
): Promise<{ isNew: boolean; plan: Plan }> {
  const found = await findQueue(ask, name);
  const keep = async (by: Plan) => {
    const settings = { message_retention_period: QUEUE_RETENTION_S[by] };
    await (found
      ? ask('PATCH', `/queues/${found.queue_id}`, { queue_name: name, settings })
      : ask('POST', '/queues', { queue_name: name, settings }));
    return { isNew: !found, plan: by };
  };
  if (plan) return keep(plan);
  return keep('paid').catch((refused: unknown) => {
    if (!(refused instanceof Refused)) throw refused;
    return keep('free').catch(() => {
      throw refused;
    });
  });
}

/** Ends the command if another version created the database. */
export async function refuseOtherVersion(applied: () => Promise<readonly string[]>): Promise<void> {
  const names = await applied().catch((thrown: unknown) => {
    // Before the first migration, the migrations table does not exist.
    if (/no such table/i.test(String(thrown))) return [];
    throw thrown;
  });
  const others = unknownMigrations(names);
  if (others.length === 0) return;
  const made = `another version of newsgauge migrated the deployed database, with these unknown migrations: ${others.join(', ')}`;
  failCommand(made, OTHER_VERSION_WAY);
}

const rows = z.array(z.object({ results: z.array(z.object({ name: z.string() })) }));

export const appliedThere = async (ask: AskAccount, databaseId: string): Promise<string[]> =>
  rows
    .parse(await ask('POST', `/d1/database/${databaseId}/query`, { sql: 'SELECT name FROM d1_migrations' }))
    .flatMap(({ results }) => results.map(({ name }) => name));

export const replicateReads = (ask: AskAccount, databaseId: string): Promise<unknown> =>
  ask('PUT', `/d1/database/${databaseId}`, { read_replication: { mode: 'auto' } });
