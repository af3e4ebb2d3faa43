/** Before the runtime starts: the bundles, a sound database with today's schema, and what workerd is started by. */

import { migrateFile } from '../../node/state/migrate.ts';
import { answer } from '../aside.ts';
import { capture } from '../runtime/capture.ts';
import { databaseId, variables } from '../runtime/prepare.ts';
import { databaseFile } from '../state/database-file.ts';
import { checkDatabase, checkUnfinished } from '../state/state-folder.ts';

export interface Preparation {
  /** The folder of the state. */
  state: string;
  /** `files`: what workerd is started by, which disturbs nobody. `database`: checks and migrates what no runtime may use meanwhile. */
  parts: ('files' | 'database')[];
  isNew: boolean;
}

answer(async ({ state, parts, isNew }: Preparation) => {
  if (parts.includes('database')) {
    const check = isNew ? checkUnfinished : checkDatabase;
    check(state, databaseId());
    migrateFile(databaseFile(state, databaseId()));
  }
  return parts.includes('files') ? capture(state, variables()) : null;
});
