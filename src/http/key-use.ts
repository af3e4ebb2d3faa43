import type { Context } from 'hono';
import { openDb } from '../db/client.ts';
import { type Use, UseCounter } from '../keys/use.ts';
import { log, reasonOf } from '../lib/log.ts';
import type { AppEnv } from './env.ts';

const uses = new UseCounter();

/** Counts the outcome of a request with a living key, without delaying the answer. */
export function noteKeyUse(c: Context<AppEnv>): void {
  const keyId = c.var.usedKey;
  if (keyId === undefined || !uses.count(keyId, useOf(c), c.var.now)) return;
  const flushed = uses.flush(openDb(c.env.DB));
  c.executionCtx.waitUntil(flushed.catch((thrown) => log('usesLate', Date.now(), { reason: reasonOf(thrown) })));
}

function useOf({ res, req }: Context): Use {
  const isClick = req.path.startsWith('/clicks') || req.path.startsWith('/go/');
  const { status } = res;
  if (isClick && status < 500) {
    if (status >= 400) return 'clickRefused';
    return res.headers.get('X-Click') === 'accepted' ? 'clickAccepted' : 'clickDropped';
  }
  if (status < 400) return 'answered';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
