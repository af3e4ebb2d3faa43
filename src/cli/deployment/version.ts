import { fail } from '../../command/command.ts';
import { OTHER_VERSION_WAY, unknownMigrations } from '../../selfhost/state/migrations.ts';

/** Refuses to deploy over a database that another version has made. `applied` reads the names of its migrations. */
export async function refuseOtherVersion(applied: () => Promise<readonly string[]>): Promise<void> {
  const names = await applied().catch((thrown: unknown) => {
    // A database that nothing has been applied to has no list of migrations.
    if (/no such table/i.test(String(thrown))) return [];
    throw thrown;
  });
  const others = unknownMigrations(names);
  if (others.length === 0) return;
  const made = `the deployed database was made by another version of newsgauge: this one does not know ${others.join(', ')}`;
  fail(made, OTHER_VERSION_WAY);
}
