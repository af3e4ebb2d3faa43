import { liveThroughHistories } from './exactness/world.ts';

liveThroughHistories(1);
