import type { Story } from './stories.ts';

/** Stories that a company tells of itself; `{own}` is the company. Told in the words of a line of business. */
export const HOUSE_STORIES: Readonly<Record<'Carrier' | 'Broker' | 'Service Provider', readonly Story[]>> = {
  Carrier: [
    {
      topics: '',
      type: 'pressrelease',
      title: '{own} launches {cover} for {insureds} in {country}',
      intro:
        '{own} today announced a product that responds to {risks}, with limits of up to {money} and access to a response team at any hour.',
    },
    {
      topics: 'talent',
      type: 'pressrelease',
      title: '{own} appoints {person} to lead {line} in {region}',
      intro:
        '{person} will be responsible for underwriting and distribution of {cover} and joins the regional executive team.',
    },
    {
      topics: 'claims',
      type: 'pressrelease',
      title: '{own} opens {line} claims centre in {country}',
      intro:
        'The centre employs {n=24|36|48|60} people and will settle {losses} locally, with authority up to {money}.',
    },
    {
      topics: 'esg',
      type: 'pressrelease',
      title: '{own} publishes underwriting principles for {line} clients',
      intro:
        'The principles set out what the company expects of {insureds} on {x=emissions|working conditions|governance}, and how it will help them get there.',
    },
    {
      topics: 'risk-management',
      type: 'report',
      title: 'White paper: preparing {insureds} for {risks}',
      intro:
        '{own} engineers describe {n=seven|nine|eleven} measures that reduce {losses}, with costs and pay-back times from {country}.',
    },
    {
      topics: 'risk-management',
      title: 'Five lessons from {losses} in {country}',
      intro:
        '{own} reviewed {count} files. The cases that went well had a plan, a rehearsed one, and one person in charge.',
    },
    {
      topics: '',
      type: 'video',
      title: 'Inside {own}: the people who underwrite {insureds}',
      intro: '{person} and the {line} team show how a submission becomes a quote, and what {risks} change about it.',
    },
  ],
  Broker: [
    {
      topics: '',
      type: 'pressrelease',
      title: '{own} launches {line} facility for {insureds}',
      intro: '{own} has arranged {money} of dedicated capacity for {cover} in {region}, led by {carrier}.',
    },
    {
      topics: 'talent',
      type: 'pressrelease',
      title: '{own} expands {line} practice with three hires in {country}',
      intro: '{person}, who joins from {carrier}, will lead the enlarged practice and advise {insureds} on {risks}.',
    },
    {
      topics: 'market-conditions',
      type: 'report',
      title: '{line} pricing update for {region}',
      intro:
        'The quarterly update by {own} finds rates {x=up|down} {pctS}% on average and explains which {insureds} did better.',
    },
    {
      topics: 'risk-management',
      title: 'Renewal checklist: {cover} for {insureds}',
      intro:
        '{own} specialists list what underwriters in {country} now expect to see, and the {n=three|four|six} gaps that cost most when {risks} strike.',
    },
    {
      topics: 'market-conditions',
      type: 'podcast',
      title: 'On the line: {person} talks {line} in {region}',
      intro:
        'In this episode of the {own} podcast: {risks}, {losses}, and why the cheapest quote cost one client {small}.',
    },
    {
      topics: 'claims risk-management',
      title: 'When {losses} hit: a broker’s notes for {insureds}',
      intro:
        'Notify early, keep every invoice, and agree the adjuster before the loss. {own} advocates on what decides a {line} claim.',
    },
  ],
  'Service Provider': [
    {
      topics: 'data-and-analytics insurtech',
      type: 'pressrelease',
      title: '{own} and {carrier} extend {line} partnership to {region}',
      intro:
        'Under the agreement {carrier} will use {own} in {n=four|six|nine} more countries to assess {risks} before it quotes.',
    },
    {
      topics: 'claims',
      title: 'What {count} files tell us about {losses}',
      intro:
        '{own} analysed {line} claims from {region}. One in {n=four|five|six} could have been settled in half the time.',
    },
    {
      topics: 'claims artificial-intelligence',
      type: 'pressrelease',
      title: '{own} introduces triage for {line} claims',
      intro:
        'The service sorts {losses} by urgency within minutes and hands doubtful ones to a person. {carrier} tested it in {country}.',
    },
    {
      topics: 'litigation',
      title: 'Briefing: the {adj} ruling that {insureds} should read',
      intro:
        'The judgment narrows a common exclusion for {risks}. {own} sets out what it means for {cover} already in force.',
    },
    {
      topics: 'data-and-analytics',
      type: 'report',
      title: 'Loss trends: {line} in {region}',
      intro:
        'The yearly study by {own} covers {count} losses. Frequency fell {pctS}%, while the average cost rose {pct}%.',
    },
    {
      topics: 'risk-management data-and-analytics',
      type: 'video',
      title: 'Explainer: how {insureds} can measure {risks}',
      intro:
        'A {n=three|five|seven}-minute guide by {own} to the numbers that {line} underwriters want and seldom get.',
    },
  ],
};
