import { sheddingClicks } from '../../admission/overload.ts';
import { acceptRead } from '../../clicks/accept/accept.ts';
import { isSaid, parseChannel } from '../../clicks/accept/vocabulary.ts';
import { parseListToken } from '../../clicks/list-tokens.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { methodNotAllowed } from '../../http/errors.ts';
import { acceptRequest, dependenciesOf, orUnavailable, reporterOf } from './accepting.ts';
import { beaconInput, POST_CLICK, POST_READ, readInput } from './description.ts';
import { parseBeacon, respond } from './received.ts';
import { tallyOutcome } from './tally.ts';

export const reads = router();

reads.use('/reads', sheddingClicks);

reads.post(
  '/reads',
  describe(POST_READ, async (c: AppContext) => {
    const { key, claims, hint, fields } = await parseBeacon(c, readInput);
    const { contentId, level } = fields;
    const read = { ...reporterOf(c, key), claims, hint, contentId, level };
    return respond(c, await orUnavailable(acceptRead(read, dependenciesOf(c))), 'reads');
  }),
);

reads.all('/reads', () => {
  throw methodNotAllowed('POST, OPTIONS');
});

export const beacon = router();

beacon.use('/clicks', tallyOutcome, sheddingClicks);

beacon.post(
  '/clicks',
  describe(POST_CLICK, async (c: AppContext) => {
    const { key, claims, hint, fields } = await parseBeacon(c, beaconInput, ({ channel }) =>
      isSaid(channel) && !parseChannel(channel) ? ['channel'] : [],
    );
    const { contentId, channel } = fields;
    const listToken = fields.listToken
      ? await parseListToken(await installationSecret(c.var.db), fields.listToken, c.var.now)
      : null;
    const click = { contentId, claims, channel: parseChannel(channel), listToken, hint, isLink: false };
    return respond(c, await acceptRequest(c, key, click), 'clicks');
  }),
);

beacon.all('/clicks', () => {
  throw methodNotAllowed('POST, OPTIONS');
});
