import { importClicks, pastClickInput } from '../../../clicks/past.ts';
import { SaltUnavailable } from '../../../clicks/salts/salts.ts';
import { router } from '../../../http/base.ts';
import { ServerError } from '../../../http/errors.ts';
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
    ({ db, env, author }, lines) =>
      importClicks(db, env, lines, author.now).catch((thrown) => {
        throw thrown instanceof SaltUnavailable ? Object.assign(new ServerError(503), { cause: thrown }) : thrown;
      }),
  ),
);
