import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TestProject } from 'vitest/node';

export interface Script {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Binary response body in Base64, in place of `body`. */
  base64?: string;
  times?: number;
  /** `hang`: the server never responds. `drip`: it sends the body byte by byte without end. */
  manner?: 'hang' | 'drip';
  delay?: number;
}

export interface Seen {
  path: string;
  headers: Record<string, string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    feedServer: string;
  }
}

/** A web server whose responses tests set with `PUT`. `GET /seen/…` returns the received requests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scripts = new Map<string, Script>();
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (request.method === 'PUT') {
      scripts.set(path, JSON.parse(await textOf(request)));
      response.end();
    } else if (path.startsWith('/seen/')) {
      response.end(JSON.stringify(seen.filter((each) => each.path === path.slice(5))));
    } else {
      seen.push({ path, headers: request.headers as Record<string, string> });
      await answer(scripts.get(path) ?? { status: 404 }, request, response);
    }
  });
  // The runtime reuses connections, so closing one between two requests would make the second fail.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('feedServer', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

async function answer(
  { status = 200, headers = {}, body = '', base64, times = 1, manner, delay = 0 }: Script,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (manner === 'hang') return;
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  const { ETag: etag, 'Last-Modified': modified } = headers;
  const isSame = etag ? request.headers['if-none-match'] === etag : request.headers['if-modified-since'] === modified;
  response.writeHead((etag || modified) && isSame ? 304 : status, headers);
  const bytes = base64 ? Buffer.from(base64, 'base64') : Buffer.from(body);
  if (manner === 'drip') {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
    return;
  }
  // A client may close the connection early.
  await pipeline(Readable.from(Array(times).fill(bytes)), response).catch(() => undefined);
}
