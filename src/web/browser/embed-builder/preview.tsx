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

const MAX_HEIGHT_PX = 440;

interface EmbedPreviewProps {
  apiKey: string;
  content: FrameContent;
  parameters: Record<string, string>;
  shown: Query<FrameTitles>;
  title: string;
  height: number | null;
  look: Record<string, string>;
  width: string;
}

export function EmbedPreview({ content, parameters, shown, title, height, apiKey, look, width }: EmbedPreviewProps) {
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
        <Frame
          key={`${address} ${JSON.stringify(look)}`}
          address={address}
          title={title}
          height={height}
          width={width}
          look={look}
        />
      )}
    </>
  );
}

function Frame({
  address,
  title,
  height,
  width,
  look,
}: { address: string } & Pick<EmbedPreviewProps, 'title' | 'height' | 'look' | 'width'>) {
  const frame = useRef<HTMLIFrameElement>(null);
  const content = useFrameHeight(frame);
  const wanted = height ?? (content || 600);
  return (
    <>
      <iframe
        ref={frame}
        src={address}
        title={title}
        onLoad={() => frame.current?.contentWindow?.postMessage({ type: 'newsgauge:style', style: look }, '*')}
        style={{ height: `${Math.min(wanted, MAX_HEIGHT_PX)}px`, maxWidth: width }}
      />
      {wanted > MAX_HEIGHT_PX ? <p class="hint">On your page, the frame is {wanted} px high at this width.</p> : null}
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
