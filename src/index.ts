import { consumeClicks, consumeDeadLetters, isDeadQueue } from './clicks/count/consumer.ts';
import { consumeWithRetries } from './clicks/count/retry.ts';
import { logFrom } from './lib/log.ts';
import { scheduled } from './operations/jobs.ts';
import { websubJobs } from './routes/websub/announce.ts';
import { app } from './routes.ts';
import { consumeWakeUps } from './webhooks/consumer.ts';
import { isWebhookQueue } from './webhooks/queue.ts';

export default {
  fetch: (request: Request, env: Env, context: ExecutionContext) => {
    logFrom(env.LOG_LEVEL);
    return app.fetch(request, env, context);
  },
  queue: (batch, env) => {
    logFrom(env.LOG_LEVEL);
    if (isWebhookQueue(batch.queue)) return consumeWakeUps(batch, env);
    return consumeWithRetries(batch, env, isDeadQueue(batch.queue) ? consumeDeadLetters : consumeClicks);
  },
  scheduled: (controller, env) => {
    logFrom(env.LOG_LEVEL);
    return scheduled(controller, env, websubJobs(env));
  },
} satisfies ExportedHandler<Env>;

export { Machine } from './operations/alarms/machine.ts';
export { TopicWindow } from './rankings/object/topic-window.ts';
