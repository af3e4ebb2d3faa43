export const SITE = 0;

export const objectName = (topicId: number): string => `topic:${topicId}`;
