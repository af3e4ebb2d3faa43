import { topicInput } from '../../content/input.ts';
import { router } from '../../http/base.ts';
import { upsert } from './lines.ts';

export const manageTopics = router();

manageTopics.put(
  '/',
  upsert(
    {
      operationId: 'putTopics',
      summary: 'Add or change topics',
      line: topicInput.meta({ id: 'TopicInput' }),
      example: {
        id: 12,
        name: 'Cyber',
        slug: 'cyber',
        description: 'Insurance of digital risks',
        category: 1,
        excludedFromTrending: false,
      },
    },
    (content, lines) => content.saveTopics(lines),
  ),
);
