import { failCommand } from '../command/command.ts';
import { stateDir } from '../command/paths.ts';
import { isLoopback } from '../lib/hosts/loopback.ts';
import { readServer } from '../node/state/lock.ts';

const DEFAULT_PORT = '8787';

/** Returns the address with `PORT`, or the one of the server that uses `STATE_DIR`, which `start --port` may set. */
function localAddress(): string {
  const { HOST, PORT } = process.env;
  const port = PORT || /\d+$/.exec(readServer(stateDir())?.url ?? '')?.[0] || DEFAULT_PORT;
  // Not `localhost`, which may also be [::1], where another user of this machine could listen on the same port.
  return `http://${HOST === '::1' ? '[::1]' : '127.0.0.1'}:${port}`;
}

/**
 * Returns the URL of the service that a command manages. Commands send keys to no other URL. Ends the command if the
 * key would be sent to another machine over plain HTTP.
 */
export function serviceAt(service?: string): URL {
  const name = service === undefined ? 'NEWSGAUGE_SERVICE' : '--service';
  const text = service ?? (process.env.NEWSGAUGE_SERVICE || localAddress());
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) failCommand(`${name} must be a URL such as https://news.example.com`);
  if (url.username || url.password) failCommand(`${name} must not contain a user name or password`);
  if (url.protocol === 'http:' && !isLoopback(url))
    failCommand(`${name} must begin with https:// (http:// is for this machine only)`);
  return url;
}
