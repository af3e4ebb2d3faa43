import * as z from 'zod';
import { removeAnnotation, saveAnnotation } from '../../content/annotations.ts';
import { type Annotation, annotationInput } from '../../content/input.ts';
import { annotationIs, THINGS } from '../../content/things.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { day } from '../../http/params.ts';
import { annotationListing } from '../../search/thing-lists.ts';
import { ANNOTATION, annotation } from '../shapes.ts';
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

mountResource(manageAnnotations, {
  ...{ name: 'Annotation', words: 'an annotation', at: '/:date' },
  path: annotationInput.pick({ date: true }),
  shown: annotation,
  example: ANNOTATION,
  input: annotationInput.partial({ date: true }),
  inputExample: { text: ANNOTATION.text },
  description: 'A sentence about a day, shown with every history to everybody who may read analytics.',
  kind: THINGS.annotation,
  where: ({ date }) => annotationIs(date),
  keyOf: ({ date }) => ({ date }),
  save: async (c, line, { all }) => void (await saveAnnotation(c.var.db, line as Annotation, authorOf(c), all)),
  removal: {
    loses: {},
    example: {},
    losing: async () => ({}),
    remove: (c, { date }, guard) => removeAnnotation(c.var.db, date, authorOf(c), guard),
  },
});
