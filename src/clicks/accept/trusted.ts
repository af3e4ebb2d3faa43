import { type Networks, parseNetworks } from './networks.ts';

/** Networks that the operator trusts. Their clicks are never discounted. (docs/decisions.md#L4) */
export type TrustedNetworks = Networks;

/** Parses `TRUSTED_NETWORKS`: network numbers (`AS64496`) and ranges (`10.0.0.0/8`), separated by commas or spaces. */
export const trustedNetworks = (setting: string): TrustedNetworks =>
  parseNetworks(setting.split(/[\s,]+/).filter(Boolean));
