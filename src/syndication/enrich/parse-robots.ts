/** This module parses robots.txt (RFC 9309) and matches paths in linear time, even for malicious rules. */

interface Rule {
  parts: readonly string[];
  isWhole: boolean;
  isAllowed: boolean;
  /** Length of the pattern. If several patterns match a path, the longest one decides (RFC 9309). */
  length: number;
}

export interface Robots {
  isAllowed(url: string): boolean;
  crawlDelay: number;
}

const MAX_PATTERN_LENGTH = 2000;
/** Maximum number of robots.txt rules. If a host has more rules, its pages are not read. */
const MAX_RULES = 5000;

interface Group {
  rules: Rule[];
  crawlDelay: number;
}

export function parseRobots(text: string, token: string): Robots {
  const name = token.toLowerCase();
  const groups = new Map<string, Group>();
  let agents = new Set<string>();
  let isAgents = false;
  for (const [, field = '', value = ''] of text.matchAll(/^[ \t\ufeff]*([A-Za-z-]{1,20})[ \t]*:([^\r\n#]*)/gm)) {
    const key = field.toLowerCase();
    const given = value.trim();
    if (key === 'user-agent') {
      if (!isAgents) agents = new Set();
      const agent = given.toLowerCase().split('/', 1)[0]?.trim();
      if (agent === name || agent === '*') agents.add(agent);
    }
    isAgents = key === 'user-agent';
    for (const agent of agents) {
      const group = groups.get(agent) ?? { rules: [], crawlDelay: 0 };
      if (/^(dis)?allow$/.test(key)) {
        groups.set(agent, group);
        if (given && given.length <= MAX_PATTERN_LENGTH && group.rules.length <= MAX_RULES)
          group.rules.push(ruleOf(given, key === 'allow'));
      } else if (key === 'crawl-delay') {
        groups.set(agent, group);
        if (Number(given) >= 0) group.crawlDelay = Number(given);
      }
    }
  }
  const { rules, crawlDelay } = groups.get(name) ?? groups.get('*') ?? { rules: [], crawlDelay: 0 };
  return {
    crawlDelay,
    isAllowed(url) {
      if (rules.length > MAX_RULES) return false;
      const { pathname, search } = new URL(url);
      const path = inCapitals(pathname + search);
      let best: Rule | undefined;
      for (const rule of rules) {
        const isBetter = !best || rule.length > best.length || (rule.length === best.length && rule.isAllowed);
        if (isBetter && matches(rule, path)) best = rule;
      }
      return best?.isAllowed ?? true;
    },
  };
}

function ruleOf(written: string, isAllowed: boolean): Rule {
  const pattern = percentEncode(written);
  const isWhole = pattern.endsWith('$');
  return { parts: pattern.slice(0, isWhole ? -1 : undefined).split(/\*+/), isWhole, isAllowed, length: pattern.length };
}

function percentEncode(pattern: string): string {
  return inCapitals(encodeURI(pattern.toWellFormed()).replaceAll('%25', '%'));
}

const inCapitals = (path: string) => path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/** Matches each part at its leftmost position, which leaves the most room for the remaining parts. */
function matches({ parts, isWhole }: Rule, path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return !isWhole || path === first;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return isWhole ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}
