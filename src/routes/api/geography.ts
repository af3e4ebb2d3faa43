import { COUNTRY_NAMES, loadGeography } from '../../content/geography.ts';
import { router } from '../../http/base.ts';
import { cached, json } from '../../http/cache.ts';
import { success } from '../../lib/jsend.ts';

export const geography = router().get('/list', (c) =>
  cached(c, { ttl: 3600, parameters: {} }, async () => {
    const groups = await loadGeography(c.var.db, c.var.now);
    return json(
      success({
        groups: groups.map(({ slug, name, countries }) => ({
          slug,
          name,
          countries: countries.map((code) => ({ code, name: COUNTRY_NAMES.get(code) ?? code })),
        })),
      }),
    );
  }),
);
