import { type Movement, movementText } from './movement.ts';

/** Movement since the window before, as a sign and in words. */
export const Moved = ({ movement }: { movement: Movement }) => (
  <span class={`moved ${movement === 'new' ? 'new' : movement > 0 ? 'good' : movement < 0 ? 'bad' : ''}`}>
    <span aria-hidden="true">
      {movement === 'new' ? 'new' : movement === 0 ? '–' : `${movement > 0 ? '▲' : '▼'} ${Math.abs(movement)}`}
    </span>
    <span class="quiet">{movementText(movement)}</span>
  </span>
);
