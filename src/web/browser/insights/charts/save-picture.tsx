import { saveFile, toPng } from '../../lib/file.ts';
import { IS_SERVER } from '../../lib/request.ts';
import { dateTimeOf, timeZone, today } from '../../lib/time.ts';
import { latinSlugOf } from '../../lib/words.ts';
import { Button } from '../../ui/actions.tsx';
import type { Frame } from './picture.ts';

interface Props extends Omit<Frame, 'source'> {
  /** Draws the picture. Its code is loaded only when needed. */
  draw: (frame: Frame) => Promise<string>;
}

export function SavePicture({ title, caption, draw }: Props) {
  if (IS_SERVER) return null;
  const { publisher = '' } = document.body.dataset;
  const picture = () => {
    const of = [publisher, `newsgauge of ${location.host}`].filter(Boolean).join(', ');
    return draw({ title, caption, source: `Source: ${of} · ${dateTimeOf(Date.now())}` });
  };
  const save = (blob: Blob, type: string) =>
    saveFile(blob, `newsgauge-${latinSlugOf(title)}-${today(Date.now(), timeZone())}.${type}`);
  return (
    <div class="row send">
      <Button
        look="link"
        text="Save as SVG"
        press={async () => save(new Blob([await picture()], { type: 'image/svg+xml' }), 'svg')}
      />
      <Button look="link" text="Save as PNG" press={async () => save(await toPng(await picture()), 'png')} />
    </div>
  );
}
