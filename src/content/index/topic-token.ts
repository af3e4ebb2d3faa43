/** The facet token of a topic (`facets.ts`), apart from what knows languages: objects look topics up and load no words. */
export const topicToken = (id: number) => `t${id}`;
