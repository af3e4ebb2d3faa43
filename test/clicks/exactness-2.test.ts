import { sized } from '../support/size.ts';
import { liveThroughHistories } from './exactness/world.ts';

liveThroughHistories(2, sized(1, 2));
