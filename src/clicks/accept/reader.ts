import { sha256 } from '../../lib/hash/hash.ts';
import { addressNetwork } from './address.ts';

/** What distinguishes readers. None of it is stored, logged or sent anywhere. */
export interface Traits {
  /** IPv4 or IPv6. */
  address: string;
  userAgent: string;
  acceptLanguage: string;
  /** What the page's script adds: screen and time zone; empty without a script. */
  hint: string;
}

/** Hex digits of a reader's hash: 128 bits. */
const LENGTH = 32;
/** Hex digits that choose a class: 32 bits. */
const CLASS_DIGITS = 8;

/** The default, unless `READERS_PER_ADDRESS` is a whole number from 1 to 1000. */
const READERS_PER_ADDRESS = 16;

export function readersPerAddress(setting: string | undefined): number {
  const readers = Number(setting);
  return Number.isInteger(readers) && readers >= 1 && readers <= 1000 ? readers : READERS_PER_ADDRESS;
}

/**
 * A reader without a token in one UTC day, 32 hex digits: their address, and one of `classes` classes by everything that
 * the browser sends. An address is at most that many readers, however often its headers change. Without the day's salt nobody
 * can recover the address by trying all possible ones.
 */
export async function unsignedReader(salt: string, traits: Traits, classes: number): Promise<string> {
  const { address, userAgent, acceptLanguage, hint } = traits;
  const said = await digest(salt, 'class', userAgent, acceptLanguage, hint);
  const readerClass = Number.parseInt(said.slice(0, CLASS_DIGITS), 16) % classes;
  return (await digest(salt, 'address', addressNetwork(address), readerClass)).slice(0, LENGTH);
}

/** A reader identified by a publisher's token, from the signing key's name and the publisher's own id. */
export const signedReader = async (salt: string, keyName: string, subject: string): Promise<string> =>
  (await digest(salt, 'signed', keyName, subject)).slice(0, LENGTH);

/** A reader as an import names them. */
export const importedReader = async (salt: string, name: string): Promise<string> =>
  (await digest(salt, 'imported', name)).slice(0, LENGTH);

/** An address as rate limits know it: the same for every browser behind it. */
export const limitedAddress = async (salt: string, address: string): Promise<string> =>
  (await digest(salt, 'limit', addressNetwork(address))).slice(0, LENGTH);

/** JSON separates the parts unambiguously. */
const digest = (...parts: (string | number)[]): Promise<string> => sha256(JSON.stringify(parts));
