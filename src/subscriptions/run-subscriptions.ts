import type { Db } from '../db/client.ts';
import type { Millis } from '../lib/time.ts';
import { allowedHosts } from '../syndication/fetch/public-url.ts';
import { composeDue } from './compose.ts';
import { type MailEnv, mailingOf } from './mail/smtp-server.ts';
import { sendDue } from './send/deliver.ts';

export async function runSubscriptions(db: Db, env: Env & MailEnv, now: Millis): Promise<Record<string, number>> {
  const zone = env.TIME_ZONE;
  // Pending messages are sent even if new messages could not be composed.
  const [composed] = await Promise.allSettled([composeDue(db, { zone, now })]);
  const reach = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    allowed: allowedHosts(env.FEED_ALLOW_HOSTS),
  };
  const clock = () => now + performance.now() - start;
  const start = performance.now();
  const ran = await sendDue({ db, mailing: mailingOf(env), reach, zone, clock });
  if (composed.status === 'rejected') throw composed.reason;
  return { made: composed.value, ...ran };
}
