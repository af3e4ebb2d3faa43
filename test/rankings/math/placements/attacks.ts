import { KIND_NAMES } from '../../../../src/db/click-columns.ts';
import { LIST_LAYOUTS, PLACE_CLASSES, positionBucketOf } from '../../../../src/db/view-columns.ts';
import { placementsOf } from '../../../../src/rankings/math/figures/placements.ts';
import { mainPositions } from '../../../../src/rankings/math/figures/position-bias.ts';
import {
  type Attacker,
  fleet,
  networks,
  oneAddress,
  oneNetwork,
  onePrefix,
  PER_ADDRESS,
  SILENT,
} from '../../../engagement/bounds/trial.ts';
import { PRICES } from '../../../verify/prices/price-list.ts';
import { type Kind, type PlacementSite, type ShownCell, withShown } from './site.ts';

/** Simulates attacks on the underplayed and overplayed lists and finds the articles that enter or leave them. */

const LIST = 50;
/** Number of silent articles that an attacker names in list tokens of its own page. */
const SILENT_ARTICLES = 540;
const CLICKS_OF_ONE_ADDRESS = 3;
const MANY = 1000;

export interface PlacementSender {
  name: string;
  attacker: Attacker;
  clicks: number;
  views: number;
  /** Price in dollars if the service knows networks, or `null` for an address that anyone has. */
  price: number | null;
}

const fleetOf = (count: number): PlacementSender => ({
  ...{ name: `${count} networks`, attacker: networks(count), clicks: MANY, views: MANY },
  price: count * PRICES.network.dollars + Math.max(count, Math.ceil(MANY / PER_ADDRESS)) * PRICES.address.dollars,
});

/** The documentation states a limit for these senders. */
export const ONE_SENDER: PlacementSender[] = [
  { name: 'one address', attacker: oneAddress, clicks: CLICKS_OF_ONE_ADDRESS, views: PER_ADDRESS, price: null },
  { name: 'one /48', attacker: onePrefix, clicks: MANY, views: MANY, price: null },
  { ...fleetOf(1), name: 'one network', attacker: oneNetwork },
  fleetOf(3),
];
/** The documentation only describes the effect of these senders. */
export const FLEETS: PlacementSender[] = [fleetOf(10), fleetOf(30)];

const FIRST = positionBucketOf('page', 1);
const silent = Array.from({ length: SILENT_ARTICLES }, (_, i) => SILENT + i);
const MARKS_IN_TURN = LIST_LAYOUTS.flatMap((layout) => PLACE_CLASSES.map((place) => positionBucketOf(layout, place)));

export const ON_SILENT: Record<string, (site: PlacementSite, sender: PlacementSender) => ShownCell[]> = {
  'clicks on silent articles': (site, sender) => sent(site, sender, 'clicks', silent),
  'impressions first, then clicks': (site, sender) => [
    ...sent(site, sender, 'views', silent),
    ...sent(site, sender, 'clicks', silent),
  ],
  'both, over all layouts and positions': (site, sender) =>
    silent.flatMap((id, i) => {
      const mark = MARKS_IN_TURN[i % MARKS_IN_TURN.length];
      return [...sent(site, sender, 'views', [id], mark), ...sent(site, sender, 'clicks', [id], mark)];
    }),
};

export const ON_READ: typeof ON_SILENT = {
  'clicks on all articles that readers see': (site, sender) =>
    sent(site, sender, 'clicks', [...site.articles.keys()], positionBucketOf('page', 13)),
  'impressions of ten rivals at the first position': (site, sender) =>
    sent(site, sender, 'views', site.ownList.slice(0, 10)),
};

export function sent(
  { baseline }: PlacementSite,
  { attacker, ...counts }: PlacementSender,
  kind: Kind,
  ids: readonly number[],
  mark = FIRST,
): ShownCell[] {
  return ids.flatMap((id) =>
    fleet(id, 0, counts[kind], attacker(baseline, 1)).map((cell) => ({
      ...{ contentId: id, kind, mark, count: cell.clicks, isWeek: true },
      ...(Object.fromEntries(KIND_NAMES.map((name) => [name, cell[name]])) as Pick<
        ShownCell,
        (typeof KIND_NAMES)[number]
      >),
    })),
  );
}

export type PlacementLists = Record<'underplayed' | 'overplayed', number[]>;

export function listsOf(site: PlacementSite): PlacementLists {
  const { placements } = placementsOf([...site.articles.values()], site.baseline);
  const sure = placements.filter(({ confidence }) => confidence === 'high');
  const ids = (found: typeof sure, sign: 1 | -1) =>
    found
      .toSorted((a, b) => sign * (b.index - a.index) || a.contentId - b.contentId)
      .slice(0, LIST)
      .map(({ contentId }) => contentId);
  return {
    underplayed: ids(
      sure.filter(({ index, views }) => index > 100 && mainPositions(views).to !== 1),
      1,
    ),
    overplayed: ids(
      sure.filter(({ index }) => index < 100),
      -1,
    ),
  };
}

export interface ListChange {
  entered: number;
  left: number;
}

export function changesBy(
  site: PlacementSite,
  before: PlacementLists,
  cells: readonly ShownCell[],
): Record<keyof PlacementLists, ListChange> {
  const after = listsOf(withShown(site, cells));
  const change = (name: keyof PlacementLists) => ({
    entered: after[name].filter((id) => !before[name].includes(id)).length,
    left: before[name].filter((id) => !after[name].includes(id)).length,
  });
  return { underplayed: change('underplayed'), overplayed: change('overplayed') };
}
