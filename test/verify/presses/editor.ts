import type { Locator, Page } from 'playwright-core';
import { until } from '../../browser/support/chromium.ts';
import type { Kind } from './newsroom.ts';

const TABS: Record<Kind, string> = {
  articles: 'Articles',
  topics: 'Topics',
  companies: 'Companies',
  sources: 'Sources',
  'geo-groups': 'Regions',
  rules: 'Rules',
};

/** Toasts stay until the next action, so that a slow machine can press their button. */
export const KEEP_TOASTS = `{
  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => wait(act, ms === 10_000 || ms === 5_000 ? 2 ** 30 : ms, ...rest);
}`;

const NEW_TOAST = '.toasts .toast:not([data-seen])';
const FAULT = '.fault, .form [aria-invalid=true], .state.failed';
const LIST = '.list-body[aria-busy="false"]';

/** One editor at the pages of content, who presses what is visible. */
export class Editor {
  readonly page: Page;
  presses = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    this.presses += 1;
    await target.click();
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  async openTab(kind: Kind | 'history'): Promise<void> {
    const tab = kind === 'history' ? 'History' : TABS[kind];
    await this.press(this.page.getByRole('navigation', { name: 'Kinds of content' }).getByText(tab, { exact: true }));
    await this.page
      .locator(kind === 'history' ? '.trail > li' : LIST)
      .first()
      .waitFor();
  }

  /** Opens a record from its list. */
  async open(kind: Kind, key: string): Promise<void> {
    await this.openTab(kind);
    await this.press(this.page.locator(`.things tbody th a[href$="id=${encodeURIComponent(key)}"]`));
    await this.page.locator('.thing-head').waitFor();
    await this.page.locator('.changes-of .trail, .changes-of .hint').first().waitFor();
  }

  /** Hides the toasts of earlier actions, as if their time had passed. */
  async begin(): Promise<void> {
    await this.page.evaluate(`for (const it of document.querySelectorAll('.toasts .toast')) {
      it.setAttribute('data-seen', '');
      it.hidden = true;
      it.style.display = 'none';
    }`);
  }

  /** Waits until an action has reported its success as a toast, or its failure beside a field. */
  async reported(): Promise<{ text: string; isDone: boolean }> {
    await until(this.page, `document.querySelector('${NEW_TOAST}') || document.querySelector('${FAULT}')`);
    const [toast, fault] = await this.page.evaluate<[string, string]>(`[
      [...document.querySelectorAll('${NEW_TOAST}')].map((it) => it.querySelector('span')?.textContent).join(' '),
      [...document.querySelectorAll('${FAULT}')].map((it) => it.textContent).join(' ')]`);
    return { text: toast || fault, isDone: toast !== '' && !/^(Couldn’t|Can’t)/.test(toast) };
  }

  get undo(): Locator {
    return this.page.locator(`${NEW_TOAST} button`);
  }

  /** Chooses an option of a picker by typing the name. */
  async choose(field: Locator, name: string, shown = name): Promise<void> {
    await field.fill(name);
    await this.press(this.page.getByRole('option', { name: shown, exact: true }));
  }
}
