/** OpenMetrics text (https://prometheus.io/docs/specs/om/open_metrics_spec/), and Prometheus’ older plain text. */

export const OPENMETRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
export const PLAIN_METRICS = 'text/plain; version=0.0.4; charset=utf-8';

export interface Metric {
  /** What may fall, what only grows, facts in labels, or numbers of values up to bounds. */
  type: 'gauge' | 'counter' | 'info' | 'histogram';
  /** `[a-z_]+`; ends in the unit where it has one, and never in the suffix of its type. */
  name: string;
  help: string;
  unit?: 'seconds';
  /** Values by label, or one without labels; null: the value is unknown, and the line is left out. `suffix`: of a histogram's. */
  samples: { labels?: Record<string, string>; value: number | null; suffix?: string }[];
}

/** The exposition of metrics. */
export const openMetrics = (metrics: readonly Metric[]): string =>
  `${metrics.flatMap((metric) => lines(metric, false)).join('\n')}\n# EOF\n`;

/** The same in the format of monitors that do not ask for OpenMetrics. */
export const plainMetrics = (metrics: readonly Metric[]): string =>
  `${metrics.flatMap((metric) => lines(metric, true)).join('\n')}\n`;

const SUFFIX = { gauge: '', counter: '_total', info: '_info', histogram: '' };

function lines({ type, name, help, unit, samples }: Metric, isPlain: boolean): string[] {
  // Plain text names a family as its samples are named, and knows neither infos nor units.
  const family = isPlain ? name + SUFFIX[type] : name;
  return [
    `# TYPE ${family} ${isPlain && type === 'info' ? 'gauge' : type}`,
    ...(unit && !isPlain ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${family} ${escaped(help)}`,
    ...samples.flatMap(({ labels = {}, value, suffix = SUFFIX[type] }) =>
      value === null ? [] : [`${name}${suffix}${labelSet(labels)} ${value}`],
    ),
  ];
}

function labelSet(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
