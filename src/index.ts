import { consumeClicks, consumeDeadLetters, DEAD_QUEUE } from './clicks/consumer.ts';
import { scheduled } from './operations/jobs.ts';
import { app } from './routes.ts';

export default {
  fetch: app.fetch,
  queue: (batch, env) => (batch.queue === DEAD_QUEUE ? consumeDeadLetters(batch, env) : consumeClicks(batch, env)),
  scheduled,
} satisfies ExportedHandler<Env>;

export { TopicWindow } from './rankings/topic-window.ts';
