import { expect, test } from 'vitest';
import { refuseOtherVersion } from '../../../src/cli/deployment/resources.ts';
import { knownMigrations } from '../../../src/selfhost/state/migrations.ts';

test('a deployed database of another version is refused in words that name the way', async () => {
  await expect(refuseOtherVersion(async () => [...knownMigrations(), '0000_other.sql'])).rejects.toThrow(
    /made by another version of newsgauge: this one does not know 0000_other\.sql\nExport its content with that version .*import it here/,
  );
});

test('a database of this version, and one without any migration, are deployed over', async () => {
  await refuseOtherVersion(async () => knownMigrations());
  await refuseOtherVersion(async () => []);
  await refuseOtherVersion(() => Promise.reject(new Error('D1_ERROR: no such table: d1_migrations')));
});

test('a database that does not answer is no empty one', async () => {
  await expect(refuseOtherVersion(() => Promise.reject(new Error('fetch failed')))).rejects.toThrow('fetch failed');
});
