import { formatPercent } from '../../../lib/percent.ts';
import { type Cause, causeInWords } from '../../../rankings/math/figures/cause.ts';

/** An event in a line, from the data that webhooks get. */
export function eventInWords(type: string, data: Record<string, unknown>): string {
  const { topic, article, source, search, rank, previousRank, growthPercent, confidence, cause, date, alarm, detail } =
    data as Partial<{
      topic: { name: string };
      article: { title: string };
      source: { name: string };
      search: { name: string };
      rank: number | null;
      previousRank: number | null;
      growthPercent: number | null;
      confidence: 'high' | 'low';
      cause: Cause<{ title: string }> | null;
      date: string;
      alarm: string;
      detail: string;
    }>;
  switch (type) {
    case 'topic.entered_top_ten':
      return `${topic?.name} entered the top ten, now ${ordinal(rank)}`;
    case 'topic.left_top_ten':
      return `${topic?.name} left the top ten${previousRank ? `, where it was ${ordinal(previousRank)}` : ''}`;
    case 'topic.grows':
      return [
        `${topic?.name} grows`,
        growthPercent ? `${formatPercent(growthPercent)} on last week` : '',
        causeInWords({ growthPercent: growthPercent ?? null, confidence: confidence ?? 'low', cause: cause ?? null }),
      ]
        .filter(Boolean)
        .join(', ');
    case 'story.rises':
      return `“${article?.title}” is rising`;
    case 'source.failed':
      return `${source?.name} can’t be read`;
    case 'selection.published':
      return `The selection for ${date} was published`;
    case 'article.matched':
      return `“${article?.title}” matches “${search?.name}”`;
    case 'service.alarm':
      return `Alarm: ${detail}`;
    case 'service.recovered':
      return `Recovered: ${alarm}`;
    default:
      return type;
  }
}

const ordinal = (rank: number | null | undefined) => (rank ? `number ${rank}` : 'without a rank');
