import { importClicks, pastClickInput } from '../../../clicks/past.ts';
import { SaltUnavailable } from '../../../clicks/salts/salts.ts';
import { router } from '../../../http/base.ts';
import { ServerError } from '../../../http/errors.ts';
import { areWeighed } from '../../../rankings/object/class-shares.ts';
import { computeDays } from '../../../rankings/object/days.ts';
import { upsert } from '../lines.ts';

export const manageClicks = router();

manageClicks.post(
  '/',
  upsert(
    {
      operationId: 'importClicks',
      summary: 'Import clicks of the last 14 days',
      description:
        'Importing the same again changes nothing. Of several clicks by one reader on one article in one UTC day the earliest counts.',
      line: pastClickInput.meta({ id: 'PastClick' }),
      example: {
        contentId: 1042,
        at: '2026-01-30T08:15:00Z',
        reader: 'r-1',
        continent: 'EU',
        companyType: 'broker',
      },
    },
    async ({ db, env, author: { now } }, lines) => {
      const refusals = await importClicks(db, env, lines, now).catch((thrown) => {
        throw thrown instanceof SaltUnavailable ? Object.assign(new ServerError(503), { cause: thrown }) : thrown;
      });
      // Histories and ranges are right when the rankings are.
      await computeDays(db, { now, isWeighed: areWeighed(env) });
      return refusals;
    },
  ),
);
