import { Segments, Switch } from '../../ui/form/controls.tsx';
import type { Session } from '../session.ts';
import { known, PERIODS } from '../view.ts';

/** Filters that several views share. */

export const RiskSwitch = ({ view, change, disabled }: Session & { disabled?: boolean }) => (
  <Switch
    label="Risk management only"
    on={view.risk === '1'}
    change={(on) => change({ risk: on ? '1' : '' })}
    disabled={disabled ?? false}
  />
);

export const PeriodSegments = ({ view, change, disabled }: Session & { disabled?: boolean }) => (
  <Segments
    label="Period"
    name="period"
    value={disabled ? '7d' : known(PERIODS.toReversed(), view.period)}
    options={PERIODS}
    choose={(period) => change({ period })}
    disabled={disabled ?? false}
  />
);
