import type { Story } from './stories.ts';

/**
 * Stories that any line of business can have, told in its own words (see lines.ts). `topics` are added to the line's.
 */
export const LINE_STORIES: readonly Story[] = [
  {
    topics: 'market-conditions',
    title: '{line} rates climb {pct}% in {region} as {losses} mount',
    intro:
      'Average {line} rates in {region} rose {pct}% at the latest renewals, according to {broker}. Underwriters name {losses} as their main concern.',
  },
  {
    topics: 'market-conditions',
    title: 'Competition pushes {line} rates in {region} down {pct}%',
    intro:
      '{x=Fresh capacity|Ambitious growth targets|New entrants} and a quiet run of {losses} have left buyers in a strong position, {broker} says in its market update.',
  },
  {
    topics: '',
    title: '{carrier} widens {cover} for {insureds}',
    intro:
      'The revised wording responds to {risks} and offers limits of up to {money}. It is available in {country} through {x=selected brokers|all appointed brokers|a single wholesale broker}.',
  },
  {
    topics: 'market-conditions',
    title: '{carrier} pulls back from {line} business in {country}',
    intro:
      'The insurer will stop writing new policies for {insureds} from next quarter, citing {losses} and the cost of reinsurance. Existing policies run to expiry.',
  },
  {
    topics: 'risk-management',
    title: 'Most {insureds} underestimate {risks}, {broker} finds',
    intro:
      'Only {pct}% of the {count} {insureds} surveyed in {region} believe that their {cover} would pay for a severe event in full.',
  },
  {
    topics: '',
    title: '{carrier} and {broker} set up {money} {line} facility',
    intro:
      'The facility gives {insureds} in {country} up to {money} of {cover} on one slip. {adjuster} will handle the claims.',
  },
  {
    topics: 'talent',
    title: '{broker} hires {person} to lead {line} team in {country}',
    intro:
      '{person} joins after {n=8|11|14|17|20} years with {carrier} and will build a team of {m=six|eight|ten|twelve} specialists to advise {insureds}.',
  },
  {
    topics: 'talent',
    title: '{person} named head of {line} underwriting at {carrier}',
    intro:
      'The appointment takes effect {x=at the start of next month|immediately|at the end of the quarter}. {surname} has worked on {cover} for {insureds} since {y=joining as a graduate|moving from broking|leaving claims}.',
  },
  {
    topics: '',
    title: 'Why {insureds} are rethinking {cover}',
    intro:
      '{x=Higher retentions|Narrower wordings|Two hard renewals} have made {insureds} ask what they need to transfer and what they can carry. Three buyers in {region} explain what they changed.',
  },
  {
    topics: 'risk-management',
    title: '{line} underwriters ask harder questions about {risks}',
    intro:
      'Proposal forms now run to {n=nine|twelve|fifteen} pages, and {insureds} that cannot show their controls pay up to {pct}% more, {broker} says.',
  },
  {
    topics: 'claims',
    title: '{losses} lead {carrier} to review {line} appetite',
    intro:
      'The insurer booked {money} of {losses} in {country} in the half-year and will cut its largest lines for {insureds}.',
  },
  {
    topics: 'regulation',
    title: '{adj} regulator studies {line} wordings after disputes over {losses}',
    intro:
      'Supervisors want to know whether {insureds} understood what their {cover} left out. Insurers have {n=six|eight|ten} weeks to answer.',
  },
  {
    topics: 'litigation claims',
    title: '{carrier} settles {line} dispute with {adj} policyholder for {money}',
    intro:
      'The settlement ends a {n=two|three|four}-year argument over {losses} and spares the market a ruling on an exclusion that many wordings share.',
  },
  {
    topics: 'data-and-analytics',
    title: '{modeller} model puts a price on {risks}',
    intro:
      'The model draws on {count} past events and lets {line} underwriters test a portfolio in minutes. {carrier} is the first insurer to use it in {country}.',
  },
  {
    topics: 'risk-management',
    title: '{carrier} adds engineers to help {insureds} prevent {losses}',
    intro:
      'A team of {n=10|14|18|24} will visit {insureds} in {country} before renewal. Those who act on its advice can earn back up to {pct}% of premium.',
  },
  {
    topics: 'market-conditions',
    title: 'Capacity returns to the {adj} {line} market',
    intro:
      '{n=Four|Five|Six} insurers have entered in the past year, {broker} counts, and {insureds} can again place programmes of {money} without going abroad.',
  },
  {
    topics: 'risk-management captives',
    title: '{insureds} trade higher retentions for broader {cover}',
    intro:
      'Buyers in {region} keep up to {money} for their own account, often in a captive, in return for terms that respond to {risks}.',
  },
  {
    topics: 'data-and-analytics',
    title: '{broker} lets {insureds} compare {line} limits with peers',
    intro:
      'The benchmark rests on {count} placements in {region} and shows what companies of similar size buy, and what {losses} have cost them.',
  },
  {
    topics: '',
    title: 'Start-up underwriter backed by {carrier} enters {adj} {line} market',
    intro:
      'The managing general agent can write up to {money} for {insureds} and is run by {person}, formerly of {broker}.',
  },
  {
    topics: 'market-conditions',
    title: '{carrier} lifts {line} line size to {money}',
    intro:
      'The insurer says better risk information allows it to offer {insureds} in {region} more {cover} without more reinsurance.',
  },
  {
    topics: 'litigation',
    title: '{adj} court sides with insurer over {losses}',
    intro:
      'Judges held that {cover} bought by {x=one of the country’s largest groups|a regional family business|a listed buyer} did not extend to {risks}. An appeal is expected.',
  },
  {
    topics: 'reinsurance',
    title: 'Reinsurers press {line} underwriters on {risks}',
    intro:
      'Treaty renewals turned on exposure data rather than price, {broker} says. Portfolios heavy in {insureds} paid up to {pct}% more.',
  },
  {
    topics: 'artificial-intelligence',
    title: '{carrier} lets software read {line} submissions',
    intro:
      'Quotes for {insureds} in {country} now leave within {n=two|four|six} hours, and underwriters still sign each one, says {person}, who runs the project.',
  },
  {
    topics: 'claims',
    title: 'How {adjuster} halved the time to settle {losses}',
    intro:
      'Photographs, a shared file and one named handler per claim cut the average to {n=19|23|27|31} days for {insureds} in {country}.',
  },
  {
    topics: 'insurtech',
    title: '{venture} raises {money} to bring {cover} online',
    intro: 'The venture will use the money to sell {cover} to smaller {insureds} in {region}. {carrier} led the round.',
  },
  {
    topics: 'market-conditions',
    type: 'video',
    title: 'Watch: {person} on the state of the {line} market',
    intro:
      'The head of {line} at {broker} says where rates in {region} go next and which {insureds} should renew early.',
  },
  {
    topics: 'risk-management',
    type: 'video',
    title: 'Video: what {risks} mean for {insureds}',
    intro:
      'In {n=four|six|eight} minutes, {person} of {carrier} walks through a real loss and the {m=three|four|five} decisions that made it smaller.',
  },
  {
    topics: 'claims',
    type: 'podcast',
    title: 'Podcast: inside a {line} claim in {country}, from first call to cheque',
    intro:
      'An adjuster from {adjuster} and a broker from {broker} retrace {n=six|nine|fourteen} months of {losses}, and what each would do differently.',
  },
  {
    topics: '',
    type: 'podcast',
    title: 'Podcast: are {insureds} buying the right {cover}?',
    intro: '{person} of {broker} on limits, wordings and the questions that {risks} raise at renewal.',
  },
  {
    topics: 'market-conditions',
    type: 'report',
    title: '{line} market outlook: what buyers in {region} can expect',
    intro:
      'The half-yearly outlook expects rates to {x=ease|rise} by {pctS}% and looks at capacity, {losses} and the appetite of {count} underwriting teams.',
  },
  {
    topics: 'risk-management data-and-analytics',
    type: 'report',
    title: 'Report: {pct}% of {insureds} in {country} have no {cover}',
    intro:
      'Researchers asked {count} decision-makers about {risks}. The uninsured share is highest among companies with fewer than {n=50|100|250} staff.',
  },
  {
    topics: 'data-and-analytics',
    type: 'report',
    title: 'The true cost of {risks}: a study of {count} losses',
    intro:
      'Indirect costs exceed insured {losses} by a factor of {n=2.1|2.6|3.4}, the study of {insureds} finds, and half of them fall after the first year.',
  },
];
