import { generateKey } from '../../../../../src/keys/key.ts';
import { newReader, withKey } from '../../request.ts';
import { type Answer, type Attack, isBusy } from '../../trial.ts';

const KIND = 'crowds';
const WORDS = 99;
/** How often another reader asks a machine that is too busy. */
const PATIENCE = 20;

/** Many requests at once from one client: some are refused, nobody else waits, and no answer fails. */
export const crowds: Attack = async (trial) => {
  const { secret, publishable, operator } = trial.keys.living;
  let asked = 0;
  const feed = (query: string, headers: Record<string, string>, isCrowd = false) => {
    // A colour of its own passes each question by the cache.
    const colour = (++asked).toString(16).padStart(6, '0');
    return trial.ask(KIND, `/api/v2/feed/?limit=1&accent=%23${colour}&${query}`, { headers }, isCrowd);
  };
  const others = async (what: string) => {
    let answer = await feed('', withKey(publishable, newReader()), true);
    for (let tries = 0; isBusy(answer) && tries < PATIENCE; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      answer = await feed('', withKey(publishable, newReader()), true);
    }
    const { status } = answer;
    trial.expect(status === 200, KIND, what, `another reader was answered ${status}`);
  };
  const crowd = async (what: string, count: number, allowed: number[], ask: (i: number) => Promise<Answer>) => {
    const answers = Array.from({ length: count }, (_, i) => ask(i));
    await others(what);
    const taken = (await Promise.all(answers)).filter((answer) => !isBusy(answer));
    const statuses = taken.map(({ status }) => status);
    const wrong = statuses.find((status) => !allowed.includes(status));
    trial.expect(wrong === undefined, KIND, what, `answered ${wrong}`);
    trial.expect(taken.length > 0, KIND, what, 'all were refused as too busy');
    return statuses;
  };

  const one = newReader();
  await crowd('60 questions at once', 60, [200, 429], () => feed('', withKey(publishable, one), true));
  const words = Array.from({ length: WORDS }, (_, i) => `word${i}`).join(',');
  await crowd('20 searches of 100 words at once', 20, [200, 429], (i) =>
    feed(`searchTerms=${words},last${i}`, withKey(secret, one), true),
  );
  const cheap = await feed('', withKey(secret, one));
  trial.expect(cheap.status === 200, KIND, 'a cheap question after them', `answered ${cheap.status}`);

  const guesses = await crowd('60 guesses at the sign-in', 60, [401, 429], () =>
    trial.ask(KIND, '/session', { method: 'POST', headers: withKey(generateKey('operator'), one) }, true),
  );
  const looked = guesses.filter((status) => status === 401).length;
  trial.expect(looked <= 30, KIND, '60 guesses at the sign-in', `${looked} were looked at`);
  const { status } = await trial.ask(KIND, '/session', { method: 'POST', headers: withKey(operator, newReader()) });
  trial.expect(status === 200, KIND, 'a sign-in from elsewhere', `answered ${status}`);

  const forger = newReader();
  // In two crowds: an isolate takes only so many of one address at once.
  const forged: number[] = [];
  for (const crowdOf of ['50 forged keys', '50 more forged keys'])
    forged.push(
      ...(await crowd(crowdOf, 50, [401, 429], () => feed('', withKey(generateKey('secret'), forger), true))),
    );
  const found = forged.filter((each) => each === 401).length;
  trial.expect(found <= 60, KIND, '100 forged keys', `${found} were looked up`);
};
