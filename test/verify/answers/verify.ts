/**
 * `npm run verify:answers -- URL_A URL_B`: asks two running servers, on copies of one state folder, the same questions and
 * prints every difference between their answers. Ends with 1 where there is one.
 */
import { parseArgs } from 'node:util';
import { fail, run } from '../../../src/command/command.ts';
import { askServer, type Keys } from './ask.ts';
import { differences } from './difference.ts';
import { QUESTIONS } from './questions.ts';

const USAGE = `npm run verify:answers -- URL_A URL_B [--without-texts] [--only TEXT]

Keys of the state folder come from the environment: SECRET_KEY, PUBLISHABLE_KEY, OPERATOR_KEY,
BOUND_KEY (publishable, bound to https://partner.example) and REVOKED_KEY.
--without-texts  texts for people (descriptions, messages) may differ
--only TEXT      asks only what has TEXT in its path`;

await run(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'without-texts': { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  });
  const [a, b, ...rest] = positionals.map((url) => url.replace(/\/+$/, ''));
  if (!a || !b || rest.length > 0) fail(USAGE);
  const keys = keysOf(process.env);
  const questions = QUESTIONS.filter(({ path }) => path.includes(values.only));
  let different = 0;
  for (const question of questions) {
    const answers = await Promise.all([askServer(a, question, keys), askServer(b, question, keys)]);
    const found = differences(...answers, { withoutTexts: values['without-texts'] });
    if (found.length === 0) continue;
    different += 1;
    console.log(`${question.method} ${question.path} ${question.key ?? ''}\n  ${found.join('\n  ')}`);
  }
  console.log(`${questions.length} questions, ${different} answered differently`);
  if (different > 0) process.exitCode = 1;
});

function keysOf(env: NodeJS.ProcessEnv): Keys {
  const key = (name: string) => env[name] ?? fail(`${name} is missing`, USAGE);
  return {
    secret: key('SECRET_KEY'),
    publishable: key('PUBLISHABLE_KEY'),
    operator: key('OPERATOR_KEY'),
    bound: key('BOUND_KEY'),
    revoked: key('REVOKED_KEY'),
  };
}
