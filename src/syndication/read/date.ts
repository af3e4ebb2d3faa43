import { DAY, HOUR, type Seconds } from '../../lib/time.ts';

/** Zones that feeds name, by hours from UTC. */
const ZONES_AT: Record<string, string> = {
  '-10': 'HST',
  '-9': 'AKST',
  '-8': 'PST AKDT',
  '-7': 'MST PDT',
  '-6': 'CST MDT',
  '-5': 'EST CDT',
  '-4': 'AST EDT',
  '-3.5': 'NST',
  '-3': 'BRT ART ADT',
  '-2.5': 'NDT',
  0: 'Z UT UTC UCT GMT WET',
  1: 'WEST BST CET MET MEZ',
  2: 'CEST MEST MESZ EET SAST',
  3: 'EEST MSK',
  4: 'GST',
  5: 'PKT',
  5.5: 'IST',
  8: 'SGT HKT PHT AWST',
  9: 'JST KST',
  9.5: 'ACST',
  10: 'AEST',
  10.5: 'ACDT',
  11: 'AEDT',
  12: 'NZST',
  13: 'NZDT',
};
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries(ZONES_AT).flatMap(([hours, names]) => names.split(' ').map((name) => [name, Number(hours)])),
);

/** Zones of the country that writes the month first. */
const MONTH_FIRST_ZONES: ReadonlySet<string> = new Set('EST EDT CST CDT MST MDT PST PDT AKST AKDT HST'.split(' '));

/** How months begin, in the languages of Western Europe: by three letters, or more where three begin two months. */
const MONTHS: readonly string[] = [
  'jan ene gen',
  'feb fev fév',
  'mar mär mrt maa',
  'apr avr abr',
  'may mai mei mag maj',
  'jun juin giu',
  'jul juil lug',
  'aug ago aoû aou',
  'sep set',
  'oct okt out ott',
  'nov',
  'dec dez dic déc',
];

const BY_BEGINNING = new Map(
  MONTHS.flatMap((words, month) => words.split(' ').map((word): [string, number] => [word, month])),
);

/** Months from 0; undefined if the word is not a month. */
function monthOf(word: string): number | undefined {
  const small = word.toLowerCase();
  return BY_BEGINNING.get(small.slice(0, 4)) ?? BY_BEGINNING.get(small.slice(0, 3));
}

/** Seconds. Feeds did not exist before. */
const EARLIEST = Date.UTC(1990, 0, 1) / 1000;
/** How far ahead a story may be announced; a later date is a mistake. */
const AHEAD = DAY;

/** Which of two numbers is the day: `day` of 20/11/2026 is the first. */
export type DateOrder = 'day' | 'month';

export interface ReadDate {
  at: Seconds;
  /** Day and month may be swapped: nothing shows which is which. */
  ambiguous: boolean;
}

interface Day {
  year: number;
  /** From 0. */
  month: number;
  day: number;
}

/** A written date: one or two readings of its day, and the seconds from the beginning of that day in UTC. */
interface Written {
  days: Day[];
  seconds: number;
}

/** Characters of a date that are read; no form is longer. */
const LONGEST = 100;
const shortened = (text: string) => text.trim().slice(0, LONGEST);

const TIME = /(?:^|[\sT,])(\d{1,2})[:h](\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?\s*([ap]\.?m\b\.?)?/i;
const OFFSET = /(?:GMT|UTC)?\s*([+-])(\d{1,2}):?(\d{2})?\s*(?:\([^)]*\))?$/;
const ZONE = /\s*\(?\b([A-Z]{1,4})\)?$/;
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?(?=$|[Z\s+-])/;
const YEAR_FIRST = /^\D*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const NUMBERS = /^\D*(?<first>\d{1,2})(?<mark>[/.-])\s?(?<second>\d{1,2})\k<mark>\s?(?<year>\d{4}|\d{2})(?!\d)/;

/**
 * Reads a feed's date in any of the forms that feeds write. `order` is how the feed writes day and month, if that is known.
 * Null if it is not a date or implausible: before feeds existed, or more than a day after `now` (epoch seconds).
 */
export function readDate(text: string, now: number, order: DateOrder | null = null): ReadDate | null {
  const written = parse(text, orderOf(text) ?? order);
  if (!written) return null;
  const times = written.days
    .map(({ year, month, day }) => Date.UTC(year, month, day) / 1000 + written.seconds)
    .filter((at) => at >= EARLIEST && at <= now + AHEAD);
  const [at] = times;
  return at === undefined ? null : { at, ambiguous: times.length > 1 && times[0] !== times[1] };
}

/** The order of day and month, if a date shows it: by a number above 12, dots, or its zone. */
export function orderOf(text: string): DateOrder | null {
  const written = shortened(text);
  const [, first, sign, second] = NUMBERS.exec(written) ?? [];
  if (first === undefined) return null;
  if (Number(first) > 12 || sign === '.') return 'day';
  if (Number(second) > 12) return 'month';
  const zone = ZONE.exec(written)?.[1];
  if (!zone || !ZONES.has(zone) || /^(Z|UT|UTC|UCT|GMT)$/.test(zone)) return null;
  return MONTH_FIRST_ZONES.has(zone) ? 'month' : 'day';
}

/** The order of day and month in a feed: that of most of its dates, otherwise that of its language's country. */
export function feedOrder(dates: readonly string[], language: string | null): DateOrder | null {
  const shown = dates.map(orderOf);
  const dayFirst = shown.filter((order) => order === 'day').length;
  const monthFirst = shown.filter((order) => order === 'month').length;
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day' : 'month';
  const [, tongue, country] = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?/i.exec(language?.trim() ?? '') ?? [];
  if (/^(us|ph)$/i.test(country ?? '')) return 'month';
  return country || (tongue && tongue.toLowerCase() !== 'en') ? 'day' : null;
}

function parse(text: string, order: DateOrder | null): Written | null {
  const trimmed = shortened(text);
  // A bare number may be anything.
  if (trimmed.length < 8) return null;
  const basic = BASIC.exec(trimmed);
  const [rest, offset] = withoutZone(trimmed);
  const clock = basic ? basic.slice(4, 7).map((part) => Number(part ?? 0)) : clockOf(rest);
  const days = basic ? checked(Number(basic[1]), Number(basic[2]), Number(basic[3])) : daysOf(rest, order);
  const [hours = 0, minutes = 0, seconds = 0] = clock;
  if (days.length === 0 || hours > 24 || minutes > 59 || seconds > 60) return null;
  return { days, seconds: hours * HOUR + minutes * 60 + seconds - offset };
}

/** A date without its zone, and the zone in seconds from UTC, which is the default. */
function withoutZone(text: string): [rest: string, offset: number] {
  const [, sign, hours, minutes] = (/:\d|T\d/.test(text) && OFFSET.exec(text)) || [];
  if (hours !== undefined)
    return [text.replace(OFFSET, ''), (sign === '-' ? -60 : 60) * (Number(hours) * 60 + Number(minutes ?? 0))];
  const name = ZONE.exec(text)?.[1] ?? '';
  const zone = ZONES.get(name);
  return zone === undefined ? [text, 0] : [text.slice(0, text.lastIndexOf(name)).replace(/\($/, ''), zone * HOUR];
}

function clockOf(text: string): number[] {
  const [, hours = '0', minutes = '0', seconds = '0', half] = TIME.exec(text) ?? [];
  if (!half) return [hours, minutes, seconds].map(Number);
  return [(Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0), Number(minutes), Number(seconds)];
}

function daysOf(text: string, order: DateOrder | null): Day[] {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return checked(Number(year), Number(month), Number(day));
  const { first, second, year: short } = NUMBERS.exec(text)?.groups ?? {};
  if (first === undefined) return wordedDay(text);
  const dayFirst = checked(fullYear(short), Number(second), Number(first));
  const monthFirst = checked(fullYear(short), Number(first), Number(second));
  // Unknown: the month first, the default of most software.
  if (order === null) return [...monthFirst, ...dayFirst];
  return order === 'day' ? dayFirst : monthFirst;
}

/** `Fri, 20 Nov 2026`, `November 20, 2026`, `20 de noviembre de 2026`, `Fri Nov 20 08:00:00 2026` */
function wordedDay(text: string): Day[] {
  const words = text.replace(TIME, ' ').match(/\p{L}+|\d+/gu) ?? [];
  // The last of them: `Mar` and others name days of the week in some languages, too.
  const month = words.map(monthOf).findLast((each) => each !== undefined);
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const year = numbers.find((number) => number.length === 4) ?? numbers[1];
  const day = numbers.find((number) => number !== year && number.length <= 2);
  if (month === undefined || year === undefined || day === undefined || !/^(\d{2}|\d{4})$/.test(year)) return [];
  return checked(fullYear(year), month + 1, Number(day));
}

const fullYear = (text = '') => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900));

/** Empty if there is no such day. `month`: from 1. */
function checked(year: number, month: number, day: number): Day[] {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= last ? [{ year, month: month - 1, day }] : [];
}
