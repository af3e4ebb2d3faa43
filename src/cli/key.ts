/** `npm run key -- create | list | revoke | rotate`: the only command that makes keys, which are shown once. */
import { parseArgs } from 'node:util';
import type { SQL } from 'drizzle-orm';
import { fail, now, run } from '../command/command.ts';
import { newChange, recordOther } from '../content/history/audit.ts';
import type { AuditAction } from '../db/values.ts';
import { KEY_KINDS, type KeyKind } from '../keys/key.ts';
import { addKey, changeKey, type KeyChange, replaceKey, withNewSecret } from '../keys/manage.ts';
import { addSigningSecret, newSigner } from '../keys/signing.ts';
import { findKeyById, isAlive, type KeyRecord, listKeys } from '../keys/store.ts';
import { rfc3339 } from '../lib/time.ts';
import { withDb, withStores } from './database/database.ts';

const USAGE = `newsgauge key create --kind ${KEY_KINDS.join('|')} --name NAME [--origin URL ...] [--expires DATE] [--sign] [--remote]
  (with --sign a publishable key gets a secret to sign claims with: the second line)
newsgauge key list [--remote]
newsgauge key revoke ID [--remote]
newsgauge key rotate ID [--grace SECONDS] [--remote]   (the old key works SECONDS longer, 86400 by default)
newsgauge key sign ID [--grace SECONDS] [--remote]     (a new signing secret; the old one works SECONDS longer)`;

const OPTIONS = {
  kind: { type: 'string' },
  name: { type: 'string' },
  origin: { type: 'string', multiple: true },
  expires: { type: 'string' },
  grace: { type: 'string', default: '86400' },
  sign: { type: 'boolean', default: false },
  remote: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof parse>['values'];

const parse = () => parseArgs({ allowPositionals: true, options: OPTIONS });

const COMMANDS: Record<string, (options: Options, id: string | undefined) => Promise<void>> = {
  create,
  list,
  revoke,
  rotate,
  sign,
};

await run(USAGE, async () => {
  const { values, positionals } = parse();
  const [name = '', id, ...rest] = positionals;
  const command = COMMANDS[name];
  if (!command || rest.length > 0) fail(`there is no command "${positionals.join(' ')}"`, USAGE);
  await command(values, id);
});

async function create({ kind, name, origin = [], expires, sign, remote }: Options): Promise<void> {
  if (!kind || !KEY_KINDS.includes(kind as KeyKind)) fail(`--kind must be one of ${KEY_KINDS.join(', ')}`);
  if (!name?.trim()) fail('--name must say whose key it is');
  if (sign && kind !== 'publishable') fail('--sign is for publishable keys: they come with clicks');
  const signer = sign ? newSigner() : null;
  const key = {
    kind: kind as KeyKind,
    name: name.trim(),
    origins: origin.map(parseOrigin),
    expiresAt: expires === undefined ? null : parseDate(expires),
    signer,
  };
  await withStores(remote, async (stores) => {
    // The secret first, so that a signing key always has one.
    const secret = signer === null ? null : await addSigningSecret(stores, signer, now(), 0);
    console.log((await addKey(stores.db, key, now(), recorded('create'))).key);
    if (secret) console.log(secret);
  });
}

async function list({ remote }: Options): Promise<void> {
  console.table((await withDb(remote, listKeys)).map(describe));
}

async function revoke({ remote }: Options, id: string | undefined): Promise<void> {
  const change = { revokedAt: now() };
  const ended = await withDb(remote, (db) => changeKey(db, parseId(id), change, recorded('delete')));
  if (!ended) fail(`there is no living key with id ${id}`);
  console.log(`Key ${id} is revoked; it stops working everywhere within 60 seconds.`);
}

async function rotate({ remote, grace }: Options, id: string | undefined): Promise<void> {
  const rotation = { now: now(), grace: parseGrace(grace) };
  const replaced = await withDb(remote, (db) => replaceKey(db, parseId(id), rotation, recorded('create')));
  if (!replaced) fail(`there is no living key with id ${id}`);
  console.log(replaced.key);
}

async function sign({ remote, grace }: Options, id: string | undefined): Promise<void> {
  await withStores(remote, async (stores) => {
    const key = await findKeyById(stores.db, parseId(id));
    if (!key || !isAlive(key, now())) fail(`there is no living key with id ${id}`);
    if (key.kind !== 'publishable') fail(`key ${id} is ${key.kind}; only publishable keys come with clicks`);
    const signer = key.signer ?? newSigner();
    console.log(await addSigningSecret(stores, signer, now(), parseGrace(grace)));
    await changeKey(stores.db, key.id, { signer }, withNewSecret(recorded('update')));
  });
}

/** Puts a change into the audit trail, in the name of this command. */
function recorded(action: AuditAction): (key: KeyChange) => SQL {
  const change = newChange({ actor: 'newsgauge key', now: now() * 1000 });
  return (key) => recordOther(change, 'key', { action, ...key });
}

function describe(key: KeyRecord) {
  const state = key.revokedAt !== null ? 'revoked' : isAlive(key, now()) ? 'alive' : 'expired';
  const { id, kind, name } = key;
  const expires = key.expiresAt === null ? '' : rfc3339(key.expiresAt);
  return {
    id,
    kind,
    name,
    state,
    signs: key.signer !== null,
    origins: key.origins.join(' '),
    created: rfc3339(key.createdAt),
    expires,
  };
}

function parseOrigin(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    fail(`--origin ${text} must be an origin such as https://www.example.com`);
  return url.origin;
}

function parseDate(text: string): number {
  const seconds = Math.floor(Date.parse(text) / 1000);
  if (!(seconds > now())) fail('--expires must be a date to come, such as 2030-01-31');
  return seconds;
}

function parseGrace(text: string): number {
  if (!/^\d+$/.test(text)) fail('--grace must be a number of seconds');
  return Number(text);
}

function parseId(text: string | undefined): number {
  if (!text || !/^[1-9]\d*$/.test(text)) fail('give the id of the key, as `list` shows it');
  return Number(text);
}
