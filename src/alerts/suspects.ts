import type { TakenOff } from '../rankings/object/taken-off.ts';

/** Part of an article's unsigned clicks from which on it raises no alert. Of honest stories about one percent is taken off. */
const MUCH = 0.2;
/** Clicks taken off that may be chance. */
const FEW = 5;

/** Whether weights have taken so much off an article that it may be a fleet's. Pure. */
export const isSuspect = ({ clicks, takenOff }: TakenOff): boolean => takenOff >= FEW && takenOff >= MUCH * clicks;
