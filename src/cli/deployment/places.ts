/** Places that D1 can be near to, and jurisdictions that it can stay in: https://developers.cloudflare.com/d1/configuration/data-location/ */
export const LOCATIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'] as const;
export const JURISDICTIONS = ['eu', 'fedramp'] as const;
