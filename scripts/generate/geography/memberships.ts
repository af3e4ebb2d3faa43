/** Group whose members no data package lists. */
export interface Membership {
  slug: string;
  name: string;
  /** ISO 3166-1 alpha-2 codes, sorted and separated by spaces. */
  countries: string;
}

/**
 * Manually maintained, each with its source and last change. They are part of a migration: after an edit, run `npm run
 * generate`.
 */
export const MEMBERSHIPS: readonly Membership[] = [
  // asean.org/member-states; Timor-Leste joined on 26 October 2025.
  { slug: 'asean', name: 'ASEAN', countries: 'BN ID KH LA MM MY PH SG TH TL VN' },
  // Estonia, Latvia, Lithuania by common usage.
  { slug: 'baltics', name: 'Baltics', countries: 'EE LT LV' },
  // benelux.int; Benelux Treaty of 2008.
  { slug: 'benelux', name: 'Benelux', countries: 'BE LU NL' },
  // BRICS chair's list of members, with Saudi Arabia; Indonesia joined on 6 January 2025.
  { slug: 'brics', name: 'BRICS', countries: 'AE BR CN EG ET ID IN IR RU SA ZA' },
  // cis.minsk.by; includes Moldova until its notice of 2026 takes effect after a year, but not Turkmenistan, an
  // associate.
  { slug: 'cis', name: 'Commonwealth of Independent States', countries: 'AM AZ BY KG KZ MD RU TJ UZ' },
  // thecommonwealth.org/our-member-countries; Gabon and Togo joined in June 2022.
  {
    slug: 'commonwealth',
    name: 'Commonwealth of Nations',
    countries:
      'AG AU BB BD BN BS BW BZ CA CM CY DM FJ GA GB GD GH GM GY IN JM KE KI KN LC LK LS MT MU MV MW MY MZ NA NG NR NZ PG PK RW SB SC SG SL SZ TG TO TT TV TZ UG VC VU WS ZA ZM',
  },
  // Austria, Germany, Switzerland by common usage.
  { slug: 'dach', name: 'DACH', countries: 'AT CH DE' },
  // efta.int; Liechtenstein joined on 1 September 1991.
  { slug: 'efta', name: 'European Free Trade Association', countries: 'CH IS LI NO' },
  // g7 presidency's site; Russia left in March 2014.
  { slug: 'g7', name: 'G7', countries: 'CA DE FR GB IT JP US' },
  // g20.org; the 19 member countries, without the member unions EU and (since September 2023) AU.
  { slug: 'g20', name: 'G20', countries: 'AR AU BR CA CN DE FR GB ID IN IT JP KR MX RU SA TR US ZA' },
  // gcc-sg.org; unchanged since the charter of 25 May 1981.
  { slug: 'gcc', name: 'Gulf Cooperation Council', countries: 'AE BH KW OM QA SA' },
  // The twenty republics of Latin America by common usage, with Puerto Rico.
  { slug: 'latam', name: 'Latin America', countries: 'AR BO BR CL CO CR CU DO EC GT HN HT MX NI PA PE PR PY SV UY VE' },
  // mercosur.int; Bolivia joined in August 2024, Venezuela has been suspended since December 2016.
  { slug: 'mercosur', name: 'Mercosur', countries: 'AR BO BR PY UY' },
  // Western Asia without the Caucasus and Cyprus, with Egypt and Iran, by common usage.
  { slug: 'middle-east', name: 'Middle East', countries: 'AE BH EG IL IQ IR JO KW LB OM PS QA SA SY TR YE' },
  // norden.org; the five countries and the three self-governing areas of the Nordic Council.
  { slug: 'nordics', name: 'Nordics', countries: 'AX DK FI FO GL IS NO SE' },
  // oecd.org/en/about/members-partners.html; Costa Rica joined on 25 May 2021 as the 38th member.
  {
    slug: 'oecd',
    name: 'OECD',
    countries:
      'AT AU BE CA CH CL CO CR CZ DE DK EE ES FI FR GB GR HU IE IL IS IT JP KR LT LU LV MX NL NO NZ PL PT SE SI SK TR US',
  },
  // opec.org; the United Arab Emirates left on 1 May 2026, Angola on 1 January 2024.
  { slug: 'opec', name: 'OPEC', countries: 'CG DZ GA GQ IQ IR KW LY NG SA VE' },
  // home-affairs.ec.europa.eu; Bulgaria and Romania joined in full on 1 January 2025. Cyprus and Ireland are outside.
  {
    slug: 'schengen',
    name: 'Schengen Area',
    countries: 'AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK',
  },
  // The United Kingdom and Ireland, without the Crown Dependencies.
  { slug: 'uk-and-ireland', name: 'UK and Ireland', countries: 'GB IE' },
  // ustr.gov; in force since 1 July 2020.
  { slug: 'usmca', name: 'USMCA', countries: 'CA MX US' },
];
