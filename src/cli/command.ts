/** What all commands share: the clock, and refusals without a stack. */

class Refusal extends Error {}

/** Epoch seconds. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** Ends the command with a message for its user. */
export function fail(...lines: string[]): never {
  throw new Refusal(lines.join('\n'));
}

/** Runs a command: refusals and wrong arguments end it with a message and exit code 2; everything else is a fault. */
export async function run(usage: string, command: () => Promise<void>): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    return;
  }
  try {
    await command();
  } catch (thrown) {
    const error = thrown as Error & { code?: unknown };
    const badArguments = String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof Refusal) && !badArguments) throw error;
    console.error(error.message);
    if (badArguments) console.error(usage);
    process.exitCode = 2;
  }
}
