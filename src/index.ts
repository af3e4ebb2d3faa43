import { api } from './api/app.ts';
import { clicks } from './clicks/beacon.ts';
import { consumeClicks, consumeDeadLetters, DEAD_QUEUE } from './clicks/consumer.ts';
import { baseRouter } from './http/base.ts';
import { manage } from './manage/app.ts';
import { scheduled } from './scheduled.ts';

const app = baseRouter();
app.route('/api/v2', api);
app.route('/manage', manage);
app.route('/', clicks);

export default {
  fetch: app.fetch,
  queue: (batch, env) => (batch.queue === DEAD_QUEUE ? consumeDeadLetters(batch, env) : consumeClicks(batch, env)),
  scheduled,
} satisfies ExportedHandler<Env>;

export { TopicWindow } from './windows/topic-window.ts';
