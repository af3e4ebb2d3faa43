import { sheddingClicks } from '../../admission/overload.ts';
import { acceptClick, acceptRead } from '../../clicks/accept/accept.ts';
import { isSaid, parseChannel } from '../../clicks/accept/vocabulary.ts';
import { parseListToken } from '../../clicks/list-tokens.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { methodNotAllowed } from '../../http/errors.ts';
import { dependenciesOf, orUnavailable, parseBeacon, reporterOf } from './beacon-request.ts';
import { beaconInput, POST_CLICK, POST_READ, readInput } from './description.ts';
import { go } from './go.tsx';
import { recordKeyUse, respond, tallyOutcome } from './outcome.ts';
import { views } from './view-routes.ts';

export const clicks = router();

clicks.use('/clicks', recordKeyUse, tallyOutcome, sheddingClicks);

clicks.post(
  '/clicks',
  describe(POST_CLICK, async (c: AppContext) => {
    const { key, claims, hint, fields } = await parseBeacon(c, beaconInput, ({ channel }) =>
      isSaid(channel) && !parseChannel(channel) ? ['channel'] : [],
    );
    const { contentId, channel } = fields;
    const listToken = fields.listToken
      ? await parseListToken(await installationSecret(c.var.db), fields.listToken, c.var.now)
      : null;
    const click = {
      ...reporterOf(c, key),
      contentId,
      claims,
      channel: parseChannel(channel),
      listToken,
      hint,
      isLink: false,
    };
    return respond(c, await orUnavailable(acceptClick(click, dependenciesOf(c))), 'clicks');
  }),
);

clicks.all('/clicks', () => {
  throw methodNotAllowed('POST, OPTIONS');
});

clicks.use('/reads', recordKeyUse, sheddingClicks);

clicks.post(
  '/reads',
  describe(POST_READ, async (c: AppContext) => {
    const { key, claims, hint, fields } = await parseBeacon(c, readInput);
    const { contentId, level } = fields;
    const read = { ...reporterOf(c, key), claims, hint, contentId, level };
    return respond(c, await orUnavailable(acceptRead(read, dependenciesOf(c))), 'reads');
  }),
);

clicks.all('/reads', () => {
  throw methodNotAllowed('POST, OPTIONS');
});

clicks.route('/', go);
clicks.route('/', views);
