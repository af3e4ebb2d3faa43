import { request } from '../../lib/request/request.ts';
import type { Names } from '../../ui/form/names.ts';

/** Sources by name or domain, for search boxes. */
export const useSourceNames = (): Names => ({
  nameOf: (domain) => domain,
  search: async (text, signal) => {
    const query = { search: text.slice(0, 100), limit: 20 };
    const { sources } = await request<{ sources: { domain: string; name: string }[] }>('/manage/sources', {
      query,
      signal,
    });
    return sources.map(({ domain, name }) => ({ id: domain, name: `${name} (${domain})` }));
  },
});
