import type { Context } from 'hono';
import { addressNetwork } from '../clicks/accept/address.ts';
import type { AppEnv } from '../http/env.ts';
import { sha256 } from '../lib/hash/hash.ts';

/** The network of a request's address as a hash, to count by: it is kept in memory for a minute at most, and nowhere else. */
export const hashedAddress = (c: Context<AppEnv>): Promise<string> =>
  sha256(addressNetwork(c.req.header('CF-Connecting-IP') ?? ''));
