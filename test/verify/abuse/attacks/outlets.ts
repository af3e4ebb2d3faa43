import { NASTY } from '../../../delivery/hostile.ts';
import { JSON_TYPE, newReader, withKey } from '../request.ts';
import type { Answer, Attack, Trial } from '../trial.ts';
import { lookAt } from './markup.ts';

const KIND = 'stored names';
const SLUG = 'hostile';
const DATE = '2026-01-03';
/** Whatever a share shows, its name is on the page. */
const VIEWS = ['insights/popular-content/', 'insights/rising-content/', 'topics/trending/', 'insights/week/'];

/** Names that operators give: of saved searches, shares, notes and webhooks. Wherever readers meet them they are text. */
export const outlets: Attack = async (trial, thorough) => {
  const names = NASTY.filter((text) => /[<>"'&]/.test(text) && text.length < 200).filter(
    (_, i) => thorough || i % 8 === 0,
  );
  for (const [i, name] of names.entries()) {
    await lookAtSearch(trial, name);
    await lookAtShare(trial, name, VIEWS[i % VIEWS.length] ?? '');
    await lookAtTools(trial, name);
  }
  await refuseStrangeViews(trial);
};

const manage = (trial: Trial, method: string, path: string, body?: object): Promise<Answer> =>
  trial.ask(KIND, `/manage/${path}`, {
    method,
    headers: withKey(trial.keys.living.operator, JSON_TYPE),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function lookAtSearch(trial: Trial, name: string): Promise<void> {
  await manage(trial, 'PUT', `searches/${SLUG}`, { name, filter: { includeTopics: '1' } });
  await manage(trial, 'PUT', `annotations/${DATE}`, { text: name });
  const headers = withKey(trial.keys.living.secret, newReader());
  const title = encodeURIComponent(name);
  for (const path of [
    ...['html', 'rss', 'json'].map((output) => `/feeds/${SLUG}/?output=${output}&limit=1`),
    `/embed/trending?title=${title}`,
    '/embed/choices/searches',
    '/api/v2/insights/annotations/',
    '/api/v2/insights/week/?output=rss',
    '/llms.txt',
  ])
    lookAt(trial, KIND, path, await trial.ask(KIND, path, { headers }), name);
}

async function lookAtShare(trial: Trial, name: string, view: string): Promise<void> {
  const { status, body } = await manage(trial, 'POST', 'shares', { name, view, days: 1 });
  if (status !== 200) return;
  const { link, stored } = (JSON.parse(body) as { data: { link: string; stored: { id: number } } }).data;
  const { pathname } = new URL(link);
  const page = await trial.ask(KIND, pathname, { headers: newReader() });
  trial.expect(page.status === 200, KIND, `a share named ${name}`, `answered ${page.status}`);
  lookAt(trial, KIND, `a share named ${name}`, page, name);
  for (const header of ['Cache-Control', 'Referrer-Policy', 'X-Robots-Tag'])
    trial.expect(/no-store|no-referrer|noindex/.test(page.headers.get(header) ?? ''), KIND, header, 'lets a share out');
  await manage(trial, 'DELETE', `shares/${stored.id}`);
  const after = await trial.ask(KIND, pathname, { headers: newReader() });
  trial.expect(after.status === 404, KIND, 'a revoked share', `answered ${after.status}`);
}

async function lookAtTools(trial: Trial, name: string): Promise<void> {
  const headers = withKey(trial.keys.living.secret, { ...newReader(), ...JSON_TYPE });
  for (const [tool, given] of [
    ['search_articles', { searchTerms: name, limit: name }],
    ['topic_content', { id: name, limit: 5 }],
    [name, {}],
  ] as const) {
    const call = { jsonrpc: '2.0', id: name, method: 'tools/call', params: { name: tool, arguments: given } };
    const answer = await trial.ask(KIND, '/mcp', { method: 'POST', headers, body: JSON.stringify(call) });
    trial.expect(answer.status < 500, KIND, `the tool ${tool}`, `answered ${answer.status}`);
    trial.expect(!/html/.test(answer.headers.get('Content-Type') ?? ''), KIND, `the tool ${tool}`, 'is a page');
  }
}

/** A share shows analytics and nothing else, however its view is spelt. */
async function refuseStrangeViews(trial: Trial): Promise<void> {
  for (const view of [
    '../../manage/keys',
    'insights/../../../manage/keys',
    'insights/%2e%2e/%2e%2e/%2e%2e/manage/keys',
    '/manage/keys',
    '//evil.example/api/v2/insights/popular-content/',
    'https://evil.example/api/v2/insights/popular-content/',
    'feed/',
    'topics/list/',
    'topics/trending/../list/',
    `insights/popular-content/?apiKey=${trial.keys.living.secret}`,
  ]) {
    const { status } = await manage(trial, 'POST', 'shares', { name: 'strange', view, days: 1 });
    trial.expect(status === 400, KIND, `a share of ${view}`, `answered ${status}, not 400`);
  }
}
