import type { DataOf } from '../lib/request.ts';
import { Empty, Section, Table } from '../ui/parts.tsx';
import { LAYOUT_NAMES, ReportingLists } from '../ui/reporting.tsx';

type Layouts = DataOf<'/manage/position-bias'>['layouts'];

export const PositionBiasSection = ({ layouts }: { layouts: Layouts }) => (
  <Section id="curve" title="Clicks by position" note="relative to position 1, last two weeks">
    {layouts.length === 0 ? (
      <Empty title="No data yet">
        Embeds must report seen positions. Turn this on in the <a href="/embed">embed builder</a>.
      </Empty>
    ) : (
      <Table
        label="Table of positions"
        class="meters"
        head={[
          'Position',
          ...layouts.map(({ layout }) => [layouts.length === 1 ? 'Clicks' : LAYOUT_NAMES[layout], 'number'] as const),
        ]}
      >
        {layouts[0]?.places.map(({ from, to }, place) => (
          <tr key={from}>
            <th scope="row">{to === null ? `${from} and more` : from === to ? from : `${from} to ${to}`}</th>
            {layouts.map(({ layout, places }) => (
              <Worth key={layout} of={places[place]} />
            ))}
          </tr>
        ))}
      </Table>
    )}
    <ReportingLists {...(layouts.length > 0 ? { none: 'No embed has reported positions this week.' } : {})} />
  </Section>
);

/** Position of the range on the bar. */
const rangeOf = ([low = 0, high = 0]: readonly number[]) => ({
  insetInlineStart: `${Math.min(100, low)}%`,
  width: `${Math.min(100, high) - Math.min(100, low)}%`,
});

const Worth = ({ of }: { of: Layouts[number]['places'][number] | undefined }) => (
  <td class="number">
    {of ? (
      <div class="worth">
        <span class="meter" aria-hidden="true">
          <i style={{ width: `${Math.min(100, of.index)}%` }} />
          {of.from > 1 ? <b style={rangeOf(of.interval)} /> : null}
        </span>
        <span>
          {of.index}%
          {of.from > 1 ? (
            <small>
              {' '}
              {of.interval[0]} to {of.interval[1]}
            </small>
          ) : null}
        </span>
      </div>
    ) : null}
  </td>
);
