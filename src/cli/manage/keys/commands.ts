/** This module implements the verbs of `newsgauge keys` that also work without a server. */
import { type Command, Option } from 'commander';
import { CLICKS_NEED, EXPLORED } from '../../../db/view-columns.ts';
import { KEY_KINDS } from '../../../keys/key.ts';
import { DAY } from '../../../lib/time.ts';
import { dateOption, filledOption, jsonOption, origin, remoteOption, wholeNumber } from '../../options.ts';
import { PRINT_FORMATS } from '../print.ts';

const KEY_REFERENCE_HELP = 'key id from "keys list"';

export function addKeyCommands(keys: Command, service: () => Option): void {
  const verb = (name: string, words: string, example: string) =>
    keys
      .command(name)
      .description(`${words}\n\nnewsgauge keys ${example}\nnewsgauge keys ${example} --remote`)
      .addOption(jsonOption())
      .addOption(remoteOption().conflicts('service'))
      .addOption(service());
  verb(
    'create',
    'Create a key and print it once. With --sign, the second line is a secret for signing claims.',
    'create --kind secret --name Partner',
  )
    .addOption(
      new Option('--kind <kind>', 'kind of the key, which determines its rights')
        .choices(KEY_KINDS)
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'owner of the key', filledOption)
    .option('--origin <url>', 'allowed origin of a publishable key (repeatable)', origin)
    .option('--expires <date>', 'expiry date, such as 2030-01-31', dateOption)
    .addOption(new Option('--explore <lists>', 'lists with exploration swaps').choices(EXPLORED))
    .addOption(
      new Option('--clicks-need <what>', 'condition for counting unsigned clicks (default: none)').choices(CLICKS_NEED),
    )
    .option('--sign', 'also create a signing secret for a publishable key')
    .action(async (options) => (await import('./keys.ts')).createKeyCommand(options));
  verb('list', 'List the keys without their secret part.', 'list')
    .addOption(new Option('-o, --output <format>', 'output format').choices(PRINT_FORMATS).default('table'))
    .action(async (options) => (await import('./keys.ts')).listKeysCommand(options));
  verb('revoke', 'Revoke a key and the sessions, share links and subscriptions that were created with it.', 'revoke 3')
    .argument('<id>', KEY_REFERENCE_HELP, wholeNumber())
    .action(async (id, options) => (await import('./keys.ts')).revokeKey(id, options));
  verb('rotate', 'Replace a key with a new one of the same kind, name and origins.', 'rotate 3')
    .argument('<id>', KEY_REFERENCE_HELP, wholeNumber())
    .option('--grace <seconds>', 'time until the old one expires', wholeNumber(undefined, 0), DAY)
    .action(async (id, options) => (await import('./keys.ts')).rotateKey(id, options));
  verb('sign', 'Create a new signing secret for a publishable key.', 'sign 3')
    .argument('<id>', KEY_REFERENCE_HELP, wholeNumber())
    .option('--grace <seconds>', 'time until the old one expires', wholeNumber(undefined, 0), DAY)
    .action(async (id, options) => (await import('./keys.ts')).signKey(id, options));
}
