import { useRef } from 'hono/jsx/dom';
import { useFrameHeight } from '../lib/page.ts';
import { type Query, useQuery } from '../lib/query.ts';
import type { ApiError, Schemas } from '../lib/request.ts';
import { optionsOf } from '../lib/words.ts';
import { Skeleton } from '../ui/parts.tsx';
import { framedBy } from './framing.ts';
import { type FrameContent, frameAddress } from './view.ts';

export interface FrameTitles {
  titles: string[];
}

export const toFrameTitles = (answer: Schemas['JsonFeed'] | { topics: { name: string }[] }): FrameTitles => ({
  titles: 'topics' in answer ? answer.topics.map(({ name }) => name) : answer.items.map(({ title }) => title ?? ''),
});

/** Returns true if the error is about a field of the form. */
export const isFieldFault = ({ kind, faults }: ApiError): boolean =>
  kind === 'invalid' || (kind === 'missing' && Object.keys(faults).length > 0);

export const WIDTH_OPTIONS = optionsOf({ '100%': 'Full', '600px': 'Column', '360px': 'Phone' });

interface EmbedPreviewProps {
  apiKey: string;
  content: FrameContent;
  parameters: Record<string, string>;
  shown: Query<FrameTitles>;
  title: string;
  /** Fixed height in pixels. `null` if the height fits the content. */
  height: number | null;
  /** Height in pixels before the script runs. */
  start: number;
  look: Record<string, string>;
  width: string;
}

export function EmbedPreview({ content, parameters, shown, apiKey, ...framed }: EmbedPreviewProps) {
  const framing = useQuery(`framed ${apiKey}`, (signal) => framedBy(apiKey, location.origin, signal));
  if (shown.error && isFieldFault(shown.error)) return <p class="notice">Fix this first: {shown.error.message}</p>;
  if (framing.value) return <Elsewhere origins={framing.value} shown={shown.value} />;
  // The preview does not report impressions, because an editor is not a reader.
  const { views: _, ...looks } = parameters;
  const address = frameAddress({ origin: '', content, parameters: looks, key: apiKey });
  return (
    <>
      {/* A new iframe for each address keeps the preview out of the browser history. */}
      {framing.at === null && !framing.error ? (
        <Skeleton lines={8} />
      ) : (
        <Frame key={`${address} ${JSON.stringify(framed.look)}`} address={address} {...framed} />
      )}
    </>
  );
}

interface FrameProps extends Pick<EmbedPreviewProps, 'title' | 'height' | 'start' | 'look' | 'width'> {
  address: string;
}

function Frame({ address, title, height, start, width, look }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const content = useFrameHeight(frame);
  return (
    <>
      <iframe
        ref={frame}
        src={address}
        title={title}
        onLoad={() => frame.current?.contentWindow?.postMessage({ type: 'newsgauge:style', style: look }, '*')}
        style={{ height: `${height ?? (content || start)}px`, maxWidth: width }}
      />
      {height === null && content ? (
        <p class="hint before-2">
          The script fits the height to the content: {content} px at this width. Until it runs, the frame is {start} px
          high.
        </p>
      ) : null}
    </>
  );
}

/** Lists titles instead of a preview if the key is bound to other sites, because this page cannot frame the embed. */
const Elsewhere = ({ origins, shown }: { origins: string[]; shown: FrameTitles | null }) => (
  <div class="notice">
    <p>
      This key is bound to {origins.join(', ')}. Browsers show the frame only on that site, so there is no preview here.
      The snippet works on that site.
    </p>
    {shown && shown.titles.length > 0 ? (
      <>
        <p>It begins with:</p>
        <ol>
          {shown.titles.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ol>
      </>
    ) : null}
  </div>
);
