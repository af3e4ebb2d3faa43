import { env, runInDurableObject } from 'cloudflare:test';
import { siteCoordinator, topicWindow } from '../../src/rankings/object/stubs.ts';
import { SITE } from '../../src/rankings/site.ts';

/** Returns the object whose row has this id: the site's for `SITE`, otherwise a topic's. */
export const windowObject = (id: number) => (id === SITE ? siteCoordinator(env) : topicWindow(env, id));

export const alarmOf = (id: number): Promise<number | null> =>
  runInDurableObject(windowObject(id) as DurableObjectStub, (_object, { storage }) => storage.getAlarm());

export const refreshObject = (id: number, now: number): Promise<void> =>
  id === SITE ? siteCoordinator(env).refresh(now) : topicWindow(env, id).refresh(id, now);

/** An environment whose objects of topics and of the site are replaced. */
export function withObjects(get: (id: DurableObjectId, binding: 'TOPIC_WINDOW' | 'SITE_COORDINATOR') => object): Env {
  const replaced = (binding: 'TOPIC_WINDOW' | 'SITE_COORDINATOR') => ({
    idFromName: (name: string) => env[binding].idFromName(name),
    get: (id: DurableObjectId) => get(id, binding),
  });
  return {
    ...env,
    TOPIC_WINDOW: replaced('TOPIC_WINDOW'),
    SITE_COORDINATOR: replaced('SITE_COORDINATOR'),
  } as unknown as Env;
}
