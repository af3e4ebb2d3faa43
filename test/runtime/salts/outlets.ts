import assert from 'node:assert/strict';

interface Caller {
  operator: string;
  address: string;
  /** The service's current day, in the form `YYYY-MM-DD`. */
  day: string;
}

/** Leaves traces of an address in many outlets. Returns the issued tokens, none of which is stored. */
export async function useEveryOutlet(url: URL | string, { operator, address, day }: Caller): Promise<string[]> {
  const from = { 'CF-Connecting-IP': address };
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const init = { method, headers: { ...from, ...headers }, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(new URL(path, url), init);
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return answer;
  };
  const bearer = { Authorization: `Bearer ${operator}` };
  const signedIn = await ask('POST', '/session', bearer);
  const cookie = signedIn.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
  const session = { Cookie: cookie, Origin: new URL(url).origin };
  const name = `Seen at ${Date.now()}`;
  await ask('PUT', '/manage/searches/seen', session, { name, filter: { searchTerms: 'one' } });
  await ask('PUT', '/manage/annotations/2026-01-01', session, { text: name });
  const share = await ask('POST', '/manage/shares', session, { name, view: 'insights/popular-content/', days: 30 });
  const { link } = ((await share.json()) as { data: { link: string } }).data;
  const { pathname } = new URL(link);
  await ask('GET', pathname, {});
  await ask('GET', `${pathname}/data`, {});
  await ask('GET', '/feeds/seen/', session);
  await ask('GET', '/api/v2/insights/week/?output=rss', session);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'trending_topics', arguments: {} } };
  await ask('POST', '/mcp', { ...bearer, 'Content-Type': 'application/json' }, call);
  const known = (await (await ask('GET', '/manage/webhooks', session)).json()) as { data: { webhooks: object[] } };
  const hook = { name, url: 'https://hook.invalid/', events: ['selection.published'] };
  if (known.data.webhooks.length === 0) await ask('POST', '/manage/webhooks', session, hook);
  await ask('PUT', `/manage/recommended/${day}`, session, { articles: [1] });
  return [cookie.split('=')[1] ?? '', pathname.split('/').at(-1) ?? ''];
}
