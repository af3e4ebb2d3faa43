import { useState } from 'hono/jsx/dom';
import { announce } from '../lib/announce.ts';
import { request } from '../lib/request/request.ts';
import { lasting } from '../lib/time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';
import type { Status } from './findings.ts';

interface Rankings {
  status: Status;
  reload: () => void;
}

/** How fresh rankings are, and a button that computes them again. */
export function Rankings({ status: { rankings }, reload }: Rankings) {
  const [notice, setNotice] = useState('');
  const rebuild = async () => {
    const { rebuilt } = await request<{ rebuilt: number }>('/manage/rebuild', { method: 'POST' });
    const text = `${rebuilt} rankings recomputed.`;
    setNotice(text);
    announce(text);
    reload();
  };
  // Not known while the database is out; the state above says so.
  const { published, late, oldestAgeSeconds } = rankings ?? { published: 0, late: 0, oldestAgeSeconds: null };
  return (
    <Section id="rankings" title="Rankings">
      <dl class="facts">
        <dt>Published</dt>
        <dd>
          {rankings === null
            ? 'Not known'
            : published === 0
              ? 'None yet: nobody has clicked'
              : `The whole site and ${published - 1} ${published === 2 ? 'topic' : 'topics'}`}
        </dd>
        <dt>Oldest</dt>
        <dd>
          {rankings === null
            ? 'Not known'
            : oldestAgeSeconds === null
              ? 'None'
              : `computed ${lasting(oldestAgeSeconds)} ago`}
        </dd>
        <dt>Behind the hour</dt>
        <dd>{rankings === null ? 'Not known' : late === 0 ? 'None' : late}</dd>
      </dl>
      <div class="row head">
        <Button text="Recompute all" busy="Recomputing…" press={rebuild} />
        {notice ? <p class="hint">{notice}</p> : null}
      </div>
    </Section>
  );
}
