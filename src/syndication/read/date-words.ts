/** Zones that feeds name, in hours from UTC. */
export const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    Z: 0,
    UT: 0,
    UTC: 0,
    UCT: 0,
    GMT: 0,
    WET: 0,
    WEST: 1,
    BST: 1,
    IST: 5.5,
    CET: 1,
    CEST: 2,
    MET: 1,
    MEST: 2,
    MEZ: 1,
    MESZ: 2,
    EET: 2,
    EEST: 3,
    MSK: 3,
    GST: 4,
    PKT: 5,
    SGT: 8,
    HKT: 8,
    PHT: 8,
    JST: 9,
    KST: 9,
    SAST: 2,
    AEST: 10,
    AEDT: 11,
    ACST: 9.5,
    ACDT: 10.5,
    AWST: 8,
    NZST: 12,
    NZDT: 13,
    BRT: -3,
    ART: -3,
    NST: -3.5,
    NDT: -2.5,
    AST: -4,
    ADT: -3,
    EST: -5,
    EDT: -4,
    CST: -6,
    CDT: -5,
    MST: -7,
    MDT: -6,
    PST: -8,
    PDT: -7,
    AKST: -9,
    AKDT: -8,
    HST: -10,
  }),
);

/** Zones of the country that writes the month first. */
export const MONTH_FIRST_ZONES: ReadonlySet<string> = new Set(
  'EST EDT CST CDT MST MDT PST PDT AKST AKDT HST'.split(' '),
);

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
export function monthOf(word: string): number | undefined {
  const small = word.toLowerCase();
  return BY_BEGINNING.get(small.slice(0, 4)) ?? BY_BEGINNING.get(small.slice(0, 3));
}
