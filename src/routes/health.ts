import { router } from '../http/base.ts';
import { ServerFault } from '../http/errors.ts';
import { success } from '../lib/jsend.ts';
import { findObstacle, type Obstacle } from '../operations/ready.ts';

/** Milliseconds that the database has to answer. */
const PATIENCE = 2000;

const MESSAGES: Record<Obstacle, string> = {
  databaseUnavailable: 'The database does not answer.',
  migrationsMissing: 'The database is not migrated to this version.',
  restoring: 'A backup is being restored.',
  databaseDamaged: 'A table of the database is missing or cannot be read: restore a backup.',
  indexOutdated: 'The search index is of an older version: run `npm run reindex`.',
};

/** For load balancers and monitors; no key, never cached. */
export const health = router();

/** That the Worker runs, and nothing else. */
health.get('/health/live', (c) => c.json(success({ live: true })));

/** That it can answer requests. */
health.get('/health/ready', async (c) => {
  const obstacle = await findObstacle(c.var.db, () => scheduler.wait(PATIENCE));
  if (obstacle) throw new ServerFault(503, { reason: obstacle, message: MESSAGES[obstacle] });
  return c.json(success({ ready: true }));
});
