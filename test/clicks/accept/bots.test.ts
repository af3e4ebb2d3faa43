import { describe, expect, test } from 'vitest';
import { isBot, isPrefetch } from '../../../src/clicks/accept/bots.ts';
import { BOTS, BROWSERS } from './user-agents.ts';

test.each(BOTS)('bot: %s', (agent) => expect(isBot(agent)).toBe(true));

test.each(BROWSERS)('browser: %s', (agent) => expect(isBot(agent)).toBe(false));

describe('requests ahead of a click', () => {
  test.each([
    ['Sec-Purpose', 'prefetch', true],
    ['Sec-Purpose', 'prefetch;prerender', true],
    ['Sec-Purpose', 'prefetch;anonymous-client-ip', true],
    ['Purpose', 'prefetch', true],
    ['X-Purpose', 'preview', true],
    ['X-Moz', 'Prefetch', true],
    ['Sec-Purpose', '', false],
    ['Sec-Fetch-Dest', 'empty', false],
    ['Referer', 'https://example.com/prefetch', false],
  ])('%s: %s is %s', (name, value, expected) => expect(isPrefetch(new Headers({ [name]: value }))).toBe(expected));

  test('none at all', () => expect(isPrefetch(new Headers())).toBe(false));
});
