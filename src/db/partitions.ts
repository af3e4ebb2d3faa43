import { CLICK_HOURS, CLICK_IDS, READ_DAYS, READ_IDS, VIEW_HOURS } from './schema.ts';

export const [clickIds0, clickIds1, clickIds2, clickIds3, clickIds4] = CLICK_IDS;
export const [clickHours0, clickHours1, clickHours2, clickHours3, clickHours4] = CLICK_HOURS;
export const [readIds0, readIds1, readIds2, readIds3, readIds4] = READ_IDS;
export const [readDays0, readDays1, readDays2, readDays3, readDays4] = READ_DAYS;
export const [viewHours0, viewHours1, viewHours2, viewHours3, viewHours4] = VIEW_HOURS;
