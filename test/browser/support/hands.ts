import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

export const WAYS = ['mouse', 'keyboard', 'phone'] as const;
export type Way = (typeof WAYS)[number];

export const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };

export interface Hands {
  press(target: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  choose(field: Locator, name: string): Promise<void>;
}

const MOST_TABS = 150;

interface Inside {
  document: { activeElement: unknown };
  getComputedStyle(of: unknown): { outlineStyle: string; boxShadow: string };
}

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
      // No option is active until the response for the typed text arrives.
      await page.locator('[role=option][aria-selected=true]').first().waitFor();
      const isActive = () => option.evaluate((it) => it.getAttribute('aria-selected') === 'true');
      for (let step = 0; step < 10 && !(await isActive()); step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  };
}
