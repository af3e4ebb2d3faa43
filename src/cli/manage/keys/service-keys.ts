import { type Api, apiAt } from '../../../command/api.ts';
import { rfc3339OrNull } from '../../../lib/time.ts';
import { operatorKey } from '../../operator-key.ts';
import { serviceAt } from '../../service-address.ts';
import type { CreatedKey, KeyStore, ShownKey } from './key-store.ts';

interface KeyPage {
  keys: ShownKey[];
  next: string | null;
}

export async function serviceKeys(service: string | undefined): Promise<KeyStore> {
  const base = serviceAt(service);
  return keysBy(apiAt(base, await operatorKey(base)));
}

const keysBy = (api: Api): KeyStore => ({
  create: async ({ expires, ...wish }) =>
    (await api.ask('POST', 'keys', { ...wish, expires: rfc3339OrNull(expires) })) as unknown as CreatedKey,
  async list() {
    const all: ShownKey[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `keys?limit=1000${cursor && `&cursor=${cursor}`}`;
      const page = (await api.ask('GET', path)) as unknown as KeyPage;
      all.push(...page.keys);
      cursor = page.next;
    }
    return all.toSorted((a, b) => Number(a.id) - Number(b.id));
  },
  async revoke(id) {
    await api.ask('DELETE', `keys/${id}`);
  },
  rotate: async (id, grace) => String((await api.ask('POST', `keys/${id}/rotate`, { grace })).key),
  sign: async (id, grace) => String((await api.ask('POST', `keys/${id}/sign`, { grace })).secret),
});
