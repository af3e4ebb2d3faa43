import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from '../../src/lib/formats/csv.ts';
import { success } from '../../src/lib/formats/jsend.ts';
import { sha256 } from '../../src/lib/hash/hash.ts';
import { hashText, hashTextsOfPrefixes, quickHash } from '../../src/lib/hash/quick-hash.ts';
import { Tally } from '../../src/lib/tally.ts';
import { rfc3339, utcDay } from '../../src/lib/time.ts';
import { TtlCache } from '../../src/lib/ttl-cache.ts';
import {
  addressesOf,
  betterAddress,
  canonicalUrl,
  dedupeKey,
  domainOf,
  parseSourcePrefix,
  urlKey,
} from '../../src/lib/url.ts';

describe('utilities', () => {
  describe('toCsv', () => {
    test('toCsv returns valid RFC 4180 output for any texts', () => {
      const rows = [
        [1, 'plain', null],
        [-2.5, 'a,b "c"\r\nd', true],
        [3, '=1+1', '@x'],
        [4, '-', '+44'],
      ];
      expect(toCsv({ columns: ['n', 'text', 'more'], rows })).toBe(
        `n,text,more\r\n1,plain,\r\n-2.5,"a,b ""c""\r\nd",true\r\n3,'=1+1,'@x\r\n4,'-,'+44\r\n`,
      );
      expect(toCsv({ columns: ['only'], rows: [] })).toBe('only\r\n');
    });
  });

  describe('time and hash', () => {
    test.each([
      [0, '1970-01-01T00:00:00Z', '1970-01-01'],
      [951_782_399, '2000-02-28T23:59:59Z', '2000-02-28'],
      [951_782_400, '2000-02-29T00:00:00Z', '2000-02-29'],
      [4_102_444_799, '2099-12-31T23:59:59Z', '2099-12-31'],
    ])('for %d s, rfc3339 and utcDay return %s', (seconds, instant, day) => {
      expect(rfc3339(seconds)).toBe(instant);
      expect(utcDay(seconds)).toBe(day);
    });

    // Test vectors of FIPS 180-2, appendix B.1, and other texts.
    test.each([
      ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
    ])('sha256 of %j is %s', async (text, hash) => {
      expect(await sha256(text)).toBe(hash);
    });

    test('quickHash returns the values of cyrb53', () => {
      expect(['a', 'b', 'revenge', 'revenue'].map(quickHash)).toEqual([
        7929297801672961, 8684336938537663, 4051478007546757, 8309097637345594,
      ]);
    });

    test('hashTextsOfPrefixes returns the hash of each prefix', () => {
      const text = fc.tuple(fc.string(), fc.array(fc.nat(20)));
      fc.assert(
        fc.property(text, ([text, ends]) => {
          const lengths = ends.map((end) => Math.min(end, text.length)).sort((one, other) => one - other);
          expect(hashTextsOfPrefixes(text, lengths)).toEqual(lengths.map((length) => hashText(text.slice(0, length))));
        }),
      );
    });

    test('success returns a JSend envelope with its status code', () => {
      expect(success({ a: 1 })).toEqual({ status: 'success', data: { a: 1 }, code: 200 });
    });
  });

  describe('TtlCache', () => {
    test('an entry expires after its time to live, and a new value renews it', () => {
      const cache = new TtlCache<string>({ ttl: 100, capacity: 10 });
      cache.set('a', 'first', 1000);
      expect(cache.get('a', 1099)).toBe('first');
      expect(cache.get('a', 1100)).toBeUndefined();
      cache.set('a', 'second', 1050);
      expect(cache.get('a', 1149)).toBe('second');
      expect(cache.get('b', 1000)).toBeUndefined();
    });

    test('a cached value may be null', () => {
      const cache = new TtlCache<string | null>({ ttl: 100, capacity: 10 });
      cache.set('a', null, 0);
      expect(cache.get('a', 1)).toBeNull();
    });

    test('the oldest entry is evicted if the cache is full', () => {
      const cache = new TtlCache<number>({ ttl: 100, capacity: 2 });
      cache.set('a', 1, 0);
      cache.set('b', 2, 0);
      cache.set('a', 3, 0);
      cache.set('c', 4, 0);
      expect(['a', 'b', 'c'].map((key) => cache.get(key, 1))).toEqual([3, undefined, 4]);
      cache.clear();
      expect(cache.get('a', 1)).toBeUndefined();
    });
  });

  describe('URL functions', () => {
    describe('canonicalUrl', () => {
      test.each<[text: string, canonical: string | null]>([
        ['https://example.com/a', 'https://example.com/a'],
        ['  HTTPS://Example.COM:443/A#top ', 'https://example.com/A'],
        ['http://example.com', 'http://example.com/'],
        ['https://example.com/a?utm_source=x&UTM_Medium=y', 'https://example.com/a'],
        ['https://example.com/a?b=%20c&d=e+f', 'https://example.com/a?b=%20c&d=e+f'],
        ['https://example.com/a?b=1&gclid=2&c=3', 'https://example.com/a?b=1&c=3'],
        ['https://example.com/a?utmost=1', 'https://example.com/a?utmost=1'],
        ['https://bücher.example/é', 'https://xn--bcher-kva.example/%C3%A9'],
        ['https://example.com/a/../b', 'https://example.com/b'],
        ['https://example.com:8443/', 'https://example.com:8443/'],
        ['https://example.com/a?ids=1,2&utm_source=x', 'https://example.com/a?ids=1,2'],
        ['https://example.com/a?ids=1,2', 'https://example.com/a?ids=1,2'],
        ['https://example.com/?/topic/7-x/&utm_medium=rss', 'https://example.com/?/topic/7-x/'],
        ['https://example.com/?/topic/7-x/', 'https://example.com/?/topic/7-x/'],
        ['https://example.com/a?q=a+b%20c&&fbclid=1&d', 'https://example.com/a?q=a+b%20c&&d'],
        [
          'https://example.com/a?srsltid=1&ttclid=2&igsh=3&li_fat_id=4&gad_source=5&_ga=6&cmpid=7&mc_eid=8&ref=rss',
          'https://example.com/a',
        ],
        ['https://example.com/a?source=rss----12&id=1', 'https://example.com/a?id=1'],
        ['https://example.com/a?rss=1', 'https://example.com/a'],
        ['https://example.com/a?rss', 'https://example.com/a'],
        ['https://example.com/a?wt_mc=rss.red.atom#top', 'https://example.com/a'],
        ['https://example.com/a?source=agency&ref=2', 'https://example.com/a?source=agency&ref=2'],
        ['https://example.com/#!/story/7', 'https://example.com/#!/story/7'],
        ['https://example.com/a?utm_source=x#!/story/7', 'https://example.com/a#!/story/7'],
        ['https://example.com/#/story/7', 'https://example.com/'],
        ['ftp://example.com/', null],
        ['javascript:alert(1)', null],
        ['data:text/html,a', null],
        ['//example.com/', null],
        ['example.com', null],
        ['https://user@example.com/', null],
        ['https://:word@example.com/', null],
        ['https://intranet/', null],
        ['https://', null],
        ['', null],
      ])('canonicalUrl of %s is %s', (text, canonical) => {
        expect(canonicalUrl(text)).toBe(canonical);
      });

      test('a canonical URL is not changed again', () => {
        fc.assert(
          fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
            const canonical = canonicalUrl(url);
            expect(canonicalUrl(canonical ?? '')).toBe(canonical);
          }),
        );
      });
    });

    /** Parameters in public lists that apply to all sites, and publishers' own parameters with typical values. */
    const TRACKING =
      'utm_source utm_id mtm_campaign pk_campaign piwik_kwd hsa_cam gad_source gclid gclsrc dclid gbraid wbraid srsltid fbclid fb_ref msclkid twclid ttclid yclid ysclid _openstat igshid li_fat_id rdt_cid epik ScCid irclickid cjevent zanpid tblci obOrigUrl=0&dicbo s_kwcid ef_id mc_cid mc_eid _hsenc _hsmi hsCtaTracking mkt_tok vero_id oly_enc_id ml_subscriber _ke bsft_uid wickedid __s _ga _gl at_campaign wt_zmc xtor spm otm_x oft_id gaa_at sc_uid spMailingID erid vgo_ee et_rid hss_channel reflink unlocked_article_code taid feature=emb_share'.split(
        ' ',
      );
    test.each([
      ...TRACKING.map((name) => `${name}=1`.replace('obOrigUrl=0&', '')),
      'ftcamp=engage/rss',
      'smid=tw-share',
      'CMP=share_btn_url',
      'mod=rss_markets_main',
      'ftag=RSS12',
      'srnd=homepage',
      'ito=1490',
    ])('canonicalUrl removes the tracking parameter %s', (parameter) => {
      expect(canonicalUrl(`https://example.com/a?id=7&${parameter}`)).toBe('https://example.com/a?id=7');
    });

    describe('AMP addresses', () => {
      const STORY = 'https://www.example.com/news/storm-hits-coast-7';
      test.each([
        `${STORY}/amp`,
        `${STORY}/amp/`,
        `${STORY}.amp`,
        `${STORY}?amp=1`,
        `${STORY}?amp`,
        `${STORY}?outputType=amp`,
        `${STORY}?isAmp=1`,
        `${STORY}?service=amp`,
        'https://www.example.com/platform/amp/news/storm-hits-coast-7',
        'https://amp.example.com/news/storm-hits-coast-7',
        'https://www.example.com/amp/news/storm-hits-coast-7',
        'https://www-example-com.cdn.ampproject.org/c/s/www.example.com/news/storm-hits-coast-7?amp_js_v=0.1',
        'https://www.google.com/amp/s/www.example.com/news/storm-hits-coast-7/amp',
      ])('%s has the same dedupe key as the article without AMP', (address) => {
        expect(dedupeKey(canonicalUrl(address) ?? '')).toBe(dedupeKey(STORY));
      });
      test.each(['https://guitar.example/products/amp', 'https://amp.dev/a', 'https://a.example/amp/2026/storm-7.jpg'])(
        '%s is not an AMP address',
        (address) => expect(canonicalUrl(address)).toBe(address),
      );
    });

    test('http, https, www and trailing-slash variants share one dedupe key, and the https URL is kept', () => {
      const addresses = addressesOf('http://www.example.com/a?b=1');
      expect(addresses.sort()).toEqual([
        'http://example.com/a/?b=1',
        'http://example.com/a?b=1',
        'http://www.example.com/a/?b=1',
        'http://www.example.com/a?b=1',
        'https://example.com/a/?b=1',
        'https://example.com/a?b=1',
        'https://www.example.com/a/?b=1',
        'https://www.example.com/a?b=1',
      ]);
      expect(new Set(addresses.map(dedupeKey)).size).toBe(1);
      expect(addressesOf('https://example.com/')).not.toContain('https://example.com//');
      expect(betterAddress('http://example.com/', 'https://www.example.com/')).toBe('https://www.example.com/');
      expect(betterAddress('https://example.com/', 'http://www.example.com/')).toBe('https://example.com/');
      expect(betterAddress('http://example.com/', 'http://www.example.com/')).toBe('http://example.com/');
    });

    describe('domainOf', () => {
      test.each([
        ['https://example.com/', 'example.com'],
        ['https://www.example.com/', 'example.com'],
        ['https://news.example.com/', 'news.example.com'],
        ['https://www2.example.com/', 'www2.example.com'],
        ['https://www.news.example.com:8443/', 'news.example.com:8443'],
        ['https://www.www.example.com/', 'example.com'],
        ['https://www.com/', 'www.com'],
        ['https://www.www.com/', 'www.com'],
      ])('domainOf %s is %s', (url, domain) => {
        expect(domainOf(new URL(url))).toBe(domain);
        expect(domainOf(new URL(`https://${domain}`))).toBe(domain);
      });
    });

    test.each([
      ['https://www.example.com/a/b?c=d', 'example.com/a/b?c=d'],
      ['http://example.com/', 'example.com/'],
      ['https://example.com/a?', 'example.com/a?'],
    ])('urlKey of %s is %s', (url, key) => {
      expect(urlKey(url)).toBe(key);
    });

    describe('parseSourcePrefix', () => {
      test.each<[text: string, prefix: string | null]>([
        ['example.com', 'example.com/'],
        ['example.com/', 'example.com/'],
        ['WWW.Example.com', 'example.com/'],
        ['https://www.example.com/News', 'example.com/News'],
        ['http://example.com/a/b', 'example.com/a/b'],
        ['news.example.com', 'news.example.com/'],
        ['example.com/a?', 'example.com/a?'],
        ['example.com?b=c', 'example.com/?b=c'],
        ['example.com/a#top', 'example.com/a'],
        ['example.com/a%2', 'example.com/a%2'],
        ['example.com:8443/a', 'example.com:8443/a'],
        ['www.com', 'www.com/'],
        ['com', null],
        ['/news', null],
        ['', null],
        ['https://', null],
        ['user@example.com', null],
        ['exa mple.com', null],
      ])('parseSourcePrefix of %s is %s', (text, prefix) => {
        const parsed = parseSourcePrefix(text);
        expect(parsed && parsed.domain + parsed.path).toBe(prefix);
        // The output must parse to the same value, because links to the next page contain it.
        if (prefix !== null) expect(parseSourcePrefix(prefix)).toEqual(parsed);
      });
    });
  });
});

describe('Tally', () => {
  const written: unknown[] = [];
  const write = async (counts: readonly unknown[]) => written.push(...counts);

  test('a Tally flushes its counts once', async () => {
    const tally = new Tally<{ of: string }>();
    for (const name of ['a', 'b', 'a']) tally.add({ of: name });
    await tally.flush(write);
    await tally.flush(write);
    expect(written.splice(0)).toEqual([
      { of: 'a', count: 2 },
      { of: 'b', count: 1 },
    ]);
  });

  test('a Tally flushes counts again with newer ones if the flush failed', async () => {
    const tally = new Tally<{ of: string }>();
    tally.add({ of: 'a' });
    const failing = tally.flush(async () => {
      throw new Error('away');
    });
    tally.add({ of: 'a' });
    tally.add({ of: 'b' });
    await expect(failing).rejects.toThrow('away');
    await tally.flush(write);
    expect(written.splice(0)).toEqual([
      { of: 'a', count: 2 },
      { of: 'b', count: 1 },
    ]);
  });

  test('an empty Tally flushes nothing', async () => {
    let calls = 0;
    await new Tally().flush(async () => calls++);
    expect(calls).toBe(0);
  });
});
