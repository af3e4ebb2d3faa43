import type { Context } from 'hono';
import * as z from 'zod';
import { annotationKey, removeAnnotation, saveAnnotation, WHOLE_SITE } from '../../content/annotations.ts';
import { type Annotation, annotationInput } from '../../content/input.ts';
import { annotationIs, THINGS } from '../../content/things.ts';
import type { Guard } from '../../db/guard.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { day, id } from '../../http/params.ts';
import { annotationListing } from '../../search/thing-lists.ts';
import { ANNOTATION, annotation, TOPIC } from '../shapes.ts';
import { authorOf } from './lines.ts';
import { cursor, limit, loadPage, PAGE_FIELDS, pageFields } from './list-parameters.ts';
import { mountResource } from './resource.ts';

/** What happened on days, which charts show. */
export const manageAnnotations = router();

manageAnnotations.get(
  '/',
  endpoint(
    {
      operationId: 'listAnnotations',
      summary: 'Annotations of days, newest first, page by page',
      tag: 'Management',
      query: z.object({
        from: day.describe('On this day or later (UTC)'),
        to: day.describe('On this day or earlier (UTC)'),
        ...{ cursor, limit },
      }),
      data: z.object({ annotations: z.array(annotation), ...pageFields }),
      example: { annotations: [ANNOTATION], ...PAGE_FIELDS },
    },
    async ({ var: { db } }, { query }) => {
      const { rows, ...page } = await loadPage(db, annotationListing(query), query);
      return { annotations: rows, ...page };
    },
  ),
);

const { date } = annotationInput.shape;
const DESCRIPTION = 'A sentence about a day, shown with histories to everybody who may read analytics';
const common = {
  shown: annotation,
  input: annotationInput.partial({ date: true }),
  inputExample: { text: ANNOTATION.text },
  kind: THINGS.annotation,
  save: (c: Context<AppEnv>, line: unknown, { all }: { all: Guard }) =>
    saveAnnotation(c.var.db, line as Annotation, authorOf(c), all),
  removal: {
    loses: {},
    example: {},
    losing: async () => ({}),
    remove: (c: Context<AppEnv>, note: Annotation, guard: Guard) =>
      removeAnnotation(c.var.db, annotationKey(note), authorOf(c), guard),
  },
};

mountResource(manageAnnotations, {
  ...common,
  ...{ name: 'Annotation', words: 'an annotation', at: '/:date' },
  description: `${DESCRIPTION}: with every one, as it is about the whole site.`,
  path: z.object({ date }),
  example: ANNOTATION,
  where: ({ date }) => annotationIs(date),
  keyOf: ({ date }) => ({ date, ...WHOLE_SITE }),
});

mountResource(manageAnnotations, {
  ...common,
  ...{ name: 'AnnotationOf', words: 'an annotation of one topic or article', at: '/:date/:scope/:ref' },
  description: `${DESCRIPTION}: with that of one topic or article.`,
  path: z.object({
    date,
    scope: z.enum(['topic', 'article'], { error: 'must be one of topic, article' }),
    ref: id.describe('Topic or content id'),
  }),
  example: { ...ANNOTATION, scope: 'topic', ref: TOPIC.topicId },
  where: (path) => annotationIs(annotationKey(path)),
  keyOf: (path) => path,
});
