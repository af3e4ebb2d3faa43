/** Topic id of the whole site. */
export const SITE = 0;

/** Name of a topic's object. */
export const objectName = (topicId: number): string => `topic:${topicId}`;
