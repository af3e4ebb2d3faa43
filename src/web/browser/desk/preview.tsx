import { useRef } from 'hono/jsx/dom';
import { useFrameHeight } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { requestText } from '../lib/request.ts';
import { optionOrFirst, optionsOf } from '../lib/words.ts';
import { Segments } from '../ui/form/field.tsx';
import { Loaded } from '../ui/parts.tsx';
import type { DeskArticle } from './use-day.ts';

const OUTPUTS = optionsOf({ html: 'HTML', rss: 'RSS', json: 'JSON' });
type Output = (typeof OUTPUTS)[number][0];

const MAX_IDS = 100;

interface DeskPreviewProps {
  date: string;
  articles: DeskArticle[];
  output: string;
  choose: (output: string) => void;
}

export function DeskPreview({ date, articles, output: wanted, choose }: DeskPreviewProps) {
  const output: Output = optionOrFirst(OUTPUTS, wanted);
  const ids = articles.slice(0, MAX_IDS).map(({ contentId }) => contentId);
  const query = { output, date, articles: ids };
  const rendered = useQuery(query, (signal) => requestText('/manage/preview', { query, signal }));
  return (
    <section class="card preview" aria-labelledby="preview-title">
      <div class="row tools middle">
        <h2 id="preview-title">Preview</h2>
        <Segments label="As" name="output" value={output} options={OUTPUTS} choose={choose} />
      </div>
      {articles.length > MAX_IDS ? <p class="notice">Only the first {MAX_IDS} articles are shown here.</p> : null}
      <Loaded of={rendered} what="the preview" lines={8}>
        {(text) => (output === 'html' ? <EmbedFrame html={text} /> : <Source text={text} isJson={output === 'json'} />)}
      </Loaded>
    </section>
  );
}

const HEIGHT_PX = { least: 160, most: 1200 };

function EmbedFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const height = Math.max(HEIGHT_PX.least, Math.min(HEIGHT_PX.most, useFrameHeight(frame)));
  return (
    <iframe
      ref={frame}
      title="The selection as an embedded page"
      srcdoc={html}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      style={{ height: `${height}px` }}
    />
  );
}

const Source = ({ text, isJson }: { text: string; isJson: boolean }) => (
  <section tabindex={0} aria-label={isJson ? 'JSON Feed' : 'RSS'}>
    <pre>{isJson ? JSON.stringify(JSON.parse(text), null, 2) : text}</pre>
  </section>
);
