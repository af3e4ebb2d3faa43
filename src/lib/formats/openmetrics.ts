/** Content types: OpenMetrics (https://prometheus.io/docs/specs/om/open_metrics_spec/) and the older text format. */

export const OPENMETRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
export const PLAIN_METRICS = 'text/plain; version=0.0.4; charset=utf-8';

export interface Metric {
  type: 'gauge' | 'counter' | 'info' | 'histogram';
  /** Metric name of the form `[a-z_]+`. It ends with the unit, if any, but not with the suffix of the type. */
  name: string;
  help: string;
  unit?: 'seconds';
  /** Samples of a metric. Unknown (`null`) values are omitted. `suffix` distinguishes the lines of a histogram. */
  samples: { labels?: Record<string, string>; value: number | null; suffix?: string }[];
}

export const openMetrics = (metrics: readonly Metric[]): string =>
  `${metrics.flatMap((metric) => lines(metric, false)).join('\n')}\n# EOF\n`;

/** Formats metrics for monitoring systems that do not accept OpenMetrics. */
export const plainMetrics = (metrics: readonly Metric[]): string =>
  `${metrics.flatMap((metric) => lines(metric, true)).join('\n')}\n`;

const SUFFIX = { gauge: '', counter: '_total', info: '_info', histogram: '' };

function lines({ type, name, help, unit, samples }: Metric, isPlain: boolean): string[] {
  // The older Prometheus format names a metric family like its samples. It has no info type and no units.
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
