import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Ways to use a page: with a mouse, with the keyboard alone, and with a finger on a phone. */
export const WAYS = ['mouse', 'keyboard', 'phone'] as const;
export type Way = (typeof WAYS)[number];

export const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };

export interface Hands {
  /** Follows a link or presses a button. */
  press(target: Locator): Promise<void>;
  /** Writes into a field, in place of what it held. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses from a combobox by the beginning of a name. */
  choose(field: Locator, name: string): Promise<void>;
}

/** Most tabs to anything on a page. */
const MOST_TABS = 150;

/** What code in a page finds there. */
interface Inside {
  document: { activeElement: unknown };
  getComputedStyle(of: unknown): { outlineStyle: string; boxShadow: string };
}

/** Goes to an element by the keyboard alone, and sees where the focus is. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    const [isThere, isSeen] = await target.evaluate((it) => {
      const inside = globalThis as unknown as Inside;
      const looks = [it, it.nextElementSibling ?? it].map((each) => inside.getComputedStyle(each));
      return [
        it === inside.document.activeElement,
        looks.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none'),
      ];
    });
    if (isThere) return assert.ok(isSeen, 'the focus is to be seen');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target}`);
}

export function handsOf(page: Page, way: Way): Hands {
  const go = (target: Locator) => {
    if (way === 'keyboard') return reach(page, target);
    return way === 'phone' ? target.tap() : target.click();
  };
  const press = async (target: Locator) => {
    await go(target);
    if (way === 'keyboard') await page.keyboard.press('Enter');
  };
  const write = async (field: Locator, text: string) => {
    await go(field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  return {
    press,
    write,
    async choose(field, name) {
      await write(field, name);
      const option = page.getByRole('option', { name, exact: true });
      await option.waitFor();
      if (way !== 'keyboard') return press(option);
      const isActive = () => option.evaluate((it) => it.getAttribute('aria-selected') === 'true');
      for (let step = 0; step < 10 && !(await isActive()); step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  };
}
