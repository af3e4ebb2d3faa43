import { describe, expect, it, test } from 'vitest';
import { MEMBERSHIPS } from '../../scripts/generate/geography/memberships.ts';
import { languageOf } from '../../src/content/language.ts';
import { COUNTRIES } from '../../src/content/reference/countries.ts';
import GEO_GROUPS from '../../src/content/reference/geo-groups.generated.ts';

describe('reference data', () => {
  const CONTINENT_GROUPS = {
    AF: 'africa',
    AN: 'antarctica',
    AS: 'asia',
    EU: 'europe',
    NA: 'north-america',
    OC: 'oceania',
    SA: 'south-america',
  } as const;

  const codes = COUNTRIES.map(({ code }) => code);

  function membersOf(slug: string): readonly string[] {
    const group = GEO_GROUPS.find((candidate) => candidate.slug === slug);
    if (!group) throw new Error(`no group ${slug}`);
    return group.countries;
  }

  describe('countries', () => {
    it('COUNTRIES contains the 249 assigned codes, each once and sorted', () => {
      expect(codes).toHaveLength(249);
      expect(new Set(codes).size).toBe(249);
      expect(codes).toEqual([...codes].sort());
      expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
    });

    it('countries have unique names', () => {
      expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(249);
      expect(COUNTRIES.filter(({ name }) => name.trim() !== name || name === '')).toEqual([]);
    });

    it.each([
      ['CD', 'DR Congo', 'AF'],
      ['CY', 'Cyprus', 'EU'],
      ['GB', 'United Kingdom', 'EU'],
      ['GS', 'South Georgia', 'AN'],
      ['JM', 'Jamaica', 'NA'],
      ['NZ', 'New Zealand', 'OC'],
      ['RU', 'Russia', 'EU'],
      ['TR', 'Türkiye', 'AS'],
      ['VE', 'Venezuela', 'SA'],
    ])('COUNTRIES contains %s as %s on %s', (code, name, continent) => {
      expect(COUNTRIES.find((country) => country.code === code)).toEqual({ code, name, continent });
    });

    it.each(['UK', 'EU', 'XK', 'AN', 'QO'])('COUNTRIES omits the unassigned code %s', (code) => {
      expect(codes).not.toContain(code);
    });
  });

  describe('geo groups', () => {
    it('geo groups have unique slugs and names, sorted by slug', () => {
      const slugs = GEO_GROUPS.map(({ slug }) => slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      expect(slugs).toEqual([...slugs].sort());
      expect(slugs.filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
      expect(new Set(GEO_GROUPS.map(({ name }) => name)).size).toBe(slugs.length);
    });

    it('geo groups contain known countries, each once and sorted', () => {
      for (const { slug, countries } of GEO_GROUPS) {
        expect(countries.length, slug).toBeGreaterThan(0);
        expect(countries.filter((code) => !codes.includes(code))).toEqual([]);
        expect(countries).toEqual([...new Set(countries)].sort());
      }
    });

    it('each country is in the group of its continent only', () => {
      const groupsOf = (code: string) =>
        Object.values(CONTINENT_GROUPS).filter((slug) => membersOf(slug).includes(code));
      for (const { code, continent } of COUNTRIES) expect(groupsOf(code), code).toEqual([CONTINENT_GROUPS[continent]]);
    });

    it('geo groups contain the documented members', () => {
      for (const { slug, countries } of MEMBERSHIPS) expect(membersOf(slug).join(' '), slug).toBe(countries);
    });

    const SIZES = {
      ...{ 'african-union': 55, asean: 11, brics: 11, commonwealth: 56, eea: 30, 'european-union': 27, eurozone: 21 },
      ...{ g20: 19, g7: 7, oecd: 38, opec: 11, schengen: 29, 'united-nations': 193 },
    };
    it('unions of states have their current number of members', () => {
      expect(Object.keys(SIZES).map((slug) => [slug, membersOf(slug).length])).toEqual(Object.entries(SIZES));
    });

    it.each([
      ['GB', 'europe northern-europe commonwealth', 'european-union schengen'],
      ['JP', 'g7 apac', 'emea'],
      ['MX', 'north-america central-america latam', 'south-america northern-america'],
      ['JM', 'caribbean latin-america', 'south-america'],
      ['TL', 'asean south-eastern-asia', 'africa'],
      ['CY', 'western-asia europe', 'asia'],
      ['SD', 'northern-africa', 'sub-saharan-africa'],
      ['CH', 'schengen', 'eea'],
      ['TW', 'eastern-asia', 'united-nations'],
      ['AE', 'mena', 'opec'],
      ['IR', 'mena', 'apac'],
      ['AQ', 'antarctica', 'apac'],
      ['BG', 'eurozone', 'africa'],
      ['HR', 'eurozone', 'africa'],
      ['DK', 'european-union', 'eurozone'],
      ['ME', 'europe', 'eurozone'],
      ['BO', 'mercosur', 'africa'],
      ['VE', 'south-america', 'mercosur'],
      ['EH', 'african-union', 'europe'],
      ['EG', 'mena', 'sub-saharan-africa'],
      ['NO', 'eea', 'european-union'],
      ['KE', 'sub-saharan-africa', 'northern-africa'],
      ['GE', 'emea', 'apac'],
    ])('%s is in the geo groups %s, but not in %s', (code, inside, outside) => {
      const isIn = (slug: string) => membersOf(slug).includes(code);
      expect([inside, outside].map((slugs) => slugs.split(' ').filter(isIn).join(' '))).toEqual([inside, '']);
    });
  });
});

describe('languageOf', () => {
  test.each([
    ['en', 'Cyber premiums level off after three hard years. Capacity has returned, and buyers notice the change.'],
    ['de', 'Rückversicherer erhöhen die Preise: Nach den Stürmen werden Verträge für das neue Jahr teurer'],
    ['fr', 'Les assureurs revoient leurs tarifs pour les risques climatiques dans le sud de la France'],
    ['es', 'Las aseguradoras suben los precios del seguro agrícola tras la sequía en el sur del país'],
    ['it', 'Gli assicuratori alzano i premi: il mercato della responsabilità civile cambia con le nuove regole'],
    ['nl', 'Verzekeraars verhogen de premies voor woningen na het noodweer van deze zomer, meldt het bureau'],
    ['pt', 'As seguradoras aumentam os preços do seguro automóvel após uma subida dos custos das reparações'],
    ['ja', '保険料が上昇、企業は補償を見直し'],
    ['zh', '保险公司上调车险价格'],
    ['ko', '보험사들이 보험료를 인상했다'],
    ['ar', 'شركات التأمين ترفع أسعارها هذا العام'],
    ['he', 'חברות הביטוח מעלות מחירים'],
    ['ru', 'Страховщики повышают тарифы на жильё'],
    ['uk', 'Страховики підвищують тарифи на житло'],
    ['el', 'Οι ασφαλιστικές αυξάνουν τα ασφάλιστρα'],
  ])('languageOf detects %s: %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  test.each([
    ['ja', '東証続落、一時５００円安'],
    ['en', 'Munich Re Targets Higher Profit'],
    ['en', 'Volkswagen recall widens after probe in Osnabrück'],
    ['pt', 'Austrália proíbe redes a menores'],
  ])('languageOf detects %s without its usual characters: %j', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  test('languageOf uses the language of the source only if a title is ambiguous', () => {
    expect(languageOf('Venezuela liberta presos')).toBe('es');
    expect(languageOf('Venezuela liberta presos', 'pt')).toBe('pt');
    expect(languageOf('日本銀行総裁', 'ja')).toBe('ja');
    expect(languageOf('Rückversicherer erhöhen die Preise nach den Stürmen', 'en')).toBe('de');
  });

  test.each(['', '12,5 % — 2026', 'Varnholt Ré: Q3', 'Allianz, AXA, Generali', '😀'])(
    'languageOf of %j is null',
    (text) => {
      expect(languageOf(text)).toBeNull();
    },
  );
});
