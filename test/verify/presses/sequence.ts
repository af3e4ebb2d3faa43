import type { Page } from 'playwright-core';
import { createRandom, type Random } from '../../../src/demo/random.ts';
import { Editor } from './editor.ts';
import { type Content, differences, lostRecords, type Newsroom } from './newsroom.ts';
import { drawStep } from './steps.ts';

export interface Totals {
  sequences: number;
  presses: number;
  changes: number;
  questions: number;
  undone: number;
  reverted: number;
  refused: number;
}

export const noTotals = (): Totals => ({
  ...{ sequences: 0, presses: 0, changes: 0, questions: 0, undone: 0, reverted: 0, refused: 0 },
});

const MAX_STEPS = 4;

/** The button that reverts a change. */
const REVERT = /^Revert/;

class Finding extends Error {}

/** Plays one random sequence. Throws if something is lost without a question, or an undo does not restore it. */
export async function playSequence(page: Page, newsroom: Newsroom, seed: number, totals: Totals): Promise<void> {
  const editor = new Editor(page);
  const sequence = new Sequence(editor, newsroom, createRandom(seed, 'presses'), totals);
  try {
    await sequence.play();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`Sequence ${seed}:\n${sequence.log.map((line) => `  ${line}`).join('\n')}\n${message}`, {
      cause: error,
    });
  } finally {
    totals.sequences += 1;
    totals.presses += editor.presses;
  }
}

class Sequence {
  readonly log: string[] = [];
  readonly #editor: Editor;
  readonly #newsroom: Newsroom;
  readonly #random: Random;
  readonly #totals: Totals;
  #content: Content = {} as Content;
  /** State of the content before each change of this sequence, the latest last. */
  readonly #before: Content[] = [];

  constructor(editor: Editor, newsroom: Newsroom, random: Random, totals: Totals) {
    this.#editor = editor;
    this.#newsroom = newsroom;
    this.#random = random;
    this.#totals = totals;
  }

  async play(): Promise<void> {
    this.#content = await this.#newsroom.reset();
    // A press on the tab of a visible list would not load it again.
    await this.#editor.openTab('history');
    const steps = this.#random.int(1, MAX_STEPS);
    for (let count = 1; count <= steps; count++) {
      const isRevert = this.#before.length > 0 && this.#random.chance(0.35);
      const isChanged = await (isRevert ? this.#revert() : this.#change(count));
      if (isChanged && this.#random.chance(0.6)) await this.#undo();
    }
  }

  /** Makes a random change, and answers a question with Cancel or with the action. Returns whether it was made. */
  async #change(count: number): Promise<boolean> {
    const editor = this.#editor;
    const step = drawStep({ content: this.#content, random: this.#random, count });
    this.log.push(step.name);
    await editor.begin();
    await step.act(editor);
    const isAsked = step.isAsked && (await this.#isAsked());
    if (isAsked) {
      if (await this.#cancels()) return false;
      await this.#mustEqual(this.#content, 'before the answer');
      await step.confirm?.(editor);
      this.#totals.questions += 1;
    }
    return this.#finish(isAsked, step.changes);
  }

  /** Reverts the latest change in the history, or at the record. The change before it must come back. */
  async #revert(): Promise<boolean> {
    const editor = this.#editor;
    const before = this.#before.at(-1);
    await editor.openTab('history');
    const line = editor.page.locator('.trail > li').first();
    const button = editor.button(REVERT, line).first();
    this.log.push(`revert “${(await line.locator('p').first().textContent())?.trim()}”`);
    if ((await button.count()) === 0) {
      this.log.push(`cannot be reverted: ${await line.locator('.badge, .final').first().textContent()}`);
      return false;
    }
    await editor.begin();
    await editor.press(button);
    const isAsked = await this.#isAsked();
    if (isAsked) {
      if (await this.#cancels()) return false;
      this.#totals.questions += 1;
      await editor.press(editor.button(REVERT, editor.dialog));
    }
    if (!(await this.#finish(isAsked, null))) return false;
    this.#totals.reverted += 1;
    const left = before ? differences(before, this.#content).filter((line) => !isStopgap(line)) : [];
    if (left.length > 0) throw new Finding(`Different after the revert of the latest change:\n${left.join('\n')}`);
    return true;
  }

  /** Waits for a question or a result. */
  async #isAsked(): Promise<boolean> {
    const editor = this.#editor;
    const asked = editor.dialog.waitFor().then(() => true);
    const done = editor.reported().then(() => false);
    asked.catch(() => {});
    done.catch(() => {});
    return Promise.race([asked, done]);
  }

  /** Presses Cancel in one of six questions. */
  async #cancels(): Promise<boolean> {
    if (!this.#random.chance(1 / 6)) return false;
    const editor = this.#editor;
    this.log.push('cancel');
    await editor.press(editor.button('Cancel', editor.dialog));
    await editor.dialog.waitFor({ state: 'detached' });
    await this.#mustEqual(this.#content, 'after Cancel');
    return true;
  }

  /** Compares the content after an action. Returns whether the action was accepted. */
  async #finish(isAsked: boolean, changes: readonly string[] | null): Promise<boolean> {
    const editor = this.#editor;
    const { text, isDone } = await editor.reported();
    const content = await this.#newsroom.read();
    const isEqual = differences(this.#content, content).length === 0;
    if (!isDone || isEqual) {
      this.log.push(`refused: ${text}`);
      this.#totals.refused += 1;
      await this.#mustEqual(this.#content, 'after a refusal', content);
      if ((await editor.undo.count()) > 0) throw new Finding(`“${text}” offers Undo without a change`);
      await this.#leave();
      return false;
    }
    const lost = lostRecords(this.#content, content);
    if (!isAsked && lost.length > 0) throw new Finding(`Lost without a question: ${lost.join(', ')}`);
    if (changes) {
      const others = differences(this.#content, content).filter((line) => {
        const isNew = /: undefined → /.test(line);
        return !isNew && !changes.some((key) => line.startsWith(`${key}:`)) && !isOnlyNamed(line);
      });
      if (others.length > 0) throw new Finding(`Changed besides the edited record:\n${others.join('\n')}`);
    }
    this.#before.push(this.#content);
    this.#content = content;
    this.#totals.changes += 1;
    return true;
  }

  async #undo(): Promise<void> {
    const editor = this.#editor;
    if ((await editor.undo.count()) === 0) return;
    const before = this.#before.at(-1) as Content;
    this.log.push('undo');
    const button = await editor.undo.elementHandle();
    await editor.press(editor.undo);
    await button?.waitForElementState('hidden');
    const { text } = await editor.reported();
    if (text !== 'Undone.') throw new Finding(`Undo reports “${text}”`);
    await this.#mustEqual(before, 'after Undo');
    this.#before.push(this.#content);
    this.#content = before;
    this.#totals.undone += 1;
  }

  /** Leaves a form or dialog that an action was refused in. */
  async #leave(): Promise<void> {
    const editor = this.#editor;
    if ((await editor.dialog.count()) > 0) {
      await editor.press(editor.button('Cancel', editor.dialog));
      await editor.dialog.waitFor({ state: 'detached' });
    }
    const discard = editor.button('Discard changes');
    if ((await discard.count()) > 0 && (await discard.isEnabled())) await editor.press(discard);
  }

  async #mustEqual(expected: Content, when: string, content?: Content): Promise<void> {
    const found = differences(expected, content ?? (await this.#newsroom.read()));
    if (found.length > 0) throw new Finding(`Different ${when}:\n${found.join('\n')}`);
  }
}

/** Whether a source was added without details, because an article named it. It stays after the article is reverted. */
const isStopgap = (line: string): boolean =>
  /^sources (\S+): undefined → \{"domain":"(\S+?)","name":"\2","icon":null/.test(line);

/** Whether only names of other records differ, which articles and rules repeat. */
function isOnlyNamed(line: string): boolean {
  const [was, is] = line
    .slice(line.indexOf(': ') + 2)
    .split(' → ')
    .map((text) => text.replace(/"(topicNames|companyNames|source)":(\[[^\]]*\]|\{[^}]*\})/g, ''));
  return was === is;
}
