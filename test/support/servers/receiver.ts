import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Got {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  origin: string;
  at: (path: string) => Got[];
  paths: () => string[];
  close: () => void;
}

/** Starts a receiver. `isFirst` is true for the first request to a path. */
export async function startReceiver(
  answer: (request: IncomingMessage, response: ServerResponse, isFirst: boolean) => void,
): Promise<Receiver> {
  const got: Got[] = [];
  const at = (path: string) => got.filter((each) => each.path === path);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const path = request.url ?? '';
    const isFirst = at(path).length === 0;
    got.push({ path, headers: request.headers as Record<string, string>, body });
    answer(request, response, isFirst);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at,
    paths: () => got.map(({ path }) => path),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a request to a `/manage` route over a real connection. Returns `data` of the response, which must be 200. */
export async function askManage<T>(
  { url, key }: { url: URL | string; key: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(new URL(`/manage/${path}`, url), {
    method,
    headers: { Authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: T };
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer.data;
}
