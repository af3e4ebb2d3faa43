import { importClicks, pastClickInput } from '../../clicks/past.ts';
import { router } from '../../http/base.ts';
import { upsert } from './lines.ts';

export const manageClicks = router();

manageClicks.post(
  '/',
  upsert(
    {
      operationId: 'importClicks',
      summary: 'Import clicks of the last 14 days',
      line: pastClickInput.meta({ id: 'PastClick' }),
      example: {
        contentId: 1042,
        at: '2026-01-30T08:15:00Z',
        reader: 'r-1',
        continent: 'EU',
        companyType: 'broker',
      },
    },
    (db, lines, now, env) => importClicks(db, env.TOPIC_WINDOW, lines, now),
  ),
);
