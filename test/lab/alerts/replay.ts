import {
  ALERT_TYPES,
  type Alert,
  detectStories,
  detectTopics,
  EMPTY,
  type Memory,
  type Rules,
} from '../../../src/alerts/detect.ts';
import { utcDay } from '../../../src/lib/time.ts';
import type { Observed } from './observe.ts';

/** An alert with what it was raised on. */
export interface Raised extends Alert {
  /** Epoch seconds. */
  at: number;
  seen: Observed;
}

/** Plays what was published through the rules as the service runs them by default, once an hour. */
export function replay(hours: Iterable<Observed>, changed: Partial<Rules> = {}): Raised[] {
  const raised: Raised[] = [];
  let memory: Memory = EMPTY;
  for (const seen of hours) {
    const at = seen.figures.hour * 3600;
    const rules: Rules = {
      ...{ types: ALERT_TYPES, oncePerDay: true, isQuiet: false, day: utcDay(at), minEngagement: 10 },
      ...{ suspects: seen.suspects, ...changed },
    };
    const stories = detectStories(memory, seen.leader, { ...rules, now: at });
    const topics = detectTopics(stories.memory, seen.figures, rules);
    memory = topics.memory;
    for (const alert of [...stories.alerts, ...topics.alerts]) raised.push({ ...alert, at, seen });
  }
  return raised;
}
