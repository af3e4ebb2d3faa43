import { sized } from '../support/size.ts';
import { liveThroughHistories } from './exactness/world.ts';

liveThroughHistories(1, sized(1, 2));
