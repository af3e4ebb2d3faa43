import { describe, expect, it } from 'vitest';
import { demoClicks, FALLING_TOPIC, RISING_TOPIC, spikeOf } from '../../src/demo/demo-clicks.ts';
import { NEW_TOPIC } from '../../src/demo/demo-topics.ts';
import { demoNewsroom } from '../../src/demo/newsroom.ts';
import { sized } from '../support/size.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const COUNT = 24_000;
const WEDNESDAY = Date.UTC(2026, 2, 11, 14, 20, 5) / 1000;
const seconds = (time: string) => Date.parse(time) / 1000;
const newsroomAt = (now: number) => demoNewsroom({ seed: 7, now, assetBase: 'http://localhost:8787' });

const newsroom = newsroomAt(WEDNESDAY);
const { articles } = newsroom;
const clicks = demoClicks({ newsroom, seed: 7, now: WEDNESDAY, count: COUNT });

describe('demoClicks', () => {
  const published = new Map(articles.map(({ id, publishedAt }) => [id, seconds(publishedAt)]));

  it('demoClicks returns the requested number of clicks, all after publication and spread over the last four weeks', () => {
    expect(clicks).toHaveLength(COUNT);
    const hours = new Set<number>();
    for (const { at, contentId } of clicks) {
      expect(seconds(at)).toBeLessThan(WEDNESDAY);
      expect(seconds(at)).toBeGreaterThan(published.get(contentId) ?? Number.POSITIVE_INFINITY);
      hours.add(Math.floor((WEDNESDAY - seconds(at)) / DAY));
    }
    expect([...hours].sort((a, b) => a - b)).toEqual(Array.from({ length: 28 }, (_, day) => day));
  });

  it('each reader of the demo has fixed attributes, some of them unknown', () => {
    const attributes = new Map<string, Set<string>>();
    for (const { reader, at, contentId, channel, ...known } of clicks) {
      const seen = attributes.get(reader) ?? new Set();
      attributes.set(reader, seen.add(JSON.stringify(known)));
    }
    expect(attributes.size).toBeGreaterThan(1200);
    expect([...attributes.values()].every(({ size }) => size === 1)).toBe(true);
    expect(clicks.some((click) => !('seniority' in click))).toBe(true);
    expect(clicks.some((click) => !('companyType' in click))).toBe(true);
    expect(new Set(clicks.map(({ reader, contentId }) => `${reader} ${contentId}`)).size).toBeLessThan(clicks.length);
  });

  it('half of the demo clicks are unsigned and come from many networks, prefixes and browsers', () => {
    const unsigned = clicks.filter(({ signed }) => signed === false);
    expect(unsigned.length / clicks.length).toBeGreaterThan(0.45);
    expect(unsigned.length / clicks.length).toBeLessThan(0.55);
    expect(unsigned.every(({ network, prefix, userAgent }) => network && prefix && userAgent)).toBe(true);
    expect(new Set(unsigned.map(({ network }) => network)).size).toBeGreaterThanOrEqual(30);
    expect(new Set(unsigned.map(({ prefix }) => prefix)).size).toBeGreaterThanOrEqual(100);
    expect(new Set(unsigned.map(({ userAgent }) => userAgent)).size).toBeGreaterThanOrEqual(12);
    expect(clicks.filter(({ signed }) => signed).some(({ network, userAgent }) => network || userAgent)).toBe(false);
  });

  it('a tenth of the demo articles get more than half of the clicks', () => {
    const perArticle = new Map<number, number>();
    for (const { contentId } of clicks) perArticle.set(contentId, (perArticle.get(contentId) ?? 0) + 1);
    const largest = [...perArticle.values()].sort((a, b) => b - a).slice(0, articles.length / 10);
    expect(largest.reduce((a, b) => a + b)).toBeGreaterThan(clicks.length / 2);
  });

  it.each(sized([0, 5], [0, 1, 2, 3, 4, 5, 6]))(
    'the demo clicks include a rising, a falling and a new topic, and an article with a spike (day %i)',
    (day) => {
      const now = WEDNESDAY + day * DAY;
      const { growth, lastHours, spike, spikeTopics, counts, articlesOf } = whatIsShown(now);
      const rise = growth.get(RISING_TOPIC) ?? 0;
      expect(rise).toBeGreaterThanOrEqual(2.5);
      expect(rise).toBeLessThanOrEqual(6);
      const fall = growth.get(FALLING_TOPIC) ?? 0;
      expect(fall).toBeGreaterThan(0.15);
      expect(fall).toBeLessThan(0.55);
      expect(counts.get(NEW_TOPIC)?.[0]).toBe(0);
      expect(counts.get(NEW_TOPIC)?.[1]).toBeGreaterThan(100);
      expect(articlesOf.get(NEW_TOPIC)).toBeGreaterThanOrEqual(6);
      // The other topics of the article with the spike grow too.
      for (const topic of [NEW_TOPIC, RISING_TOPIC, FALLING_TOPIC, ...spikeTopics]) growth.delete(topic);
      expect(Math.max(...growth.values())).toBeLessThan(2.2);
      expect(Math.min(...growth.values())).toBeGreaterThan(0.55);
      const [first, second] = [...lastHours].sort(([, a], [, b]) => b - a);
      expect(first?.[0]).toBe(spike);
      expect(first?.[1]).toBeGreaterThan(2 * (second?.[1] ?? 0));
    },
  );

  it('demoClicks returns the same clicks for the same arguments', () => {
    expect(demoClicks({ newsroom, seed: 7, now: WEDNESDAY, count: COUNT })).toEqual(clicks);
  });
});

/** Clicks per topic in the last 168 hours and the 168 hours before, and clicks per article in the last six hours. */
function whatIsShown(now: number) {
  const room = newsroomAt(now);
  const topicsOf = new Map(room.articles.map((article) => [article.id, article.topics]));
  const thisHour = Math.floor(now / HOUR);
  const counts = new Map<number, [number, number]>();
  const lastHours = new Map<number, number>();
  const readArticles = new Map<number, Set<number>>();
  for (const { contentId, at } of demoClicks({ newsroom: room, seed: 7, now, count: COUNT })) {
    const ago = thisHour - Math.floor(seconds(at) / HOUR);
    if (ago < 6) lastHours.set(contentId, (lastHours.get(contentId) ?? 0) + 1);
    for (const topic of ago > 0 && ago <= 336 ? (topicsOf.get(contentId) ?? []) : []) {
      const [before, last] = counts.get(topic) ?? [0, 0];
      if (ago <= 168) readArticles.set(topic, (readArticles.get(topic) ?? new Set()).add(contentId));
      counts.set(topic, ago > 168 ? [before + 1, last] : [before, last + 1]);
    }
  }
  return {
    growth: new Map([...counts].map(([topic, [before, last]]) => [topic, last / Math.max(1, before)])),
    lastHours,
    counts,
    articlesOf: new Map([...readArticles].map(([topic, read]) => [topic, read.size])),
    spike: spikeOf(room, now).contentId,
    spikeTopics: topicsOf.get(spikeOf(room, now).contentId) ?? [],
  };
}
