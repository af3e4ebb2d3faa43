import { liveThroughHistories } from './exactness/run.ts';

liveThroughHistories(1);
