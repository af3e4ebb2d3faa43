import { failAs, failCommand } from './command.ts';

/** This module determines the URL of the service that a command manages. Commands send keys to no other URL. */

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopback = (url: URL): boolean => LOOPBACK.includes(url.hostname);

const localService = () => `http://localhost:${process.env.PORT ?? 8787}`;

/** Returns the URL of the service. Ends the command if the key would be sent to another machine over plain HTTP. */
export function serviceAt(service?: string): URL {
  const name = service === undefined ? 'NEWSGAUGE_SERVICE' : '--service';
  const text = service ?? (process.env.NEWSGAUGE_SERVICE || localService());
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) failCommand(`${name} must be a URL such as https://news.example.com`);
  if (url.username || url.password) failCommand(`${name} must not contain a user name or password`);
  if (url.protocol === 'http:' && !isLoopback(url))
    failCommand(`${name} must begin with https:// (http:// is for this machine only)`);
  return url;
}

/** Sends a request. Ends the command after a redirect, because a key must never be sent to another URL. */
export async function fetchFrom(base: URL, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new URL(path, base), { ...init, redirect: 'manual' }).catch((): never =>
    failAs('closed', `${base.origin} is not reachable`),
  );
  if (response.status < 300 || response.status > 399 || response.status === 304) return response;
  const target = URL.parse(response.headers.get('Location') ?? '', base);
  return failAs(
    'closed',
    `${base.origin} redirects to ${target?.origin ?? 'another address'}. If you trust that address, use it as --service.`,
  );
}
