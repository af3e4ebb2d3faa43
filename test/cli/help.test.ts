import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addThings } from '../../src/cli/manage/commands.ts';

const program = addedTo(new Command('newsgauge'));

function addedTo(command: Command): Command {
  addThings(command);
  return command;
}

const verbs = program.commands.flatMap((group) =>
  group.commands.map((command) => [`${group.name()} ${command.name()}`, command] as const),
);

test('every command of a resource has an imperative description, two examples and --json', () => {
  expect(verbs.length).toBeGreaterThan(80);
  const faults = verbs.flatMap(([name, command]) => {
    const [words = '', , ...examples] = command.description().split('\n');
    const isFine =
      /^[A-Z][a-z]+ \S.*\.$/.test(words) &&
      !/^(A|An|The|How|What|Where|Which|Why|Who)\b/.test(words) &&
      examples.filter((line) => line.startsWith(`newsgauge ${name}`)).length === 2 &&
      command.options.some(({ long }) => long === '--json');
    return isFine ? [] : [`${name}: ${command.description()}`];
  });
  expect(faults).toEqual([]);
});
