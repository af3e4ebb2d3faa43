/** Locations and jurisdictions of D1: https://developers.cloudflare.com/d1/configuration/data-location/ */
export const LOCATIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'] as const;
export const JURISDICTIONS = ['eu', 'fedramp'] as const;
