/** Bindings of the Durable Objects that compute rankings: one object per topic, and one for the site. */
export type WindowObjects = Pick<Env, 'TOPIC_WINDOW' | 'SITE_COORDINATOR'>;

export const topicWindow = ({ TOPIC_WINDOW }: Pick<Env, 'TOPIC_WINDOW'>, topicId: number) =>
  TOPIC_WINDOW.get(TOPIC_WINDOW.idFromName(`topic:${topicId}`));

export const siteCoordinator = ({ SITE_COORDINATOR }: Pick<Env, 'SITE_COORDINATOR'>) =>
  SITE_COORDINATOR.get(SITE_COORDINATOR.idFromName('site'));
