import { logFrom } from './lib/log.ts';
import { app } from './routes.ts';

/** Entry point of the Worker. Handlers load on demand, so that an isolate for readers starts without jobs and pages. */
export default {
  fetch: (request: Request, env: Env, context: ExecutionContext) => {
    logFrom(env.LOG_LEVEL);
    return app.fetch(request, env, context);
  },
  queue: async (batch, env) => {
    logFrom(env.LOG_LEVEL);
    const { isWebhookQueue } = await import('./webhooks/queue.ts');
    if (isWebhookQueue(batch.queue)) return (await import('./webhooks/consumer.ts')).consumeWakeUps(batch, env);
    const { consumeWithRetries } = await import('./clicks/consume/retry.ts');
    const { consumeClicks, consumeDeadLetters, isDeadQueue } = await import('./clicks/consume/consumer.ts');
    return consumeWithRetries(batch, env, isDeadQueue(batch.queue) ? consumeDeadLetters : consumeClicks);
  },
  scheduled: async (controller, env) => {
    logFrom(env.LOG_LEVEL);
    const { runScheduledJobs } = await import('./operations/jobs.ts');
    const { websubJobs } = await import('./routes/websub/announce.ts');
    return runScheduledJobs(controller, env, websubJobs(env));
  },
} satisfies ExportedHandler<Env>;

export { SiteCoordinator } from './rankings/object/site-coordinator.ts';
export { TopicWindow } from './rankings/object/topic-window.ts';
