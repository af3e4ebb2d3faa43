import { sha256 } from '../../lib/hash/hash.ts';
import { addressNetwork } from './address.ts';

/** Traits that distinguish readers. They are never stored, logged or forwarded. */
export interface Traits {
  address: string;
  userAgent: string;
  acceptLanguage: string;
  hint: string;
}

const HASH_DIGITS = 32;
const CLASS_DIGITS = 8;

const DEFAULT_READERS_PER_ADDRESS = 16;

export function readersPerAddress(setting: string | undefined): number {
  const readers = Number(setting);
  return Number.isInteger(readers) && readers >= 1 && readers <= 1000 ? readers : DEFAULT_READERS_PER_ADDRESS;
}

/** Hashes the traits of an unsigned reader. An IP address is at most `classes` readers, even if its headers change. */
export async function unsignedReader(salt: string, traits: Traits, classes: number): Promise<string> {
  const { address, userAgent, acceptLanguage, hint } = traits;
  const said = await digest(salt, 'class', userAgent, acceptLanguage, hint);
  const readerClass = Number.parseInt(said.slice(0, CLASS_DIGITS), 16) % classes;
  return (await digest(salt, 'address', addressNetwork(address), readerClass)).slice(0, HASH_DIGITS);
}

export const signedReader = async (salt: string, keyName: string, subject: string): Promise<string> =>
  (await digest(salt, 'signed', keyName, subject)).slice(0, HASH_DIGITS);

export const importedReader = async (salt: string, name: string): Promise<string> =>
  (await digest(salt, 'imported', name)).slice(0, HASH_DIGITS);

export const limitedAddress = async (salt: string, address: string): Promise<string> =>
  (await digest(salt, 'limit', addressNetwork(address))).slice(0, HASH_DIGITS);

/** Hashes the parts as JSON, so that different parts never form the same text. */
const digest = (...parts: (string | number)[]): Promise<string> => sha256(JSON.stringify(parts));
