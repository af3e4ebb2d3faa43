import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { articlesPerWord } from '../../src/tagging/rule-words.ts';
import { compareLists, mergeOrders, moveEntry, sameOrder } from '../../src/web/browser/desk/article-order.ts';
import { codeOf, EXAMPLE_LANGUAGES, exampleAddress, type TypedRequest } from '../../src/web/browser/docs/code.ts';
import { ancestors } from '../../src/web/browser/embed-builder/framing.ts';
import {
  EMBED_DEFAULTS,
  formatsOf,
  frameAddress,
  frameParameters,
  heightFault,
  savedFilter,
  snippet,
} from '../../src/web/browser/embed-builder/view.ts';
import { type Movement, movementOf, movementText } from '../../src/web/browser/insights/stories/movement-mark.tsx';
import { pageOf, viewInWords } from '../../src/web/browser/keys/view-words.ts';
import { type Cell, toExcelCsv } from '../../src/web/browser/lib/csv.ts';
import { isDay, plusDays, today } from '../../src/web/browser/lib/time.ts';
import { latinSlugOf } from '../../src/web/browser/lib/words.ts';
import { seed } from '../search/seed.ts';

describe('toCsv()', () => {
  test.each<[string, Cell[], string]>([
    ['plain', ['a', 1, null, 'ü'], 'a,1,,ü'],
    ['commas, quotes, line breaks', ['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"'],
    ['formulas', ['=1+1', '+1', '-1', '@x', '\tx'], "'=1+1,'+1,'-1,'@x,'\tx"],
    ['a formula to be quoted', ['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"'],
    ['numbers stay numbers', [-3.5, 0], '-3.5,0'],
  ])('toCsv() formats %s', (_, row, line) => {
    expect(toExcelCsv([row])).toBe(`\ufeff${line}\r\n`);
  });

  test('CSV cells survive a round trip through an RFC 4180 parser and never become formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), { minLength: 1 }), (rows) => {
        const back = parse(toExcelCsv(rows).slice(1));
        expect(back.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, '')))).toEqual(
          rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))),
        );
        for (const cell of back.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  function parse(text: string): string[][] {
    const rows: string[][] = [[]];
    let at = 0;
    while (at < text.length) {
      const [whole = '', quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(text.slice(at)) ?? [];
      rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      at += whole.length;
      if (text.startsWith('\r\n', at)) rows.push([]);
      else if (text[at] !== ',') throw new Error(`neither comma nor line end at ${at}`);
      at += text[at] === ',' ? 1 : 2;
    }
    return rows.slice(0, -1);
  }
});

describe('movement in a ranking', () => {
  test.each<[what: string, place: number, previousRank: number | null, movement: Movement, words: string]>([
    ['stays', 0, 1, 0, 'no change'],
    ['rises', 0, 3, 2, 'up 2'],
    ['falls', 2, 1, -2, 'down 2'],
    ['was not read', 1, null, 'new', 'new'],
  ])('movementOf() returns the movement of a topic that %s', (_, place, previousRank, movement, words) => {
    expect(movementOf(place, previousRank)).toBe(movement);
    expect(movementText(movement)).toBe(words);
  });
});

test.each([
  ['insights/trending-topics/growth/?limit=10', '/insights?view=growth'],
  ['insights/topics/12/history/?days=28#with=3,8', '/insights?topic=12'],
  ['insights/content/1484/?days=28', '/insights?content=1484'],
  ['insights/sources/?by=source', '/insights?view=sources'],
  ['insights/sources/?by=company&from=2026-11-01&to=2026-11-07', '/insights?view=companies'],
  ['insights/week/', '/insights/week'],
  ['insights/audience/?topic=3', '/insights'],
])('pageOf() returns the page of the shared view %s', (view, page) => {
  expect(pageOf(view)).toBe(page);
});

describe('viewInWords()', () => {
  test.each([
    ['insights/trending-topics/growth/?limit=10', 'Growth of topics'],
    ['insights/trending-topics/', 'Topics most read'],
    ['insights/topics/12/history/?days=28', 'A topic: Cyber', ['Cyber']],
    [
      'insights/topics/12/history/?days=28#with=3,8',
      'Topics compared: Cyber and a topic that was deleted',
      ['Cyber', null],
    ],
    ['insights/content/1484/?days=28', 'An article: an article that was deleted', [null]],
    ['topics/trending?period=week', 'Trending topics'],
    ['insights/underplayed-content/', 'Underplayed content'],
    ['insights/overplayed-content/?limit=5', 'Overplayed content'],
    ['insights/read-through-rates/?by=topic', 'Read depth'],
    ['insights/popular-content/?breakdown=audience-region#is=europe&group=Europe', 'Popular content: Europe'],
    ['insights/something-else/', 'insights/something-else/'],
  ])('viewInWords() describes %s as %s', (view, words, names: (string | null)[] = []) =>
    expect(viewInWords(view, names)).toBe(words),
  );
});

describe('embed builder view', () => {
  const ORIGIN = 'https://news.example.com';
  const KEY = `ngp_${'0'.repeat(34)}`;

  test('the default snippet of the embed builder equals the documented one', () => {
    expect(snippet(ORIGIN, { ...EMBED_DEFAULTS, title: 'Cyber news', includeTopics: '1' }, KEY)).toBe(
      `<iframe data-newsgauge title="Cyber news" height="600" style="width:100%;border:0"
  src="https://news.example.com/api/v2/feed/?output=html&amp;includeTopics=1&amp;limit=6&amp;theme=light&amp;apiKey=${KEY}"></iframe>
<script async src="https://news.example.com/embed.js"></script>`,
    );
  });

  test('a snippet with a look of its own passes it to the frame, and has the script for it', () => {
    const view = { ...EMBED_DEFAULTS, paper: '101418', font: 'Georgia, serif', radius: '0px', grows: '0' };
    const html = snippet(ORIGIN, view, KEY);
    expect(html).toContain(
      'style="width:100%;border:0;--newsgauge-paper:#101418;--newsgauge-font:Georgia, serif;--newsgauge-radius:0px"',
    );
    expect(html).toContain('embed.js');
    expect(snippet(ORIGIN, view, KEY, 'react')).toContain(`'--newsgauge-font': 'Georgia, serif'`);
    const nasty = { ...view, paper: 'red;x:1', font: 'url(x)', radius: '9"' };
    expect(snippet(ORIGIN, nasty, KEY)).not.toContain('--newsgauge');
  });

  test('the address of the embed builder contains only parameters that differ from the defaults', () => {
    const view = {
      ...EMBED_DEFAULTS,
      includePaywalled: '0',
      excludeNonHttpsSources: '1',
      theme: 'dark',
      title: 'T',
      grows: '0',
      stories: '1',
    };
    expect(frameParameters(view)).toEqual({
      includePaywalled: '0',
      excludeNonHttpsSources: '1',
      stories: '1',
      limit: '6',
      theme: 'dark',
    });
  });

  test('special characters in values of a snippet stay within one parameter and one attribute', () => {
    const nasty = `a&apiKey=b" onload="x`;
    const parameters = frameParameters({ ...EMBED_DEFAULTS, searchTerms: nasty });
    const address = frameAddress({ origin: ORIGIN, content: 'feed', parameters, key: KEY });
    const { searchParams } = new URL(address);
    expect([searchParams.get('searchTerms'), searchParams.getAll('apiKey')]).toEqual([nasty, [KEY]]);
    const lines = snippet(ORIGIN, { ...EMBED_DEFAULTS, title: '"><script>', height: '1e9"' }, KEY);
    expect(lines).toContain('title="&quot;&gt;&lt;script&gt;" height="600"');
  });

  test.each([
    ['recommended', '/api/v2/feed-recommended/?output=html&theme=light&layout=cards&apiKey='],
    ['trending', '/embed/trending?limit=6&theme=light&apiKey='],
    ['nonsense', '/api/v2/feed/?output=html&includeTopics=1&limit=6&theme=light&layout=cards&apiKey='],
  ])('the snippet of %s content contains only its own parameters', (content, address) => {
    const view = { ...EMBED_DEFAULTS, content, includeTopics: '1', layout: 'cards' };
    expect(snippet(ORIGIN, view, KEY).replaceAll('&amp;', '&')).toContain(`"${ORIGIN}${address}${KEY}"`);
  });

  test('an RSS snippet has filters but no layout', () => {
    const view = { ...EMBED_DEFAULTS, includeTopics: '1', layout: 'list', heading: 'News', language: 'de' };
    const reporting = { ...view, views: '1' };
    expect(snippet(ORIGIN, reporting, KEY)).toContain('&amp;views=1');
    expect(snippet(ORIGIN, reporting, KEY, 'rss')).not.toContain('views');
    expect(snippet(ORIGIN, { ...reporting, content: 'trending' }, KEY)).not.toContain('views');
    expect(snippet(ORIGIN, view, KEY, 'rss')).toBe(
      `${ORIGIN}/api/v2/feed/?output=rss&includeTopics=1&limit=6&apiKey=${KEY}`,
    );
  });

  test.each([
    ['600', true],
    ['99', false],
    ['20001', false],
    ['6e2', false],
    ['', false],
  ])('heightFault() validates height %j: %s', (height, isGood) => {
    expect(heightFault({ ...EMBED_DEFAULTS, height }) === null).toBe(isGood);
  });

  describe('ancestors() returns the origins that may frame a page', () => {
    test.each([
      [`default-src 'none'; frame-ancestors *`, null],
      [`frame-ancestors https://a.example ${ORIGIN}`, null],
      [`frame-ancestors 'self' https://a.example`, null],
      ['frame-ancestors https://a.example https://b.example', ['https://a.example', 'https://b.example']],
      [`frame-ancestors ${ORIGIN}.evil.example`, [`${ORIGIN}.evil.example`]],
      ['', null],
    ])('ancestors() of policy %s', (policy, expected) => {
      expect(ancestors(policy, ORIGIN)).toEqual(expected);
    });
  });

  test('a snippet of related articles names one article, or leaves it to the page', () => {
    const view = { ...EMBED_DEFAULTS, content: 'related', includeTopics: '12', grows: '0' };
    const related = `${ORIGIN}/api/v2/feed/related/?output=html`;
    const rest = `&amp;includeTopics=12&amp;limit=6&amp;theme=light&amp;apiKey=${KEY}"></iframe>`;
    expect(snippet(ORIGIN, view, KEY)).toContain(`  data-src="${related}${rest}\n<script async src=`);
    expect(snippet(ORIGIN, view, KEY, 'react')).toContain(`      data-src={"${related}&includeTopics=12`);
    const fixed = snippet(ORIGIN, { ...view, article: '1484' }, KEY);
    expect(fixed).toContain(`  src="${related}&amp;id=1484${rest}`);
    expect(fixed).not.toContain('<script');
    const address = snippet(ORIGIN, { ...view, article: 'https://www.example.org/a' }, KEY);
    expect(address).toContain('&amp;url=https%3A%2F%2Fwww.example.org%2Fa&amp;');
    expect(formatsOf('related').map(([format]) => format)).not.toContain('rss');
  });

  test('a saved search is embedded by its address with its filters', () => {
    const view = { ...EMBED_DEFAULTS, content: 'search', search: 'floods', theme: 'dark', includeTopics: '12' };
    const address = frameAddress({ origin: ORIGIN, content: 'search', parameters: frameParameters(view), key: KEY });
    expect(address).toBe(`${ORIGIN}/feeds/floods/?output=html&limit=6&theme=dark&apiKey=${KEY}`);
    expect(savedFilter({ ...view, includePaywalled: '0' })).toEqual({ includeTopics: '12', includePaywalled: '0' });
  });

  test.each([
    ['Floods in Europe', 'floods-in-europe'],
    ['  Über-Schäden 2026! ', 'uber-schaden-2026'],
    ['保険', ''],
  ])('latinSlugOf() of %s is %s', (name, slug) => {
    expect(latinSlugOf(name)).toBe(slug);
  });
});

describe('code examples of the API reference', () => {
  const TYPED: TypedRequest = {
    origin: 'https://news.example.com',
    path: '/api/v2/insights/topics/{id}/content/',
    inPath: { id: '47' },
    query: { limit: '5', period: '24h' },
  };

  test('the example URL of the API reference contains encoded values', () => {
    expect(exampleAddress(TYPED)).toBe('/api/v2/insights/topics/47/content/?limit=5&period=24h');
    expect(exampleAddress({ ...TYPED, inPath: { id: '../x?y' }, query: { q: `a&b='1'` } })).toBe(
      '/api/v2/insights/topics/..%2Fx%3Fy/content/?q=a%26b%3D%271%27',
    );
    expect(exampleAddress({ ...TYPED, inPath: {}, query: {} })).toBe('/api/v2/insights/topics/{id}/content/');
  });

  describe.each(EXAMPLE_LANGUAGES.map(([name]) => name))('code examples in %s', (language) => {
    test('a code example contains the values and no key', () => {
      const code = codeOf(language, TYPED);
      expect(code).toContain('47');
      expect(code).not.toMatch(/ng[pso]_/);
    });

    test('a code example escapes quotes in a value', () => {
      const code = codeOf(language, { ...TYPED, query: { q: `it's "quoted"` } });
      expect(code).not.toContain(`'it's`);
    });
  });
});

describe('order of articles on the desk', () => {
  console.log(`SEED=${seed}`);

  describe('moveEntry()', () => {
    test.each<[from: number, to: number, expected: string]>([
      [0, 1, 'bacd'],
      [3, 0, 'dabc'],
      [1, 3, 'acdb'],
      [2, -1, 'cabd'],
      [1, 99, 'acdb'],
      [2, 2, 'abcd'],
      [9, 0, 'abcd'],
    ])('moveEntry() moves position %d to %d', (from, to, expected) => {
      expect(moveEntry([...'abcd'], from, to).join('')).toBe(expected);
    });

    test('moveEntry() neither loses nor duplicates articles', () => {
      const property = fc.property(
        fc.uniqueArray(fc.integer(), { minLength: 1 }),
        fc.nat(),
        fc.integer(),
        (list, from, to) => {
          const at = from % list.length;
          const result = moveEntry(list, at, to);
          expect(result.toSorted()).toEqual(list.toSorted());
          expect(result.filter((one) => one !== list[at])).toEqual(list.filter((one) => one !== list[at]));
        },
      );
      fc.assert(property, { seed });
    });
  });

  const ids = (text: string) => [...text].map((sign) => ({ contentId: sign.charCodeAt(0) }));
  const marks = (list: string, other: string) => compareLists(ids(list), ids(other)).map(({ mark }) => mark);

  describe('comparison of two lists', () => {
    test.each([
      ['abc', 'abc', ['', '', '']],
      ['abc', 'abd', ['', '', 'only here']],
      ['abc', 'bac', ['moved', 'moved', '']],
      ['xabc', 'abc', ['only here', '', '', '']],
      ['', 'abc', []],
    ])('marks() compares %j with %j', (list, other, expected) => {
      expect(marks(list, other)).toEqual(expected);
    });

    test('sameOrder() returns true only for equal lists', () => {
      expect(sameOrder(ids('ab'), ids('ab'))).toBe(true);
      expect(sameOrder(ids('ab'), ids('ba'))).toBe(false);
      expect(sameOrder(ids('ab'), ids('abc'))).toBe(false);
    });
  });

  describe('together() merges two changes of a list', () => {
    const together = (base: string, mine: string, theirs: string) =>
      mergeOrders(ids(base), ids(mine), ids(theirs))
        ?.map(({ contentId }) => String.fromCharCode(contentId))
        .join('');

    test.each<[base: string, mine: string, theirs: string, both: string | undefined]>([
      ['ab', 'abm', 'abt', 'abtm'],
      ['ab', 'mab', 'abt', 'mabt'],
      ['abc', 'ac', 'abct', 'act'],
      ['abc', 'cab', 'abct', 'ctab'],
      ['abc', 'abmc', 'bac', 'bmac'],
      ['abc', 'bac', 'bac', 'bac'],
      ['abc', 'acb', 'bac', undefined],
      ['ab', 'xaby', 'yabx', 'yabx'],
      ['abc', '', 'abc', ''],
      ['', 'm', 't', 'tm'],
    ])('together() merges the changes of %j to %j and to %j into %j', (base, mine, theirs, both) => {
      expect(together(base, mine, theirs)).toBe(both);
    });

    test('together() contains each addition once and no removed entry', () => {
      const list = fc.shuffledSubarray([...'abcdefgh']).map((signs) => signs.join(''));
      const property = fc.property(list, list, list, (base, mine, theirs) => {
        const both = together(base, mine, theirs);
        if (both === undefined) return;
        const all = [...new Set([...base, ...mine, ...theirs])];
        const stays = (one: string) =>
          base.includes(one) ? mine.includes(one) && theirs.includes(one) : mine.includes(one) || theirs.includes(one);
        expect([...both].sort()).toEqual(all.filter(stays).sort());
      });
      fc.assert(property, { seed, numRuns: 1000 });
    });

    test('together() returns the other change if one list is unchanged', () => {
      const list = fc.shuffledSubarray([...'abcdefgh']).map((signs) => signs.join(''));
      const property = fc.property(list, list, (base, changed) => {
        expect(together(base, changed, base)).toBe(changed);
        expect(together(base, base, changed)).toBe(changed);
      });
      fc.assert(property, { seed, numRuns: 1000 });
    });
  });

  test.each([
    ['2026-01-31', true],
    ['2026-02-30', false],
    ['2026-1-1', false],
    ['today', false],
    ['', false],
  ])('isDay() of %j is %s', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });

  test('plusDays() crosses months and years', () => {
    expect([plusDays('2026-12-31', 1), plusDays('2028-02-28', 1), plusDays('2026-03-01', -1)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-02-28',
    ]);
  });

  test('today() uses the time zone of the publisher', () => {
    const evening = Date.parse('2026-07-01T23:30:00Z');
    expect(today(evening, 'UTC')).toBe('2026-07-01');
    expect(today(evening, 'Europe/London')).toBe('2026-07-02');
    expect(today(evening, 'America/New_York')).toBe('2026-07-01');
  });
});

test('articles are counted per word of a rule, also if they have its plural, capitals or accents', () => {
  const articles = ['Policies', 'policy', 'NESTLÉ', 'claimant', 'lost claims'].map((text) => ({ places: [{ text }] }));
  expect(articlesPerWord(['policy', 'nestle', 'claim*', 'lost claim', 'flood'], articles)).toEqual([
    ['policy', 2],
    ['nestle', 1],
    ['claim*', 1],
    ['lost claim', 1],
    ['flood', 0],
  ]);
});
