import type { Inflation } from '../attack.ts';
import * as fleets from './fleets.ts';
import * as address from './one-address.ts';
import * as pages from './pages.ts';
import { forgedTokens, replay, unsignedReplay } from './tokens.ts';

export const INFLATIONS: readonly Inflation[] = [
  address.userAgents,
  address.oneNetworkOfAddresses,
  address.hints,
  address.manyArticles,
  address.slowDrip,
  address.earlyIds,
  pages.hiddenFrames,
  pages.mailGateways,
  pages.copiedEmbed,
  pages.keyOfAnotherSite,
  unsignedReplay,
  replay,
  ...forgedTokens,
  fleets.rareNetwork,
  fleets.rareAgent,
  fleets.bothRare,
  fleets.networkBelow,
  fleets.agentBelow,
  fleets.networkAtEdge,
  fleets.agentAtEdge,
  fleets.commonNetwork,
  fleets.commonAgent,
];

export const LATER: readonly Inflation[] = [fleets.networkAtEdgeLater];

export const QUICK: readonly Inflation[] = INFLATIONS.filter(
  (attack) =>
    ![address.hints, address.manyArticles, address.slowDrip, fleets.bothRare, fleets.commonNetwork].includes(attack),
);
