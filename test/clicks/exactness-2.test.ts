import { liveThroughHistories } from './exactness/world.ts';

liveThroughHistories(2);
