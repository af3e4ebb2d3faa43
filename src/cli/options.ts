/** This module parses option values and defines options that several commands share. */
import { InvalidArgumentError, Option } from 'commander';
import { now } from '../command/command.ts';

export const wholeNumber =
  (max = Number.MAX_SAFE_INTEGER, min = 1) =>
  (text: string): number => {
    if (!/^\d+$/.test(text) || Number(text) < min || Number(text) > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return Number(text);
  };

export function dateOption(text: string): number {
  const seconds = Math.floor(Date.parse(text) / 1000);
  if (!(seconds > now())) throw new InvalidArgumentError('It must be a future date, such as 2030-01-31.');
  return seconds;
}

export function origin(text: string, others: string[] = []): string[] {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new InvalidArgumentError('It must be an origin such as https://www.example.com.');
  return [...others, url.origin];
}

export function feedUrls(text: string, others: string[] = []): string[] {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be a URL such as https://news.example.com/feed.xml.');
  return [...others, text];
}

export function filledOption(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('It must not be empty.');
  return text.trim();
}

export const jsonOption = () => new Option('--json', 'print JSON');

export const remoteOption = () =>
  new Option('--remote', 'use the deployed database instead of the local one in STATE_DIR');

const SERVICE_HELP =
  'deployed service to use; set NEWSGAUGE_KEY to its operator key (default: NEWSGAUGE_SERVICE, or the local server)';

export const serviceOption = () => new Option('--service <url>', SERVICE_HELP);
