import { describe, expect, it } from 'vitest';
import {
  CONTENT_TYPES,
  ORGANISATION_TYPES,
  RISK_MANAGEMENT_TOPIC,
  THIRD_PARTY_CLIENT,
} from '../../src/content/types.ts';
import { demoNewsroom } from '../../src/demo/newsroom.ts';
import { sized } from '../support/size.ts';

const DAY = 24 * 3600;
const WEDNESDAY = Date.UTC(2026, 2, 11, 14, 20, 5) / 1000;
const assetBase = 'http://localhost:8787';
const GEO_GROUPS =
  'europe africa asia north-america south-america oceania european-union gcc asean nordics caribbean'.split(' ');

const newsroom = demoNewsroom({ seed: 7, now: WEDNESDAY, assetBase });
const { topics, companies, sources, articles, recommended } = newsroom;
const seconds = (time: string) => Date.parse(time) / 1000;
const distinct = (values: readonly unknown[]) => new Set(values).size;

describe('demoNewsroom', () => {
  it('the demo contains topics of both categories, including Risk Management and an excluded one', () => {
    expect(topics.length).toBeGreaterThanOrEqual(28);
    expect(distinct(topics.map(({ id }) => id))).toBe(topics.length);
    expect(distinct(topics.map(({ slug }) => slug))).toBe(topics.length);
    expect(new Set(topics.map(({ category }) => category))).toEqual(new Set([1, 2]));
    expect(topics.find(({ id }) => id === RISK_MANAGEMENT_TOPIC)?.slug).toBe('risk-management');
    expect(topics.filter(({ excludedFromTrending }) => excludedFromTrending).length).toBeGreaterThan(0);
  });

  it('the demo contains companies of every organisation type', () => {
    expect(companies.length).toBeGreaterThanOrEqual(55);
    expect(distinct(companies.map(({ id }) => id))).toBe(companies.length);
    expect(distinct(companies.map(({ name }) => name))).toBe(companies.length);
    expect(new Set(companies.map(({ organisationType }) => organisationType))).toEqual(new Set(ORGANISATION_TYPES));
  });

  it('the demo contains various sources, all on reserved domains', () => {
    expect(sources.length).toBeGreaterThanOrEqual(24);
    expect(sources.every(({ domain }) => domain.endsWith('.example') && !domain.startsWith('www.'))).toBe(true);
    expect(sources.every(({ icon }) => icon?.startsWith(`${assetBase}/demo/icon-`))).toBe(true);
    expect(sources.some(({ iframeable }) => iframeable === false)).toBe(true);
    expect(sources.some(({ client }) => client === THIRD_PARTY_CLIENT)).toBe(true);
    expect(sources.some(({ client }) => client !== THIRD_PARTY_CLIENT)).toBe(true);
  });

  it('the demo contains at least 480 articles with unique ids, titles and URLs', () => {
    expect(articles.length).toBeGreaterThanOrEqual(480);
    expect(articles[0]?.id).toBe(1001);
    for (const key of ['id', 'title', 'url'] as const) {
      expect(distinct(articles.map((article) => article[key]))).toBe(articles.length);
    }
  });

  it('demo articles contain no unfilled placeholders or empty texts', () => {
    for (const { title, introduction } of articles) {
      expect(title).toMatch(/^[^{}|]{12,}$/);
      expect(introduction).toMatch(/^[^{}|]{30,}$/);
    }
  });

  it('demo articles refer only to existing topics, companies, sources and geo groups', () => {
    const topicIds = new Set(topics.map(({ id }) => id));
    const companyIds = new Set(companies.map(({ id }) => id));
    const domains = new Set(sources.map(({ domain }) => domain));
    for (const article of articles) {
      expect(article.topics.length).toBeGreaterThanOrEqual(1);
      expect(article.topics.length).toBeLessThanOrEqual(4);
      expect(distinct(article.topics)).toBe(article.topics.length);
      expect(article.topics.every((id) => topicIds.has(id))).toBe(true);
      expect(article.companies.every((id) => companyIds.has(id))).toBe(true);
      expect(article.countries.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
      expect(article.geoGroups.every((slug) => GEO_GROUPS.includes(slug))).toBe(true);
      expect(domains).toContain(new URL(article.url).host.replace(/^www\./, ''));
    }
  });

  it('demo articles are tagged with every company that their title mentions', () => {
    for (const article of articles) {
      const named = companies.filter(({ name }) => article.title.includes(name));
      expect(article.companies).toEqual(expect.arrayContaining(named.map(({ id }) => id)));
    }
  });

  it('the demo contains every kind of article', () => {
    expect(new Set(articles.map(({ contentType }) => contentType))).toEqual(new Set(CONTENT_TYPES));
    const organisationTypes = new Set(articles.map(({ organisationType }) => organisationType));
    for (const type of ORGANISATION_TYPES) expect(organisationTypes).toContain(type);
    expect(articles.some(({ client }) => client === THIRD_PARTY_CLIENT)).toBe(true);
    expect(articles.some(({ paywalled }) => paywalled)).toBe(true);
    expect(articles.some(({ registration }) => registration)).toBe(true);
    expect(articles.some(({ url }) => url.startsWith('http://'))).toBe(true);
    expect(articles.filter(({ title }) => /[\p{sc=Arab}\p{sc=Hebr}]/u.test(title)).length).toBeGreaterThanOrEqual(2);
    const share = articles.filter(({ image }) => image).length / articles.length;
    expect(share).toBeGreaterThan(0.82);
    expect(share).toBeLessThan(0.94);
  });

  it('the demo recommends six to eight articles on each of sixty days, none from the future', () => {
    const byId = new Map(articles.map((article) => [article.id, article]));
    expect(distinct(recommended.map(({ date }) => date))).toBe(60);
    expect(recommended.at(-1)?.date).toBe('2026-03-11');
    for (const { date, articles: ids } of recommended) {
      expect(ids.length).toBeGreaterThanOrEqual(6);
      expect(ids.length).toBeLessThanOrEqual(8);
      expect(distinct(ids)).toBe(ids.length);
      for (const id of ids) {
        const age = seconds(`${date}T23:59:59Z`) - seconds(byId.get(id)?.publishedAt ?? '');
        expect(age).toBeGreaterThanOrEqual(0);
        expect(age).toBeLessThan(6 * DAY);
      }
    }
  });

  it('demoNewsroom returns the same newsroom for the same arguments, with times relative to the given clock', () => {
    expect(demoNewsroom({ seed: 7, now: WEDNESDAY, assetBase })).toEqual(newsroom);
    expect(demoNewsroom({ seed: 8, now: WEDNESDAY, assetBase }).articles[0]).not.toEqual(articles[0]);
    const tomorrow = demoNewsroom({ seed: 7, now: WEDNESDAY + DAY, assetBase }).articles;
    expect(tomorrow.map(({ id, title }) => [id, title])).toEqual(articles.map(({ id, title }) => [id, title]));
    const shifts = tomorrow.map((article, i) => seconds(article.publishedAt) - seconds(articles[i]?.publishedAt ?? ''));
    expect(Math.min(...shifts)).toBeGreaterThanOrEqual(-2 * DAY);
    expect(Math.max(...shifts)).toBeLessThanOrEqual(4 * DAY);
  });

  it.each(sized([0, 3, 6], [0, 1, 2, 3, 4, 5, 6]))(
    'demoNewsroom works on any weekday and at any hour (day %i)',
    (day) => {
      const now = WEDNESDAY + day * DAY + day * 3.5 * 3600;
      const other = demoNewsroom({ seed: 3, now, assetBase });
      const at = other.articles.map(({ publishedAt }) => seconds(publishedAt));
      expect(Math.max(...at)).toBeLessThan(now);
      expect(Math.min(...at)).toBeGreaterThanOrEqual(now - 60 * DAY);
      expect(Math.min(...other.recommended.map(({ articles: ids }) => ids.length))).toBeGreaterThanOrEqual(6);
    },
  );
});
