import { circumstances, table } from '../../bench/lib/report.ts';
import type { Mutation } from './mutation.ts';

export interface Verdict {
  subject: string;
  mutation: Mutation;
  /** Names of the tests that failed with it. */
  caughtBy: string[];
  problem?: string | undefined;
}

/** Which test noticed which defect, as the tables of docs/measured/mutations.md. */
export function describe(verdicts: readonly Verdict[], seconds: number): string {
  const caught = verdicts.filter(({ caughtBy }) => caughtBy.length > 0).length;
  const tables = Array.from(
    Map.groupBy(verdicts, ({ subject }) => subject),
    ([subject, list]) => `## ${subject}\n\n${table(['planted', 'in', 'caught by'], list.map(row))}`,
  );
  return `${circumstances('npm run verify:mutations')}

${verdicts.length} defects planted one at a time in a copy of the project, ${caught} of them caught, in ${seconds} s. The tests named here pass without the defect.

${tables.join('\n\n')}`;
}

const row = ({ mutation, caughtBy }: Verdict) => [
  mutation.name,
  `\`${mutation.file}\``,
  caughtBy.length > 0 ? `\`${mutation.tests.file}\`: ${named(caughtBy)}` : '**nothing**',
];

const named = ([first = '', ...more]: string[]) =>
  first.replaceAll('|', '\\|').slice(0, 120) + (more.length > 0 ? ` (and ${more.length} more)` : '');
