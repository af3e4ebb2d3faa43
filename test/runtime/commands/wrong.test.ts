/** Each invalid command line exits with its code and one line of advice, and changes nothing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ROOT } from '../../../src/command/paths.ts';
import { killAll, type Process, stillRunning } from '../../support/processes.ts';
import { keysIn } from '../../support/ready.ts';
import { part } from '../../support/runner/part.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-lines-'));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const topic = (fields: object) => JSON.stringify({ id: 7, name: 'Cyber', slug: 'cyber', category: 1, ...fields });
const lines = {
  mistyped: file('mistyped.ndjson', `${topic({})}\n${topic({ nmae: 'X' })}\n`),
  array: file('array.json', `[${topic({})},${topic({ nmae: 'X' })}]`),
  strange: file('strange.ndjson', `${topic({ quiteAnotherField: 1 })}\n`),
  everything: file('everything.ndjson', `{"collection":"topics","value":${topic({ nmae: 'X' })}}\n{"lines":1}\n`),
  cut: file('cut.ndjson', `{"collection":"topics","value":${topic({})}}\n`),
  shorter: file('shorter.ndjson', `{"collection":"topics","value":${topic({})}}\n{"lines":2}\n`),
  refused: file('refused.ndjson', `${topic({ category: 3 })}\n`),
  text: file('feeds.opml', 'no outline'),
};
const project = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const { version } = project;
const nowhere = `http://localhost:${await freePort()}`;
const elsewhere = 'https://news.example.com';

type Variables = Record<string, string | undefined>;

let server: Server;
const processes: Process[] = [];
let environment: Variables = {};
before(async () => {
  const options = { state: join(folder, 'state'), port: await freePort(), log: join(folder, 'log') };
  server = await Server.start(options);
  processes.push(...server.processes());
  const { operator } = keysIn(server.lines);
  environment = {
    ...process.env,
    PORT: String(options.port),
    STATE_DIR: options.state,
    NEWSGAUGE_KEY: operator,
    NEWSGAUGE_SERVICE: `http://localhost:${options.port}`,
  };
});
after(() => {
  killAll(stillRunning(processes));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Ended {
  code: number;
  out: string;
  said: string[];
}

function newsgauge(words: readonly string[], variables: Variables = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const command = [join(ROOT, 'src/cli/newsgauge.js'), ...words];
    execFile(
      process.execPath,
      command,
      { env: { ...environment, ...variables } as NodeJS.ProcessEnv },
      (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, said: err.split('\n').filter(Boolean) }),
    );
  });
}

/** Returns everything that a change would affect: audit trail, content and files. */
async function everything(): Promise<string> {
  const headers = { Authorization: `Bearer ${environment.NEWSGAUGE_KEY}` };
  const paths = ['audit', 'topics', 'articles', 'sources', 'keys', 'webhooks', 'alerts', 'deleted', 'shares'];
  const ask = async (path: string) =>
    (await fetch(`http://localhost:${environment.PORT}/manage/${path}`, { headers })).json();
  const { lastUsed: _, ...answers } = Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await ask(path)])),
  );
  return JSON.stringify([answers, readdirSync(folder)], (name, value) => (name === 'lastUsed' ? null : value));
}

const WRONG: [code: number, said: RegExp, ...words: string[]][] = [
  [2, /^unknown command 'artcles'; Did you mean articles\?$/, 'artcles', 'list'],
  [2, /^unknown command 'strat'; Did you mean start\?$/, 'strat'],
  [2, /^unknown command 'nothing'/, 'nothing'],
  [2, /^unknown command 'constructor'/, 'constructor'],
  [2, /^unknown command '\.\.\/start'/, '../start'],
  [2, /^unknown command 'lst'; Did you mean list\?$/, 'topics', 'lst'],
  [2, /^unknown command 'remove'/, 'topics', 'remove', '7'],
  [2, /^unknown command 'merge'/, 'articles', 'merge', '7'],
  [2, /^unknown command 'put'/, 'sessions', 'put', '7'],
  [2, /^unknown command 'crate'; Did you mean create\?$/, 'keys', 'crate'],
  [2, /^unknown option '--titel'; Did you mean --title\?$/, 'articles', 'put', '7', '--titel', 'X'],
  [2, /^unknown option '--nmae'; Did you mean --name\?$/, 'topics', 'put', '7', '--nmae', 'X'],
  [2, /^unknown option '--serach'; Did you mean --search\?$/, 'articles', 'list', '--serach', 'flood'],
  [2, /^unknown option '--inot'; Did you mean --into\?$/, 'topics', 'merge', '7', '--inot', '8'],
  [2, /^unknown option '--dryrun'; Did you mean --dryRun\?$/, 'topics', 'delete', '7', '--dryrun'],
  [2, /^unknown option '--reasn'; Did you mean --reason\?$/, 'dead-letters', 'discard', '--reasn', 'tooOld'],
  [2, /^unknown option '--addres'; Did you mean --address\?$/, 'subscriptions', 'create', '--addres', elsewhere],
  [2, /^unknown option '--title'/, 'topics', 'put', '7', '--title', 'X'],
  [2, /^unknown option '--remot'; Did you mean --remote\?$/, 'backup', join(folder, 'copy'), '--remot'],
  [2, /^unknown option '--prot'/, 'start', '--prot', '1'],
  [2, /^unknown option '--watch'/, 'dev', '--watch'],
  [2, /^option '--title <text>' argument missing$/, 'articles', 'put', '7', '--title'],
  [2, /^option '--dryRun \[true\|false\]' argument 'maybe' is invalid/, 'topics', 'delete', '7', '--dryRun', 'maybe'],
  [2, /Allowed choices are table, json, ndjson, csv\.$/, 'topics', 'list', '-o', 'yaml'],
  [2, /^missing required argument 'name'$/, 'topics', 'get'],
  [2, /^missing required argument 'name'$/, 'topics', 'delete', '--yes'],
  [2, /^missing required argument 'name'$/, 'webhooks', 'rotate'],
  [2, /^missing argument: name, id or URL/, 'topics', 'put', '--name', 'X'],
  [2, /^too many arguments for 'list'/, 'topics', 'list', '7'],
  [2, /^too many arguments for 'get'/, 'topics', 'get', '7', '8'],
  [2, /^missing required argument 'folder'$/, 'backup'],
  [2, /^too many arguments for 'backup'/, 'backup', 'one', 'two'],
  [2, /^missing required argument 'folder'$/, 'restore'],
  [2, /^option '--try' cannot be used with option '--remote'$/, 'restore', 'copy', '--try', '--remote'],
  [2, /^too many arguments for 'start'/, 'start', 'one.opml', 'two.opml'],
  [2, /feeds\.opml (is not OPML|contains no feeds)$/, 'start', lines.text],
  [2, /Allowed choices are paid, free\.$/, 'deploy', '--plan', 'cheap'],
  [2, /^required option '--kind <kind>' not specified$/, 'keys', 'create', '--name', 'X'],
  [2, /^required option '--name <name>' not specified$/, 'keys', 'create', '--kind', 'secret'],
  [2, /Allowed choices are secret, publishable, operator\.$/, 'keys', 'create', '--kind', 'public', '--name', 'X'],
  [2, /It must not be empty\.$/, 'keys', 'create', '--kind', 'secret', '--name', ' '],
  [2, /It must be a future date/, 'keys', 'create', '--kind', 'secret', '--name', 'X', '--expires', '2020-01-31'],
  [2, /It must be an origin/, 'keys', 'create', '--kind', 'publishable', '--name', 'X', '--origin', 'a.example'],
  [2, /^--sign applies to publishable keys/, 'keys', 'create', '--kind', 'secret', '--name', 'X', '--sign'],
  [2, /It must be a whole number/, 'keys', 'revoke', 'mine'],
  [2, /It must be a whole number/, 'keys', 'rotate', '1', '--grace', 'long'],
  [2, /^unknown command 'key'; Did you mean keys\?$/, 'key', 'list'],
  [2, /^unknown command 'delete'/, 'keys', 'delete', '1'],
  [
    2,
    /^option '--remote' cannot be used with option '--service <url>'$/,
    'keys',
    'list',
    '--remote',
    '--service',
    elsewhere,
  ],
  [
    2,
    /^--explore applies to publishable keys/,
    'keys',
    'create',
    '--kind',
    'secret',
    '--name',
    'X',
    '--explore',
    'all',
  ],
  [2, /It must be a whole number from 1 to 500\.$/, 'simulate', '--rate', '1000'],
  [2, /^clicks can only be sent to this machine/, 'simulate', '--service', elsewhere],
  [2, /It must be a whole number/, 'retag', '--after', 'last'],
  [2, /^--service must be a URL/, 'topics', 'list', '--service', 'nowhere'],
  [2, /^--service must begin with https:/, 'topics', 'list', '--service', 'http://news.example.com'],
  [2, /^--service must not contain a user name/, 'topics', 'list', '--service', 'https://a:b@news.example.com'],
  [2, /^unknown option '--url'/, 'topics', 'list', '--url', elsewhere],
  [4, /^NEWSGAUGE_KEY belongs to the service in NEWSGAUGE_SERVICE, not to/, 'topics', 'list', '--service', elsewhere],
  [2, /^"topcs" is neither a file nor a collection; the collections are .*topics/, 'import', 'topcs', lines.mistyped],
  [2, /^specify one file$/, 'import', 'topics'],
  [2, /^line 2: unknown field "nmae"; did you mean "name"\?$/, 'import', 'topics', lines.mistyped],
  [2, /^line 2: unknown field "nmae"; did you mean "name"\?$/, 'import', 'topics', lines.array],
  [2, /^line 1: unknown field "quiteAnotherField"; known fields: category, .*slug$/, 'import', 'topics', lines.strange],
  [2, /^line 1: unknown field "nmae"; did you mean "name"\?$/, 'import', lines.everything],
  [2, /^the export is incomplete: the last line is not the line count; export it again/, 'import', lines.cut],
  [2, /^the export is incomplete: the last line counts 2 lines, but the file has 1; /, 'import', lines.shorter],
  [2, /^line 2: unknown field "nmae"; did you mean "name"\?$/, 'topics', 'put', '--file', lines.mistyped],
  [2, /Allowed choices are zsh, bash, fish, powershell\.$/, 'complete', 'tcsh'],
  [2, /^missing required argument 'what'$/, 'import'],
  [2, /^missing required argument 'urls'$/, 'feeds', 'add'],
  [2, /^missing required argument 'url'$/, 'feeds', 'test'],
  [2, /^missing required argument 'urls'$/, 'feeds', 'pause'],
  [2, /It must be a URL such as https:/, 'feeds', 'add', elsewhere, 'courier'],
  [2, /It must be a URL such as https:/, 'feeds', 'poll', 'courier'],
  [2, /It must be a URL such as https:/, 'feeds', 'resume', 'http://'],
  [2, /It must be a URL such as https:/, 'feeds', 'test', 'file:///etc/passwd'],
  [2, /^too many arguments for 'status'/, 'status', 'now'],
  [2, /^unknown option '--jsn'; Did you mean --json\?$/, 'status', '--jsn'],
  [2, /^--service must be a URL/, 'doctor', '--service', 'nowhere'],
  [2, /^--service must begin with https:/, 'export', '--service', 'http://192.0.2.1'],
  [2, /It must not be empty\.$/, 'upgrade', '--from', ''],
  [2, /It must be a whole number from 1 to 65535\.$/, 'start', '--port', '0'],
  [2, /It must be a whole number from 1 to 65535\.$/, 'start', '--port', 'http'],
  [2, /^option '--host <address>' argument missing$/, 'start', '--host'],
  [2, /feeds\.opml is a file; choose a folder that does not exist yet$/, 'backup', lines.text],
  [3, /^folder not found: gone\/deep$/, 'restore', 'gone/deep', '--try'],
  [3, /^folder not found: gone$/, 'restore', 'gone'],
  [3, /^folder not found: .*feeds\.opml$/, 'restore', lines.text],
  [3, /^404 notFound: id does not belong to a topic$/, 'topics', 'get', '7'],
  [3, /^404 notFound: id is not the id of a webhook$/, 'webhooks', 'test', '7'],
  [3, /^404 notFound: id is not the id of an active key$/, 'keys', 'revoke', '4711'],
  [3, /^file not found: gone\.ndjson$/, 'import', 'topics', 'gone.ndjson'],
  [3, /^file not found: gone\.ndjson$/, 'topics', 'put', '--file', 'gone.ndjson'],
  [3, /^file not found: gone\.opml$/, 'start', 'gone.opml'],
  [1, /^line 1: category must be 1/, 'import', 'topics', lines.refused],
];

test('every invalid command line exits with its code and message and changes nothing', {
  timeout: 900_000,
}, async () => {
  const earlier = await everything();
  assert.ok(WRONG.filter(([code]) => code === 2).length >= 60);
  // An invalid command sends no request, not even to check whether the service knows the key.
  const recorded: string[] = [];
  const recorder = createServer((request, response) => {
    recorded.push(`${request.method} ${request.url}`);
    response.end();
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const service = `http://localhost:${(recorder.address() as AddressInfo).port}`;
  const left = part(WRONG, 6);
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [code, words, ...line] = next;
      const { said, ...ended } = await newsgauge(line, code === 2 ? { NEWSGAUGE_SERVICE: service } : {});
      assert.deepEqual(recorded, [], line.join(' '));
      assert.equal(ended.code, code, `${line.join(' ')}: ${said.join('\n')}`);
      assert.equal(said.length, 1, `${line.join(' ')}: ${said.join('\n')}`);
      assert.match(said[0] ?? '', words);
    }
  };
  await Promise.all([work(), work(), work()]).finally(() => recorder.close());
  assert.equal(await everything(), earlier);
});

describe('output of the command line', () => {
  test('an unknown key, or no key for a remote service, results in exit code 4', async () => {
    const stranger = await newsgauge(['topics', 'get', '7'], { NEWSGAUGE_KEY: 'ngo_unknown' });
    assert.deepEqual([stranger.code, stranger.said.length], [4, 1]);
    assert.match(stranger.said[0] ?? '', /^the key in NEWSGAUGE_KEY does not exist on \S+, so it was not sent$/);
    const nobody = await newsgauge(['topics', 'get', '7', '--service', elsewhere], { NEWSGAUGE_KEY: '' });
    assert.deepEqual(
      [nobody.code, nobody.said],
      [4, ['set NEWSGAUGE_KEY to an operator key and NEWSGAUGE_SERVICE to the address of the service']],
    );
    const unaddressed = await newsgauge(['topics', 'get', '7'], { NEWSGAUGE_SERVICE: '' });
    assert.deepEqual([unaddressed.code, unaddressed.said.length], [2, 1]);
    assert.match(unaddressed.said[0] ?? '', /^NEWSGAUGE_KEY requires NEWSGAUGE_SERVICE/);
    for (const verb of [
      ['get', '7'],
      ['put', '7', '--name', 'X'],
    ]) {
      const unreached = await newsgauge(['topics', ...verb], { NEWSGAUGE_SERVICE: nowhere });
      assert.deepEqual([unreached.code, unreached.said], [4, [`${nowhere} is not reachable; start it with npm start`]]);
    }
  });

  test('help lists every command, and an npm script with the same name runs it', async () => {
    const { scripts } = project;
    const { code, out } = await newsgauge(['--help']);
    assert.equal(code, 0);
    const names = 'start dev deploy keys import export retag reindex doctor status backup restore'.split(' ');
    for (const name of names) {
      assert.match(out, new RegExp(`^  ${name}\\b`, 'm'));
      assert.equal(scripts[name].replace(/^exec /, ''), `node src/cli/newsgauge.js ${name}`);
    }
    for (const name of part(names, 4))
      assert.match((await newsgauge([name, '--help'])).out, new RegExp(`^Usage: newsgauge ${name}\\b`));
    assert.deepEqual(await newsgauge(['--version']), { code: 0, out: `${version}\n`, said: [] });
    const put = await newsgauge(['articles', 'put', '--help']);
    assert.match(put.out, /--title <text>[\s\S]*--topics <1,2,…>[\s\S]*--paywalled \[true\|false\]/);
    for (const words of [[], ['articles']]) {
      const { code, out, said } = await newsgauge(words);
      assert.deepEqual([code, out], [2, '']);
      assert.match(said[0] ?? '', /^Usage: newsgauge/);
    }
  });

  test('doctor reports an intact server, and the valid values for each invalid setting', async () => {
    const well = await newsgauge(['doctor']);
    assert.deepEqual([well.code, well.said], [0, []], well.out);
    assert.match(well.out, /^ok +machine +The server that uses this state responds at http:\/\/localhost:\d+\.$/m);
    assert.match(well.out, /^ok +state +The state in .* is intact\.$/m);
    assert.match(well.out, /^ok +service +No alarms are active\.$/m);
    const wrong = {
      TIME_ZONE: 'Europe/Lodnon',
      TIME_ZON: 'UTC',
      COPY_TO: join(folder, 'none'),
      NEWSGAUGE_KEY: 'ngo_no',
    };
    const ill = await newsgauge(['doctor'], wrong);
    assert.equal(ill.code, 1);
    const found = ill.out.split('\n').filter((line) => line.startsWith('WRONG'));
    for (const [i, words] of [
      /TIME_ZONE contains "Europe\/Lodnon"/,
      /TIME_ZON is not/,
      /contains no snapshot/,
      /the key in NEWSGAUGE_KEY does not exist/,
    ].entries())
      assert.match(found[i] ?? '', words);
    assert.equal(found.length, 4, ill.out);
    assert.doesNotMatch(ill.out, /ngo_no/);
    const empty = await newsgauge(['doctor'], { STATE_DIR: join(folder, 'nothing'), PORT: String(await freePort()) });
    assert.match(empty.out, /contains no database yet\. Run "newsgauge start" to create one\./);
    const elsewhere = await newsgauge(['doctor', '--service', nowhere]);
    assert.match(elsewhere.out, /^WRONG service +\S+ does not respond/m);
  });

  test('status prints a summary for people or JSON for programs', async () => {
    const screen = await newsgauge(['status']);
    assert.deepEqual([screen.code, screen.said], [0, []], screen.out);
    assert.match(screen.out, new RegExp(`^newsgauge ${version} at http://localhost:\\d+\n`));
    for (const line of [
      /^Database +responds$/m,
      /^Queue +empty$/m,
      /^Disk +[\d.]+ of [\d.]+ GiB free$/m,
      /^Alarms +none$/m,
    ])
      assert.match(screen.out, line);
    const { out } = await newsgauge(['status', '--json']);
    assert.partialDeepStrictEqual(JSON.parse(out), { version, database: 'ok', alarms: [] });
  });

  test('lists are printed as a table, JSON, NDJSON or CSV, and an empty list is reported', async () => {
    const none = await newsgauge(['articles', 'list']);
    assert.deepEqual(none, { code: 0, out: '', said: ['No results.'] });
    const formats = ['table', 'json', 'ndjson', 'csv'];
    const outs = await Promise.all(
      formats.map(async (format) => (await newsgauge(['keys', 'list', '-o', format])).out),
    );
    const [table = '', json = '', ndjson = '', csv = ''] = outs;
    assert.match(table, /^id +kind +name +ending +state +lastUsed +signs .* expires\n1 +\w+ /);
    const { keys } = JSON.parse(json);
    assert.deepEqual(
      ndjson
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
      keys.map(({ id }: { id: number }) => id),
    );
    assert.match(csv, /^id,kind,name,ending,state,lastUsed,signs,.*,expires\r\n1,/);
  });

  test('shell completion covers commands, verbs and fields', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) assert.match((await newsgauge(['complete', shell])).out, /newsgauge/);
    assert.match((await newsgauge(['complete', '--', 'artic'])).out, /^articles\t/);
    assert.match((await newsgauge(['complete', '--', 'topics', 'mer'])).out, /^merge\b/);
    assert.match((await newsgauge(['complete', '--', 'articles', 'put', '--ti'])).out, /^--title\b/);
  });
});

describe('requests to other servers of this machine', () => {
  const requests: IncomingMessage[] = [];
  let respond: RequestListener;
  const stranger = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  let address = '';
  before(async () => {
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    address = `http://localhost:${(stranger.address() as AddressInfo).port}`;
  });
  beforeEach(() => void requests.splice(0));
  after(() => void stranger.close());

  test('a server that relays the proof of this service receives no key', async () => {
    respond = (incoming, response) => {
      const { method, url, headers } = incoming;
      incoming.pipe(
        request({ port: environment.PORT, method, path: url, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        }),
      );
    };
    // One key is given, the other is stored in the state.
    for (const key of [environment.NEWSGAUGE_KEY, '']) {
      const relayed = await newsgauge(['topics', 'list'], { NEWSGAUGE_KEY: key, NEWSGAUGE_SERVICE: address });
      assert.deepEqual([relayed.code, relayed.said.length], [4, 1], relayed.said.join('\n'));
      assert.match(relayed.said[0] ?? '', /does not know this address, so the key was not sent; set PUBLIC_URL/);
    }
    assert.ok(requests.length >= 2);
    for (const { headers } of requests) assert.equal(headers.authorization, undefined);
  });

  test('the URL of an article receives no request', async () => {
    respond = (_, response) => response.end();
    const fields = {
      url: `${address}/article`,
      title: 'X',
      contentType: 'article',
      publishedAt: '2026-01-31T08:00:00Z',
    };
    const options = Object.entries(fields).flatMap(([name, value]) => [`--${name}`, value]);
    const put = await newsgauge(['articles', 'put', '9000', ...options]);
    assert.equal(put.code, 0, put.said.join('\n'));
    assert.deepEqual(requests, []);
  });

  test('simulate sends the token of the server to no other server, and follows no redirect', async () => {
    const { token } = JSON.parse(readFileSync(join(folder, 'state/server.json'), 'utf8'));
    const words = ['simulate', '--rate', '1', '--seconds', '1', '--key', 'ngp_x', '--service', address];
    respond = ({ url }, response) => response.end(url === '/clicks' ? '' : '{"items":[{"id":"1"}]}');
    assert.equal((await newsgauge(words)).code, 0);
    assert.ok(requests.some(({ url }) => url === '/clicks'));
    for (const { headers } of requests) assert.notEqual(headers['x-newsgauge-token'], token);
    respond = (_, response) => response.writeHead(302, { Location: nowhere }).end();
    const redirected = await newsgauge(words);
    assert.deepEqual([redirected.code, redirected.said.length], [4, 1]);
    assert.match(redirected.said[0] ?? '', /redirects to /);
  });

  test('without PORT, commands use the server of the state', async () => {
    const variables = { PORT: undefined, NEWSGAUGE_KEY: undefined, NEWSGAUGE_SERVICE: undefined };
    const { code, said } = await newsgauge(['topics', 'list'], variables);
    assert.equal(code, 0, said.join('\n'));
  });
});
