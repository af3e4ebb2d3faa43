/** An npm prefix with its own Node, home and working folder, in which the command is installed. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { FIRST_KEYS } from '../../../src/node/state/files.ts';
import { keysIn, untilReady } from '../../support/ready.ts';

export interface Ended {
  code: number;
  out: string;
  err: string;
}

const STOP_MS = 15_000;

export class Machine {
  readonly prefix: string;
  readonly folder: string;
  readonly environment: Record<string, string>;
  #server: ChildProcess | null = null;

  constructor(place: string, settings: Record<string, string>) {
    this.prefix = join(place, 'prefix');
    this.folder = join(place, 'work');
    for (const folder of [this.prefix, this.folder, join(place, 'home')]) mkdirSync(folder, { recursive: true });
    const { PATH = '' } = process.env;
    const own = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
    this.environment = {
      PATH: [join(this.prefix, 'node_modules/.bin'), ...own].join(delimiter),
      HOME: join(place, 'home'),
      ...network(),
      ...settings,
    };
  }

  npm(...words: string[]): void {
    const quiet = ['--no-audit', '--no-fund', '--silent', '--prefix', this.prefix];
    execFileSync('npm', [...words, ...quiet], {
      cwd: this.folder,
      env: this.environment as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }

  get program(): string {
    return join(this.prefix, 'node_modules/newsgauge/src/cli/newsgauge.js');
  }

  get isInstalled(): boolean {
    return existsSync(this.program);
  }

  run(words: readonly string[], variables: Record<string, string> = {}): Promise<Ended> {
    const options = {
      cwd: this.folder,
      env: { ...this.environment, ...variables } as unknown as NodeJS.ProcessEnv,
      maxBuffer: 2 ** 28,
    };
    return new Promise((resolve) => {
      execFile('node', [this.program, ...words], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
      );
    });
  }

  /** Starts a server. Resolves to the keys that its first start prints. */
  async start(words: readonly string[] = [], variables: Record<string, string> = {}): Promise<Record<string, string>> {
    const env = { ...this.environment, ...variables };
    const child = spawn('node', [this.program, 'start', ...words], {
      cwd: this.folder,
      env: env as unknown as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#server = child;
    await untilReady(child);
    const keys = join(env.STATE_DIR ?? join(this.folder, 'newsgauge-state'), FIRST_KEYS);
    return existsSync(keys) ? keysIn(readFileSync(keys, 'utf8').split('\n')) : {};
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.removeAllListeners('exit').once('exit', resolve));
    server.kill('SIGTERM');
    const late = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
  }
}

function network(): Record<string, string> {
  const { npm_config_cache = join(process.env.HOME ?? '/', '.npm') } = process.env;
  const kept = Object.entries(process.env).filter(([name]) =>
    /_proxy$|^(npm_config_(registry|userconfig|noproxy)|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name),
  );
  return { npm_config_cache, ...(Object.fromEntries(kept) as Record<string, string>) };
}
