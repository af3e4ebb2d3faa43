import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/delivery/html.tsx';
import { LABELS, LANGUAGES } from '../../src/delivery/labels.ts';
import { LAYOUTS, type PageTheme } from '../../src/delivery/theme.ts';
import { sampleFeed, sampleItem } from './sample.ts';

const LOOK: PageTheme = { theme: 'light', accent: undefined };
const page = async (look: Partial<PageTheme>, feed = sampleFeed()) =>
  (await renderHtml(feed, { ...LOOK, ...look })).body;

describe('layouts', () => {
  test('each is another style sheet', async () => {
    const styles = await Promise.all(
      LAYOUTS.map(async (layout) => /<style>(.*?)<\/style>/s.exec(await page({ layout }))?.[1]),
    );
    expect(new Set(styles).size).toBe(LAYOUTS.length);
  });

  test('headlines and pages without pictures load none', async () => {
    expect(await page({ layout: 'cards' })).toContain('<img');
    expect(await page({ layout: 'headlines' })).not.toContain('<img');
    expect(await page({ images: false })).not.toContain('<img');
  });

  test('a line that scrolls is reached by keyboard', async () => {
    expect(await page({ layout: 'ticker' })).toContain('tabindex="0"');
    expect(await page({ layout: 'list' })).not.toContain('tabindex');
  });
});

describe('languages', () => {
  test.each(LANGUAGES)('%s has all words, and none of another', async (language) => {
    const body = await page({ language });
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(LABELS[language].older);
    if (language !== 'en') expect(body).not.toContain(LABELS.en.older);
  });

  test('dates are written as the language does', async () => {
    expect(await page({ language: 'de' })).toContain('>31.01.2026</time>');
    expect(await page({ language: 'fr' })).toContain('>31 janv. 2026</time>');
  });

  test('an article in another language than the page says so', async () => {
    const german = sampleItem({
      title: 'Die Preise für das neue Jahr',
      introduction: 'Nach den Stürmen wird es teurer.',
      language: 'de',
    });
    expect(await page({}, sampleFeed({ items: [german] }))).toContain('<h2 dir="auto" lang="de">');
    expect(await page({ language: 'de' }, sampleFeed({ items: [german] }))).toContain('<h2 dir="auto"><a');
  });
});

test('a heading is text', async () => {
  const body = await page({ title: '"><script>alert(1)</script>' });
  expect(body).toContain('<h1 class="title" dir="auto">&quot;&gt;&lt;script&gt;');
  expect(body.match(/<script>/g)).toHaveLength(1);
});
