import type { Metric } from '../lib/formats/openmetrics.ts';

const DURATION_BOUNDS_MS: readonly number[] = [5, 25, 100, 500, 2500, Number.POSITIVE_INFINITY];
const nameOf = (bound = 0): string => (Number.isFinite(bound) ? String(bound / 1000) : '+Inf');

class Counts {
  readonly #counts = new Map<string, { labels: Record<string, string>; value: number }>();

  add(labels: Record<string, string>): void {
    const name = Object.values(labels).join(' ');
    const known = this.#counts.get(name);
    if (known) known.value += 1;
    else this.#counts.set(name, { labels, value: 1 });
  }

  get samples(): { labels: Record<string, string>; value: number }[] {
    return Array.from(this.#counts.values());
  }
}

/** Metrics of requests by name, without the prefix `newsgauge_` and the suffix of the type. */
export const TRAFFIC_METRICS = {
  http_requests: { type: 'counter', labels: ['class', 'status'], help: 'Requests by route class and status.' },
  http_request_duration_seconds: { type: 'histogram', labels: ['class'], help: 'Duration of requests in seconds.' },
  http_requests_in_flight: { type: 'gauge', labels: [], help: 'Requests in progress.' },
  http_requests_shed: { type: 'counter', labels: ['sort'], help: 'Requests rejected because of overload.' },
  cached_answers: { type: 'counter', labels: ['from'], help: 'Cacheable responses by origin (cache or computed).' },
} as const;

/** Metrics of the requests to this isolate. On Cloudflare, a monitoring request reaches only one of many isolates. */
class Traffic {
  inFlight = 0;
  readonly #requests = new Counts();
  readonly #durations = new Map<string, { within: number[]; milliseconds: number }>();
  readonly #refused = new Counts();
  readonly #answers = new Counts();

  answered(route: string, status: number, milliseconds: number): void {
    const name = classOf(route);
    this.#requests.add({ class: name, status: String(status) });
    const durations = this.#durations.get(name) ?? { within: DURATION_BOUNDS_MS.map(() => 0), milliseconds: 0 };
    durations.within = DURATION_BOUNDS_MS.map((bound, i) => (durations.within[i] ?? 0) + Number(milliseconds <= bound));
    durations.milliseconds += milliseconds;
    this.#durations.set(name, durations);
  }

  shed(sort: string): void {
    this.#refused.add({ sort });
  }

  cache(from: 'isolate' | 'edge' | 'database'): void {
    this.#answers.add({ from });
  }

  get metrics(): Metric[] {
    const histogram = Array.from(this.#durations, ([name, { within, milliseconds }]) => [
      ...within.map((value, i) => ({
        labels: { class: name, le: nameOf(DURATION_BOUNDS_MS[i]) },
        value,
        suffix: '_bucket',
      })),
      { labels: { class: name }, value: within.at(-1) ?? 0, suffix: '_count' },
      { labels: { class: name }, value: milliseconds / 1000, suffix: '_sum' },
    ]);
    return [
      counter('http_requests', this.#requests),
      { ...metric('http_request_duration_seconds'), unit: 'seconds', samples: histogram.flat() },
      { ...metric('http_requests_in_flight'), samples: [{ value: this.inFlight }] },
      counter('http_requests_shed', this.#refused),
      counter('cached_answers', this.#answers),
    ];
  }
}

type Name = keyof typeof TRAFFIC_METRICS;

const metric = (name: Name) => ({
  type: TRAFFIC_METRICS[name].type,
  name: `newsgauge_${name}`,
  help: TRAFFIC_METRICS[name].help,
});

const counter = (name: Name, { samples }: Counts): Metric => ({
  ...metric(name),
  help: `${TRAFFIC_METRICS[name].help} Counted since the start of this isolate.`,
  samples,
});

/** Returns the class of a route for metrics: `/api/v2/feed/` → `feed`, `/manage/articles/:id` → `manage`. */
const classOf = (route: string): string => route.replace(/^\/api\/v2/, '').split('/')[1] || 'other';

export const traffic = new Traffic();
