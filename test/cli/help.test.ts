import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addThings } from '../../src/cli/manage/commands.ts';
import { addServerCommands } from '../../src/cli/server-commands.ts';

const program = new Command('newsgauge');
addServerCommands(program);
addThings(program);

const verbs = program.commands.flatMap((group) =>
  group.commands.length > 0
    ? group.commands.map((command) => [`${group.name()} ${command.name()}`, command] as const)
    : [[group.name(), group] as const],
);
/** Commands that keep running, or whose output has its own format. */
const NO_JSON = ['start', 'dev', 'deploy', 'export'];

test('every command has an imperative description, two examples and --json', () => {
  expect(verbs.length).toBeGreaterThan(90);
  const faults = verbs.flatMap(([name, command]) => {
    const [words = '', ...examples] = command.description().split('\n');
    const isFine =
      /^[A-Z][a-z]+ \S/.test(words) &&
      !/^(A|An|The|How|What|Where|Which|Why|Who|Like|[A-Z][a-z]+[^s]s)\b/.test(words) &&
      examples.filter((line) => line.replace(/^PORT=8080 /, '').startsWith(`newsgauge ${name}`)).length >= 2 &&
      (NO_JSON.includes(name) || command.options.some(({ long }) => long === '--json'));
    return isFine ? [] : [`${name}: ${command.description()}`];
  });
  expect(faults).toEqual([]);
});
