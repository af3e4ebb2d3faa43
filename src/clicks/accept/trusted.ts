import { type Networks, parseNetworks } from './networks.ts';

/** Networks whose clicks the operator answers for: they count in full, whatever they have in common. (docs/decisions.md#L4) */
export type TrustedNetworks = Networks;

/** Reads the setting `TRUSTED_NETWORKS`: numbers of networks (`AS64496`) and ranges of addresses (`10.0.0.0/8`), with commas or blanks between them. */
export const trustedNetworks = (setting: string): TrustedNetworks =>
  parseNetworks(setting.split(/[\s,]+/).filter(Boolean));
