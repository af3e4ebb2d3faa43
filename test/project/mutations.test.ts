import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../src/command/paths.ts';
import { SUBJECTS } from '../verify/mutations/catalogue.ts';
import { assertPlantable } from '../verify/mutations/copy.ts';

const mutations = SUBJECTS.flatMap((subject) => subject.mutations);

test.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
  'the defect “%s” can be planted',
  (_, mutation) => {
    assertPlantable(ROOT, mutation);
    expect(existsSync(join(ROOT, mutation.tests.file))).toBe(true);
  },
);
