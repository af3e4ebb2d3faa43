/** OpenMetrics text (https://prometheus.io/docs/specs/om/open_metrics_spec/). */

export const OPENMETRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export interface Metric {
  /** What may fall, what only grows, or facts in labels. */
  type: 'gauge' | 'counter' | 'info';
  /** `[a-z_]+`; ends in the unit where it has one, and never in the suffix of its type. */
  name: string;
  help: string;
  unit?: 'seconds';
  /** Values by label, or one without labels; null: the value is unknown, and the line is left out. */
  samples: { labels?: Record<string, string>; value: number | null }[];
}

/** The exposition of metrics. */
export const openMetrics = (metrics: readonly Metric[]): string => `${metrics.flatMap(lines).join('\n')}\n# EOF\n`;

const SUFFIX = { gauge: '', counter: '_total', info: '_info' };

function lines({ type, name, help, unit, samples }: Metric): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.flatMap(({ labels = {}, value }) =>
      value === null ? [] : [`${name}${SUFFIX[type]}${labelSet(labels)} ${value}`],
    ),
  ];
}

function labelSet(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
