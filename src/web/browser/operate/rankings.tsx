import { useState } from 'hono/jsx/dom';
import { announce } from '../lib/page.ts';
import { request } from '../lib/request.ts';
import { lasting } from '../lib/time.ts';
import { Button } from '../ui/actions.tsx';
import { Facts, Section } from '../ui/parts.tsx';
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
  const topics = `The whole site and ${published - 1} ${published === 2 ? 'topic' : 'topics'}`;
  const facts = {
    Published: published === 0 ? 'None yet: nobody has clicked' : topics,
    Oldest: oldestAgeSeconds === null ? 'None' : `computed ${lasting(oldestAgeSeconds)} ago`,
    'Behind the hour': late === 0 ? 'None' : late,
  };
  return (
    <Section id="rankings" title="Rankings">
      <Facts of={rankings ? facts : { Published: 'Not known', Oldest: 'Not known', 'Behind the hour': 'Not known' }} />
      <div class="row head">
        <Button text="Recompute all" busy="Recomputing…" press={rebuild} />
        {notice ? <p class="hint">{notice}</p> : null}
      </div>
    </Section>
  );
}
