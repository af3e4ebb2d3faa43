import { moveInWords } from '../desk/selection-advice.ts';
import { adviceLabel } from '../insights/stories/article-words.ts';
import type { SelectedDay, Standing } from '../insights/stories/verdict.ts';
import { Button } from '../ui/actions.tsx';

interface FollowProps {
  wasted: Standing | undefined;
  better: Standing;
  day: SelectedDay;
  reload: () => void;
}

/** Publishes the advised selection at once. The message that confirms it offers to undo it. */
export function FollowAdvice({ wasted, better, day, reload }: FollowProps) {
  const text = moveInWords({ wasted, better });
  return (
    <Button
      look="primary"
      text={text}
      label={adviceLabel(text, { wasted, better })}
      press={async () => (await import('../desk/publish-selection.ts')).publishAdvice(day, { wasted, better }, reload)}
    />
  );
}
