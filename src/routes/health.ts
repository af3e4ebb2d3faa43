import * as z from 'zod';
import { operations } from '../http/endpoint.ts';
import { ServerError } from '../http/errors.ts';
import { factsOfMachine, WRITE_FAULTS } from '../operations/alarms/machine-facts.ts';
import { findObstacle, type Obstacle } from '../operations/ready.ts';

const CHECK_TIMEOUT_MS = 2000;

const MESSAGES: Record<Obstacle, string> = {
  databaseUnavailable: 'The database does not respond.',
  migrationsMissing: 'The database is not migrated to this version.',
  otherVersion:
    'Another version of newsgauge migrated the database. Deploy that version again, or restore a backup of this one.',
  restoring: 'A backup is being restored.',
  databaseDamaged: 'A part of the database is missing or unreadable. Restore a backup.',
};
const OBSTACLES = Object.keys(MESSAGES);

/** Results are cached, because anyone can request a health check, and each check reads one row of every table. */
const RESULT_TTL_MS = { ready: 2000, notReady: 500 };
const CHECK_POLL_MS = 10;

/** Runs one health check for concurrent requests. Waiting requests poll, because they cannot await its promise. */
class Readiness {
  #found: Obstacle | null = null;
  #until = 0;
  #lookingUntil = 0;

  async look(find: () => Promise<Obstacle | null>): Promise<Obstacle | null> {
    while (Date.now() < this.#lookingUntil) await scheduler.wait(CHECK_POLL_MS);
    if (Date.now() < this.#until) return this.#found;
    this.#lookingUntil = Date.now() + CHECK_TIMEOUT_MS;
    try {
      this.#found = await find();
      this.#until = Date.now() + (this.#found ? RESULT_TTL_MS.notReady : RESULT_TTL_MS.ready);
      return this.#found;
    } finally {
      this.#lookingUntil = 0;
    }
  }

  forget(): void {
    this.#until = 0;
  }
}

export const readiness = new Readiness();

export const health = operations('Health');

health.get('/live', {
  operationId: 'getLive',
  summary: 'Check whether the service is running',
  description: 'Checks only that the service responds.',
  errors: [500],
  data: z.object({ live: z.literal(true) }),
  example: { live: true },
  answer: async () => ({ live: true as const }),
});

const notReady = z
  .object({
    status: z.literal('error'),
    code: z.literal(503).meta({ override: { type: 'integer' } }),
    reason: z.enum(OBSTACLES),
    message: z.string(),
  })
  .meta({ id: 'NotReady' });

health.get('/ready', {
  operationId: 'getReady',
  summary: 'Check whether the service is ready',
  description:
    'Checks that the database is available and migrated, and reads a row of every table and of the search index. The result is cached for two seconds, or half a second after a failure. Indexes and triggers are checked once per minute. If the disk is full or read-only, reads continue and `writes` contains the reason.',
  errors: [500],
  others: {
    503: {
      description: `The service is not ready (${OBSTACLES.map((reason) => `\`${reason}\``).join(', ')}); retry after \`Retry-After\` seconds`,
      headers: ['Retry-After'],
      content: {
        'application/json': {
          schema: notReady,
          example: { status: 'error', code: 503, reason: 'migrationsMissing', message: MESSAGES.migrationsMissing },
        },
      },
    },
  },
  data: z.object({
    ready: z.literal(true),
    writes: z.enum(WRITE_FAULTS).optional().describe('Reason why writes fail; omitted if they succeed'),
  }),
  example: { ready: true },
  answer: async (c) => {
    const obstacle = await readiness.look(() =>
      findObstacle(c.var.db, () => scheduler.wait(CHECK_TIMEOUT_MS), c.var.now),
    );
    if (obstacle) throw new ServerError(503, { reason: obstacle, message: MESSAGES[obstacle] });
    const { writes } = factsOfMachine(c.var.now);
    return { ready: true as const, ...(writes ? { writes } : {}) };
  },
});
