import { sheddingClicks } from '../../admission/overload.ts';
import { acceptRead } from '../../clicks/accept/accept.ts';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { methodNotAllowed } from '../../http/errors.ts';
import { acknowledged, dependenciesOf, reporterOf } from './accepting.ts';
import { POST_READ, readInput } from './description.ts';
import { answered, received } from './received.ts';

/** `POST /reads`: how far readers got, from reader pages. */
export const reads = router();

reads.use('/reads', sheddingClicks);

reads.post(
  '/reads',
  describe(POST_READ, async (c: AppContext) => {
    const { key, claims, hint, fields } = await received(c, readInput);
    const { contentId, level } = fields;
    const read = { ...reporterOf(c, key), claims, hint, contentId, level };
    return answered(c, await acknowledged(acceptRead(read, dependenciesOf(c))), 'reads');
  }),
);

reads.all('/reads', () => {
  throw methodNotAllowed('POST, OPTIONS');
});
