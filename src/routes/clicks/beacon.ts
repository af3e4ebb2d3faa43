import type { Context } from 'hono';
import { sheddingClicks } from '../../admission/overload.ts';
import { channelOf, isSaid } from '../../clicks/accept/vocabulary.ts';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { methodNotAllowed } from '../../http/errors.ts';
import { accept } from './accepting.ts';
import { beaconInput, POST_CLICK } from './description.ts';
import { answered, received } from './received.ts';
import { tallied } from './tally.ts';

/** `POST /clicks`: beacons of reader pages. */
export const beacon = router();

beacon.use('/clicks', tallied, sheddingClicks);

beacon.post(
  '/clicks',
  describe(POST_CLICK, async (c: Context<AppEnv>) => {
    const { key, claims, hint, fields } = await received(c, beaconInput, ({ channel }) =>
      isSaid(channel) && !channelOf(channel) ? ['channel'] : [],
    );
    const { contentId, channel } = fields;
    return answered(
      c,
      await accept(c, key, { contentId, claims, channel: channelOf(channel), hint, isLink: false }),
      'clicks',
    );
  }),
);

beacon.all('/clicks', () => {
  throw methodNotAllowed('POST, OPTIONS');
});
