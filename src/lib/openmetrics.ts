/** OpenMetrics text (https://prometheus.io/docs/specs/om/open_metrics_spec/), gauges only. */

export const OPENMETRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export interface Gauge {
  /** `[a-z_]+`; ends in the unit where it has one. */
  name: string;
  help: string;
  unit?: 'seconds';
  /** Values by label, or one without labels; null: the value is unknown, and the line is left out. */
  samples: { labels?: Record<string, string>; value: number | null }[];
}

/** The exposition of gauges. */
export const openMetrics = (gauges: readonly Gauge[]): string => `${gauges.flatMap(lines).join('\n')}\n# EOF\n`;

function lines({ name, help, unit, samples }: Gauge): string[] {
  return [
    `# TYPE ${name} gauge`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.flatMap(({ labels = {}, value }) => (value === null ? [] : [`${name}${labelSet(labels)} ${value}`])),
  ];
}

function labelSet(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
