import { DAY, HOUR, instantIn, type Seconds } from '../../lib/time.ts';
import { monthIn } from './month-names.ts';

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
const SEASONAL_ZONES: ReadonlyMap<string, string> = new Map([
  ['ET', 'America/New_York'],
  ['CT', 'America/Chicago'],
  ['MT', 'America/Denver'],
  ['PT', 'America/Los_Angeles'],
]);
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries(ZONES_AT).flatMap(([hours, names]) => names.split(' ').map((name) => [name, Number(hours)])),
);

/** Time zones of the United States, where the month precedes the day. */
const MONTH_FIRST_ZONES: ReadonlySet<string> = new Set('EST EDT CST CDT MST MDT PST PDT AKST AKDT HST'.split(' '));

/** Earliest accepted date. Feeds did not exist before 1990. */
const EARLIEST_SECONDS = Date.UTC(1990, 0, 1) / 1000;
const MAX_SECONDS_AHEAD = DAY;

export type DateOrder = 'day' | 'month';

export interface ReadDate {
  at: Seconds;
  ambiguous: boolean;
}

interface Day {
  year: number;
  month: number;
  day: number;
}

interface WrittenDate {
  days: Day[];
  seconds: number;
  zone: Zone;
}

type Zone = number | string;

const MAX_DATE_LENGTH = 100;
const DIGITS = /\p{Nd}/gu;
const DIGIT_ZEROS = '٠۰०০০๐０';
const digitOf = (character: string): string => {
  const code = character.charCodeAt(0);
  const zero = Array.from(DIGIT_ZEROS, (each) => each.charCodeAt(0)).find((each) => code >= each && code < each + 10);
  return zero === undefined ? character : String(code - zero);
};
const normaliseDigits = (text: string) => text.trim().slice(0, MAX_DATE_LENGTH).replace(DIGITS, digitOf);

const TIME =
  /(?:^|[\sT,日일])(?:(午前|午後|上午|下午|오전|오후)\s*)?(\d{1,2})(?:[:h]|[時时시点]\s*)(\d{1,2})(?:[:分분]\s*(\d{1,2})(?:[.,]\d+)?)?\s*([ap]\.?m\b\.?)?/i;
const OFFSET = /(?:GMT|UTC)?\s*([+-])(\d{1,2}):?(\d{2})?\s*(?:\([^)]*\))?$/;
const ZONE = /\s*\(?\b([A-Z]{1,4})\)?$/;
const ZONE_NAME = /\s*[[(]?\b((?:[A-Z][A-Za-z_]+|Etc)(?:\/[A-Z][\w+-]*){1,2})[\])]?$/;
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?(?=$|[Z\s+-])/;
const EPOCH = /^(\d{10})(?:\.\d+|\d{3})?$/;
const YEAR_FIRST = /^\D*(\d{4})(?:[-/.]|\s*[年년]\s*)(\d{1,2})(?:[-/.]|\s*[月월]\s*)(\d{1,2})(?!\d)/;
const NUMBERS = /^\D*(?<first>\d{1,2})(?<mark>[/.-])\s?(?<second>\d{1,2})\k<mark>\s?(?<year>\d{4}|\d{2})(?!\d)/;

export interface DateHints {
  order?: DateOrder | null;
  language?: string | null;
}

/** Parses a date. Returns `null` if it is unreadable, before 1990, or more than a day after `now`. */
export function readDate(
  text: string,
  now: Seconds,
  { order = null, language = null }: DateHints = {},
): ReadDate | null {
  const isPlausible = (at: Seconds) => at >= EARLIEST_SECONDS && at <= now + MAX_SECONDS_AHEAD;
  const [, epoch] = EPOCH.exec(normaliseDigits(text)) ?? [];
  if (epoch !== undefined) return isPlausible(Number(epoch)) ? { at: Number(epoch), ambiguous: false } : null;
  const written = parse(text, orderOf(text) ?? order, language);
  if (!written) return null;
  const times = written.days.map((day) => timeOf(day, written)).filter(isPlausible);
  const [at] = times;
  return at === undefined ? null : { at, ambiguous: times.length > 1 && times[0] !== times[1] };
}

function timeOf({ year, month, day }: Day, { seconds, zone }: WrittenDate): Seconds {
  const at = Date.UTC(year, month, day) / 1000 + seconds;
  return typeof zone === 'number' ? at - zone : instantIn(zone, new Date(at * 1000).toISOString().slice(0, 19));
}

/** Returns the last second of the latest past year mentioned in a text that is not a date. */
export function latestIn(text: string, now: Seconds): Seconds | null {
  const years = (normaliseDigits(text).match(/(?<!\d)\d{4}(?!\d)/g) ?? []).map(Number);
  const ends = years
    .map((year) => Date.UTC(year + 1, 0, 1) / 1000 - 1)
    .filter((end) => end >= EARLIEST_SECONDS && end < now);
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** Detects whether the day or the month comes first, from a number above 12, dots as separators, or the time zone. */
export function orderOf(text: string): DateOrder | null {
  const written = normaliseDigits(text);
  const [, first, sign, second] = NUMBERS.exec(written) ?? [];
  if (first === undefined) return null;
  if (Number(first) > 12 || sign === '.') return 'day';
  if (Number(second) > 12) return 'month';
  const zone = ZONE.exec(written)?.[1];
  if (!zone || !ZONES.has(zone) || /^(Z|UT|UTC|UCT|GMT)$/.test(zone)) return null;
  return MONTH_FIRST_ZONES.has(zone) ? 'month' : 'day';
}

/** Detects the order of day and month from the majority of a feed's dates, otherwise from its language and country. */
export function feedOrder(dates: readonly string[], language: string | null): DateOrder | null {
  const shown = dates.map(orderOf);
  const dayFirst = shown.filter((order) => order === 'day').length;
  const monthFirst = shown.filter((order) => order === 'month').length;
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day' : 'month';
  const [, tongue, country] = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?/i.exec(language?.trim() ?? '') ?? [];
  if (/^(us|ph)$/i.test(country ?? '')) return 'month';
  return country || (tongue && tongue.toLowerCase() !== 'en') ? 'day' : null;
}

function parse(text: string, order: DateOrder | null, language: string | null): WrittenDate | null {
  const trimmed = normaliseDigits(text);
  // A text of fewer than eight characters is too ambiguous to be a date.
  if (trimmed.length < 8) return null;
  const basic = BASIC.exec(trimmed);
  const [rest, zone] = withoutZone(trimmed);
  const clock = basic ? basic.slice(4, 7).map((part) => Number(part ?? 0)) : clockOf(rest);
  const days = basic ? validDay(Number(basic[1]), Number(basic[2]), Number(basic[3])) : daysOf(rest, order, language);
  const [hours = 0, minutes = 0, seconds = 0] = clock;
  if (days.length === 0 || hours > 24 || minutes > 59 || seconds > 60) return null;
  return { days, seconds: hours * HOUR + minutes * 60 + seconds, zone };
}

function withoutZone(text: string): [rest: string, zone: Zone] {
  const place = ZONE_NAME.exec(text);
  const isPlace = place?.[1] !== undefined && isZone(place[1]);
  const bare = isPlace ? text.slice(0, place.index) : text;
  // An offset before the name of a time zone is the offset of that zone on that day.
  const [, sign, hours, minutes] = (/:\d|T\d/.test(bare) && OFFSET.exec(bare)) || [];
  if (hours !== undefined)
    return [bare.replace(OFFSET, ''), (sign === '-' ? -60 : 60) * (Number(hours) * 60 + Number(minutes ?? 0))];
  if (isPlace) return [bare, place[1] ?? 0];
  const name = ZONE.exec(text)?.[1] ?? '';
  const hoursFromUtc = ZONES.get(name);
  const zone = SEASONAL_ZONES.get(name) ?? (hoursFromUtc === undefined ? undefined : hoursFromUtc * HOUR);
  return zone === undefined ? [text, 0] : [text.slice(0, text.lastIndexOf(name)).replace(/\($/, ''), zone];
}

function isZone(name: string): boolean {
  try {
    instantIn(name, '2026-01-01T00:00:00');
    return true;
  } catch {
    return false;
  }
}

function clockOf(text: string): number[] {
  const [, before, hours = '0', minutes = '0', seconds = '0', after] = TIME.exec(text) ?? [];
  const half = before ?? after;
  if (!half) return [hours, minutes, seconds].map(Number);
  return [(Number(hours) % 12) + (/^p|[後下후]/i.test(half) ? 12 : 0), Number(minutes), Number(seconds)];
}

function daysOf(text: string, order: DateOrder | null, language: string | null): Day[] {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return validDay(Number(year), Number(month), Number(day));
  const { first, second, year: short } = NUMBERS.exec(text)?.groups ?? {};
  if (first === undefined) return wordedDay(text, language);
  const dayFirst = validDay(fullYear(short), Number(second), Number(first));
  const monthFirst = validDay(fullYear(short), Number(first), Number(second));
  // If the order of day and month is unknown, the month is tried first, because most software writes it first.
  if (order === null) return [...monthFirst, ...dayFirst];
  return order === 'day' ? dayFirst : monthFirst;
}

/** Parses dates such as `Fri, 20 Nov 2026`, `November 20, 2026`, `20 de noviembre de 2026`. */
function wordedDay(text: string, language: string | null): Day[] {
  const words = text.replace(TIME, ' ').match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const year = numbers.find((number) => number.length === 4) ?? numbers[1];
  const day = numbers.find((number) => number !== year && number.length <= 2);
  if (year === undefined || day === undefined || !/^(\d{2}|\d{4})$/.test(year)) return [];
  const month = monthIn(
    words.filter((word) => !/^\d/.test(word)),
    language,
  );
  return month === undefined ? [] : validDay(westernYear(fullYear(year), text), month + 1, Number(day));
}

/** Converts a year of the Thai calendar, which begins in 543 BC. */
const westernYear = (year: number, text: string): number =>
  /\p{Script=Thai}/u.test(text) && year > 2400 ? year - 543 : year;

const fullYear = (text = '') => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900));

function validDay(year: number, month: number, day: number): Day[] {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= last ? [{ year, month: month - 1, day }] : [];
}
