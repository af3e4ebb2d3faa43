/**
 * Locations near which D1 can place a database, and jurisdictions to which it can be confined:
 * https://developers.cloudflare.com/d1/configuration/data-location/
 */
export const LOCATIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'] as const;
export const JURISDICTIONS = ['eu', 'fedramp'] as const;
