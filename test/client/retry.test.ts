import { expect, test } from 'vitest';
import { retrying } from '../../src/client/retry.ts';

/** Returns a `fetch` that replays the responses in order and throws the errors. */
function scripted(answers: (Response | Error)[]) {
  const bodies: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    bodies.push(await request.text());
    const answer = answers.shift() ?? new Response('no more');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, bodies };
}

const busy = (retryAfter = '0', status = 503) =>
  new Response('busy', { status, headers: { 'Retry-After': retryAfter } });
const request = (method: string, body: string | null = null) => new Request('https://news.example/x', { method, body });

test.each([
  [503, 'GET'],
  [429, 'GET'],
  [502, 'DELETE'],
  [504, 'HEAD'],
])('status %i in response to a %s request is retried after the time in Retry-After', async (status, method) => {
  const { fetch, bodies } = scripted([busy('0', status), busy('0', status), new Response('done')]);
  expect((await retrying(fetch)(request(method))).status).toBe(200);
  expect(bodies).toHaveLength(3);
});

test('a retry sends the whole body again', async () => {
  const { fetch, bodies } = scripted([busy(), new Response('done')]);
  await retrying(fetch)(request('PUT', '[1,2]'));
  expect(bodies).toEqual(['[1,2]', '[1,2]']);
});

test('a GET request is retried after a lost connection', async () => {
  const { fetch } = scripted([new TypeError('connection lost'), new Response('done')]);
  expect(await (await retrying(fetch)(request('GET'))).text()).toBe('done');
});

test('a POST request is never retried', async () => {
  const { fetch, bodies } = scripted([busy()]);
  expect((await retrying(fetch)(request('POST', '{}'))).status).toBe(503);
  expect(bodies).toHaveLength(1);
  const lost = scripted([new TypeError('connection lost')]);
  await expect(retrying(lost.fetch)(request('POST', '{}'))).rejects.toThrow('connection lost');
});

test('status 400 is not retried', async () => {
  const { fetch, bodies } = scripted([new Response('no', { status: 400 })]);
  expect((await retrying(fetch)(request('GET'))).status).toBe(400);
  expect(bodies).toHaveLength(1);
});

test('retrying stops after the maximum number of retries and returns the last response', async () => {
  const { fetch, bodies } = scripted([busy(), busy(), busy()]);
  expect((await retrying(fetch, { retries: 1 })(request('GET'))).status).toBe(503);
  expect(bodies).toHaveLength(2);
  const never = scripted([busy()]);
  await retrying(never.fetch, { retries: 0 })(request('GET'));
  expect(never.bodies).toHaveLength(1);
});

test('a response with a Retry-After of an hour is returned without waiting', async () => {
  const { fetch, bodies } = scripted([busy('3600')]);
  expect((await retrying(fetch)(request('GET'))).headers.get('Retry-After')).toBe('3600');
  expect(bodies).toHaveLength(1);
});

test('an aborted request does not wait for a retry', async () => {
  const { fetch } = scripted([busy('30')]);
  const signal = AbortSignal.timeout(20);
  await expect(retrying(fetch)(new Request('https://news.example/x', { signal }))).rejects.toThrow(/abort|timeout/i);
});
