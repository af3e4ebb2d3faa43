import { beforeAll, describe, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../../support/index.ts';
import { askAsPage, dataOf, personOf } from '../../../support/people/index.ts';
import { rows } from '../../../verify/abuse/routes.ts';

let operator = '';
let editor = '';
const MARK = 'Hidden';

const manage = (key: string, path: string, method = 'GET', body?: object) =>
  askWith(key, `/manage/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });

beforeAll(async () => {
  operator = await makeKey('operator');
  editor = (await personOf(operator, 'editor', 'Eve')).cookie;
  for (const kind of ['secret', 'publishable', 'operator'])
    await manage(operator, 'keys', 'POST', { kind, name: `${MARK} ${kind}` });
  for (const role of ['reader', 'partner', 'operator'])
    await manage(operator, 'people', 'POST', { name: `${MARK} ${role}`, role, email: `${MARK}-${role}@news.example` });
  const made = await manage(operator, 'keys', 'POST', { kind: 'operator', name: `${MARK} manager` });
  const { key } = await dataOf<{ key: string }>(made);
  await manage(key, 'keys', 'POST', { kind: 'secret', name: `${MARK} too` });
  await manage(key, 'webhooks', 'POST', {
    name: `${MARK} hook`,
    url: 'https://receiver.invalid/',
    events: ['source.failed'],
  });
  const writer = await dataOf<{ key: string }>(
    await manage(operator, 'keys', 'POST', { kind: 'operator', name: 'Writer' }),
  );
  await publish(writer.key, 'topics', [{ id: 11, name: 'Cyber', slug: 'cyber', description: '', category: 1 }]);
  await askAsPage('/manage/topics/12', {
    method: 'PUT',
    body: { name: 'Talent', slug: 'talent', description: '', category: 2 },
    cookie: editor,
  });
});

const actorsFor = async (answer: Promise<Response>) => (await dataOf<{ actors: string[] }>(await answer)).actors;

describe('the list of actors in the history', () => {
  test('an editor sees only actors of content changes', async () => {
    expect(await actorsFor(askAsPage('/manage/audit/actors', { cookie: editor }))).toEqual(['Eve', 'Writer']);
  });

  test('an operator sees the actors of all changes, each once', async () => {
    const actors = await actorsFor(manage(operator, 'audit/actors'));
    expect(actors).toEqual([...new Set(actors)].sort());
    expect(actors).toEqual(expect.arrayContaining(['Eve', 'Writer', `${MARK} manager`]));
    expect(actors).not.toContain(`${MARK} secret`);
  });

  test('the list of actors contains exactly the actors of the visible entries', async () => {
    const answer = await askAsPage('/manage/audit?limit=100', { cookie: editor });
    const { entries } = await dataOf<{ entries: { actor: string }[] }>(answer);
    const named = [...new Set(entries.map(({ actor }) => actor))].sort();
    expect(named).toEqual(await actorsFor(askAsPage('/manage/audit/actors', { cookie: editor })));
  });
});

test.each(['editor', 'reader', 'partner'] as const)(
  'no response to a %s contains a hidden key, person or email address',
  async (role) => {
    const { cookie } = await personOf(operator, role, `A ${role}`);
    const told: string[] = [];
    const questions = rows.filter(
      ({ method, slow, name }) => method === 'GET' && !slow && name !== 'GET /health/ready',
    );
    for (const { path } of questions)
      for (const query of ['', `?search=${MARK}`, `?actor=${MARK}%20manager`, '?kind=key', '?kind=person']) {
        const answer = await askAsPage(path + (path.includes('?') ? query.replace('?', '&') : query), { cookie });
        // A parameter does not give access.
        if (answer.status === 403) break;
        const text = await answer.text();
        if (answer.status === 200 && text.replaceAll(decodeURIComponent(query).slice(1), '').includes(MARK))
          told.push(path + query);
      }
    expect(told).toEqual([]);
  },
  120_000,
);
