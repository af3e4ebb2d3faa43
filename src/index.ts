import { consumeClicks, consumeDeadLetters, DEAD_QUEUE } from './clicks/consumer.ts';
import { consumeWithRetries } from './clicks/retry.ts';
import { scheduled } from './operations/jobs.ts';
import { app } from './routes.ts';

export default {
  fetch: app.fetch,
  queue: (batch, env) =>
    consumeWithRetries(batch, env, batch.queue === DEAD_QUEUE ? consumeDeadLetters : consumeClicks),
  scheduled,
} satisfies ExportedHandler<Env>;

export { TopicWindow } from './rankings/topic-window.ts';
