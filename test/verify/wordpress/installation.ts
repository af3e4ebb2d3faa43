import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/command/paths.ts';
import { freePort } from '../../support/servers/free-port.ts';

const WORDPRESS = '/usr/share/wordpress';
const PROGRAMS = [WORDPRESS, '/usr/bin/php', '/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db'];
const PACKAGES = ['wordpress', 'wordpress-theme-twentytwentythree', 'php-cli', 'php-mysql', 'mariadb-server-core'];
const PATIENCE_MS = 120_000;

export const ADMIN = { name: 'admin', password: 'a long password' };

/** Installs Debian's WordPress, PHP and MariaDB if they are missing. Throws if that is impossible. */
function installPackages(): void {
  const isMissing = () => PROGRAMS.some((path) => !existsSync(path));
  if (!isMissing()) return;
  const command = `apt-get install --no-install-recommends ${PACKAGES.join(' ')}`;
  if (userInfo().uid !== 0) throw new Error(`This suite needs WordPress, PHP and MariaDB: sudo ${command}`);
  // The run level keeps installed services from starting. The suite starts its own processes.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
  execFileSync('apt-get', ['install', '-qy', '--no-install-recommends', ...PACKAGES], { stdio: 'inherit', env });
  if (isMissing()) throw new Error(`${command} did not install ${PROGRAMS.join(', ')}`);
}

export interface WordPress {
  /** Address of the site, without a final slash. */
  origin: string;
  /** Runs PHP code in the installation, and returns its output. */
  run(code: string): string;
  dispose(): void;
}

/** Starts Debian's WordPress with the plugin, on loopback, with a database of its own. */
export async function startWordPress(): Promise<WordPress> {
  installPackages();
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-wordpress-'));
  const [site, data, socket] = [join(folder, 'site'), join(folder, 'data'), join(folder, 'mariadb.sock')];
  const origin = `http://localhost:${await freePort()}`;
  const { username } = userInfo();
  execFileSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--user=${username}`,
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { stdio: 'ignore' },
  );
  const options = [
    '--no-defaults',
    `--user=${username}`,
    `--datadir=${data}`,
    `--socket=${socket}`,
    '--skip-networking',
  ];
  const database = spawn('/usr/sbin/mariadbd', options, { stdio: 'ignore' });
  cpSync(WORDPRESS, site, { recursive: true, dereference: true });
  const plugin = join(site, 'wp-content/plugins/newsgauge');
  mkdirSync(join(site, 'wp-content/plugins'), { recursive: true });
  cpSync(join(ROOT, 'packages/wordpress'), plugin, { recursive: true });
  writeFileSync(join(site, 'wp-config.php'), configOf(origin, socket));
  const run = (code: string) =>
    execFileSync('php', ['-d', 'display_errors=stderr', '-r', `$_SERVER['HTTP_HOST'] = 'localhost'; ${code}`], {
      cwd: site,
      encoding: 'utf8',
    });
  await becomes(() =>
    run(`(new mysqli('localhost', 'root', '', '', 0, '${socket}'))->query('CREATE DATABASE wordpress');`),
  );
  run(`define('WP_INSTALLING', true); require 'wp-load.php'; require 'wp-admin/includes/upgrade.php';
    wp_install('Site', '${ADMIN.name}', 'admin@site.example', false, '', '${ADMIN.password}');`);
  const server = spawn('php', ['-S', origin.slice('http://'.length), '-t', site], {
    stdio: 'ignore',
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    detached: true,
  });
  await becomes(async () => {
    const { ok } = await fetch(`${origin}/wp-login.php`);
    if (!ok) throw new Error('WordPress does not answer');
  });
  return {
    origin,
    run: (code) => run(`require 'wp-load.php'; ${code}`),
    dispose() {
      if (server.pid) process.kill(-server.pid);
      database.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

const configOf = (origin: string, socket: string): string => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) { define("{$name}_KEY", $name); define("{$name}_SALT", $name); }
define('WP_HOME', '${origin}');
define('WP_SITEURL', '${origin}');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost');
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) { define('ABSPATH', __DIR__ . '/'); }
require_once ABSPATH . 'wp-settings.php';
`;

/** Repeats an action until it succeeds. Throws its last error after two minutes. */
async function becomes(action: () => unknown): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(250)) {
    try {
      await action();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
