import type { Story } from './stories.ts';

/** The stories of the topic that is new this week, oldest first. */
export const NEW_STORIES: readonly Story[] = [
  {
    topics: 'space claims',
    title: 'Broadband satellite fails in orbit: insurers face a {money} claim',
    intro:
      'A power fault has cut off half of its beams. {carrier} leads the policy, and the operator has asked for a total loss.',
  },
  {
    topics: 'space market-conditions',
    title: 'Space underwriters ask for more after the satellite loss',
    intro:
      'Rates for the first year in orbit are up by {pct}% within days. {carrier} has halved the line that it offers.',
  },
  {
    topics: 'space reinsurance',
    title: 'Who reinsures a rocket? Treaties meet their first {n=large|serious|real} test',
    intro: 'Most space risks are placed in {region} and shared by a dozen reinsurers, {carrier} among them.',
  },
  {
    topics: 'space regulation',
    title: 'Launch licences will need {money} of liability cover',
    intro: 'A draft rule would raise the cover for damage on the ground. Launch companies call it late but fair.',
  },
  {
    topics: 'space data-and-analytics',
    title: 'Space debris: a model that counts what could hit a satellite',
    intro:
      'It follows {n=30,000|40,000} objects and gives underwriters a figure for each orbit. {carrier} has tried it for a year.',
  },
  {
    topics: 'space litigation',
    title: 'Satellite maker and operator argue over who knew of the fault',
    intro: 'The case turns on a waiver between them. Insurers that paid want the maker to answer for the power unit.',
  },
  {
    topics: 'space talent',
    title: '{carrier} hires a rocket engineer to lead space underwriting',
    intro: 'The role is new. Eight launches a month have made {n=engineers|test data} as valuable as loss records.',
  },
  {
    topics: 'space catastrophe',
    title: 'Could a solar storm hit every satellite at once?',
    intro:
      'One flare could damage whole fleets in orbit. Underwriters look at how much they would lose in a single night.',
  },
];
