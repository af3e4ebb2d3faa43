/** This module implements the verbs of `newsgauge keys`, in a database or through the API of a service. */
import { failCommand } from '../../../command/command.ts';
import type { ClicksNeed, Explored } from '../../../db/view-columns.ts';
import type { KeyKind } from '../../../keys/key.ts';
import { type PrintFormat, print } from '../print.ts';
import { KEY_COLUMNS, type KeyStore } from './key-store.ts';

export interface KeyTarget {
  remote?: boolean;
  service?: string;
  json?: boolean;
}

export interface CreateOptions extends KeyTarget {
  kind: KeyKind;
  name: string;
  origin?: string[];
  expires?: number;
  sign?: boolean;
  explore?: Explored;
  clicksNeed?: ClicksNeed;
}

export async function createKeyCommand({ kind, name, origin = [], expires, sign = false, ...given }: CreateOptions) {
  const { explore = 'off', clicksNeed = 'nothing' } = given;
  const forClicks = { '--sign': sign, '--explore': explore !== 'off', '--clicks-need': clicksNeed !== 'nothing' };
  for (const [option, isGiven] of Object.entries(forClicks))
    if (isGiven && kind !== 'publishable') failCommand(`${option} applies to publishable keys only`);
  const store = await storeOf(given);
  const wish = { kind, name, origins: origin, expires: expires ?? null, sign, explore, clicksNeed };
  const { key, secret } = await store.create(wish);
  say(given, { key, secret }, ...[key, secret].filter((line) => line !== null));
}

export async function listKeysCommand({ output, ...target }: KeyTarget & { output: PrintFormat }): Promise<void> {
  const keys = await (await storeOf(target)).list();
  print({ keys }, { list: 'keys', columns: KEY_COLUMNS }, target.json ? 'json' : output);
}

export async function revokeKey(id: number, target: KeyTarget): Promise<void> {
  await (await storeOf(target)).revoke(id);
  say(target, { revoked: id }, `Key ${id} is revoked and stops working everywhere within 60 seconds.`);
}

export async function rotateKey(id: number, { grace, ...target }: KeyTarget & { grace: number }): Promise<void> {
  const key = await (await storeOf(target)).rotate(id, grace);
  say(target, { key }, key);
}

export async function signKey(id: number, { grace, ...target }: KeyTarget & { grace: number }): Promise<void> {
  const secret = await (await storeOf(target)).sign(id, grace);
  say(target, { secret }, secret);
}

function say({ json }: KeyTarget, value: object, ...lines: string[]): void {
  console.log(json ? JSON.stringify(value, null, 2) : lines.join('\n'));
}

/** Returns the key store. A given service takes precedence over the database in `STATE_DIR`. (docs/decisions.md#L26) */
async function storeOf({ remote, service }: KeyTarget): Promise<KeyStore> {
  if (!remote && (service !== undefined || process.env.NEWSGAUGE_SERVICE))
    return (await import('./service-keys.ts')).serviceKeys(service);
  return (await import('./database-keys.ts')).databaseKeys(remote);
}
