import { BarController, BarElement, CategoryScale, Chart as ChartJs, LinearScale, Tooltip } from 'chart.js';

import { formatPercent } from '../lib/percent.ts';

ChartJs.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface Bar {
  topicId: number;
  name: string;
  percent: number;
}

export interface Chart {
  show(bars: Bar[]): void;
  destroy(): void;
}

/** Horizontal bars of growth in percent, in the colours of the page; a click on one opens its topic. */
export function drawGrowth(canvas: HTMLCanvasElement, open: (topicId: number) => void): Chart {
  let shown: Bar[] = [];
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const chart = new ChartJs<'bar', number[], string>(canvas, {
    type: 'bar',
    data: { labels: [], datasets: [{ data: [], borderRadius: 3, barPercentage: 0.72, categoryPercentage: 0.9 }] },
    options: {
      indexAxis: 'y',
      maintainAspectRatio: false,
      animation: still ? false : { duration: 400 },
      onClick: (_event, [hit]) => {
        const bar = hit && shown[hit.index];
        if (bar) open(bar.topicId);
      },
      onHover: (_event, hits) => {
        canvas.style.cursor = hits.length > 0 ? 'pointer' : '';
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: {
            title: ([hit]) => shown[hit?.dataIndex ?? 0]?.name ?? '',
            label: ({ parsed }) => formatPercent(parsed.x ?? 0),
          },
        },
      },
      scales: {
        x: { bounds: 'data', display: false },
        y: { ticks: { autoSkip: false }, grid: { display: false }, border: { display: false } },
      },
    },
  });

  const paint = () => {
    const [accent, bad, ink] = ['accent', 'bad', 'ink'].map((name) => colour(canvas, name));
    const [bars] = chart.data.datasets;
    if (bars) bars.backgroundColor = shown.map(({ percent }) => (percent < 0 ? bad : accent)) as string[];
    ChartJs.defaults.font = { family: getComputedStyle(canvas).fontFamily, size: 13 };
    const { y } = chart.options.scales ?? {};
    if (y?.ticks) y.ticks.color = ink;
    chart.update();
  };
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', paint);
  addEventListener('newsgauge:theme', paint);

  return {
    show(bars) {
      shown = bars;
      const narrow = canvas.clientWidth < 560;
      chart.data.labels = bars.map(({ name, percent }) =>
        narrow ? shortened(name, 18) : `${shortened(name, 40)}  ${formatPercent(percent)}`,
      );
      if (chart.data.datasets[0]) chart.data.datasets[0].data = bars.map(({ percent }) => percent);
      paint();
    },
    destroy() {
      dark.removeEventListener('change', paint);
      removeEventListener('newsgauge:theme', paint);
      chart.destroy();
    },
  };
}

const shortened = (name: string, room: number) => (name.length > room ? `${name.slice(0, room - 1)}…` : name);

/** A colour of the page as it is at this moment; the property itself still says `light-dark(…)`. */
function colour(beside: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(--${name})`;
  beside.parentElement?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
