/** This module stores a backup in a folder that only its owner may read, because it contains hashes of keys. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { failCommand } from '../../command/command.ts';
import { parseManifest } from '../../node/copies/manifest-file.ts';
import { missingMigrations, OTHER_VERSION_WAY, unknownMigrations } from '../../node/state/migrations.ts';
import type { StoreLines } from '../../operations/backup/backup.ts';
import { TABLES } from '../../operations/backup/backup-tables.ts';
import { type Manifest, manifestSchema } from '../../operations/backup/manifest.ts';
import type { Hash } from '../../operations/backup/restore.ts';

const OWNER_ONLY = 0o600;
const LINES_PER_PAGE = 1000;

const fileOf = (folder: string, table: string) => join(folder, `${table}.ndjson`);
const manifestOf = (folder: string) => join(folder, 'manifest.json');

export function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  const obstacle = found && (found.isDirectory() ? readdirSync(folder).length > 0 && 'is not empty' : 'is a file');
  if (obstacle) failCommand(`${folder} ${obstacle}; choose a folder that does not exist yet`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

export const keepIn =
  (folder: string): StoreLines =>
  async (table, pages) => {
    const file = await open(fileOf(folder, table), 'w', OWNER_ONLY);
    try {
      return await digest(pages, (text) => file.appendFile(text));
    } finally {
      await file.close();
    }
  };

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeFileSync(manifestOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: OWNER_ONLY });

export async function readManifest(folder: string): Promise<Manifest> {
  if (!existsSync(manifestOf(folder))) failCommand(`${folder} is not a complete backup: manifest.json is missing`);
  const manifest = parseManifest(manifestSchema, manifestOf(folder));
  refuseUnknown(manifest.migrations);
  const behind = missingMigrations(manifest.migrations);
  if (behind.length > 0)
    failCommand(
      `${folder} was made by an earlier version of newsgauge, without ${behind.join(', ')}`,
      'Restore it with that version, then start or deploy this version, which migrates the database.',
    );
  const missing = TABLES.filter(({ name }) => !manifest.tables[name]).map(({ name }) => name);
  if (missing.length > 0) failCommand(`${manifestOf(folder)} does not list ${missing.join(', ')}`);
  for (const [table, { rows, sha256 }] of Object.entries(manifest.tables)) {
    if (!existsSync(fileOf(folder, table))) failCommand(`${fileOf(folder, table)} is missing`);
    const found = await hash(linesIn(folder)(table));
    if (found.rows !== rows || found.sha256 !== sha256)
      failCommand(`${fileOf(folder, table)} differs from the backup's checksum`);
  }
  return manifest;
}

/** Ends the command if the backup is from another version. */
export function refuseUnknown(migrations: readonly string[]): void {
  const others = unknownMigrations(migrations);
  if (others.length > 0)
    failCommand(
      `the backup was made by another version of newsgauge with unknown migrations: ${others.join(', ')}`,
      OTHER_VERSION_WAY,
    );
}

export const linesIn = (folder: string) =>
  async function* (table: string): AsyncIterable<string[]> {
    let page: string[] = [];
    const input = createReadStream(fileOf(folder, table), 'utf8');
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      page.push(line);
      if (page.length === LINES_PER_PAGE) {
        yield page;
        page = [];
      }
    }
    if (page.length > 0) yield page;
  };

export const hash: Hash = (pages) => digest(pages, async () => {});

async function digest(pages: AsyncIterable<string[]>, write: (text: string) => Promise<void>) {
  const sum = createHash('sha256');
  let rows = 0;
  for await (const lines of pages) {
    const text = lines.map((line) => `${line}\n`).join('');
    sum.update(text);
    rows += lines.length;
    await write(text);
  }
  return { rows, sha256: sum.digest('hex') };
}
