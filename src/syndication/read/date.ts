/** Seconds. Feeds did not exist before. */
const EARLIEST = Date.UTC(1990, 0, 1) / 1000;
/** How far ahead a story may be announced; what is later is a mistake. */
const AHEAD = 86_400;

/** Zones that feeds write and JavaScript does not know. */
const ZONES: Record<string, string> = {
  ...{ BST: '+0100', IST: '+0530', CET: '+0100', CEST: '+0200', MET: '+0100', MEST: '+0200', WEST: '+0100' },
  ...{
    EET: '+0200',
    EEST: '+0300',
    MSK: '+0300',
    WET: '+0000',
    SGT: '+0800',
    HKT: '+0800',
    JST: '+0900',
    KST: '+0900',
  },
  ...{
    AEST: '+1000',
    AEDT: '+1100',
    ACST: '+0930',
    AWST: '+0800',
    NZST: '+1200',
    NZDT: '+1300',
    SAST: '+0200',
    BRT: '-0300',
  },
  ...{ AST: '-0400', ADT: '-0300', AKST: '-0900', AKDT: '-0800', HST: '-1000', NST: '-0330', UCT: '+0000' },
};

/** Months, by three letters, that do not begin as in English. */
const MONTHS: Record<string, string> = {
  ...{
    fev: 'Feb',
    fév: 'Feb',
    mär: 'Mar',
    mrt: 'Mar',
    abr: 'Apr',
    avr: 'Apr',
    mai: 'May',
    mei: 'May',
    mag: 'May',
    ago: 'Aug',
  },
  ...{
    aoû: 'Aug',
    set: 'Sep',
    okt: 'Oct',
    out: 'Oct',
    ott: 'Oct',
    dez: 'Dec',
    dic: 'Dec',
    déc: 'Dec',
    ene: 'Jan',
    gen: 'Jan',
  },
};

/** A feed's date in epoch seconds; null where it is none, or cannot be meant. `now`: epoch seconds. */
export function readDate(text: string | undefined, now: number): number | null {
  // JavaScript reads a bare number as a year or a month.
  if (!text || text.length < 8) return null;
  const seconds = Math.floor(parse(text.trim()) / 1000);
  return seconds >= EARLIEST && seconds <= now + AHEAD ? seconds : null;
}

function parse(text: string): number {
  const direct = Date.parse(text);
  if (!Number.isNaN(direct)) return direct;
  const english = text
    // The name of the day says nothing that the date does not.
    .replace(/^[^\d,]+,\s*/, '')
    .replace(/\b[A-Z]{3,4}$/, (zone) => ZONES[zone] ?? zone)
    .replace(/(?<=\d[\s-])\p{L}{3}/u, (month) => MONTHS[month.toLowerCase()] ?? month);
  return Date.parse(english);
}
