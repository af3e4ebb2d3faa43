import { expect, test } from 'vitest';
import { channelOf } from '../../src/web/browser/lib/channel-of.ts';

test.each([
  ['https://www.news.example.com/a', 'site'],
  ['https://example.com/', 'site'],
  ['https://blog.news.example.com/', 'site'],
  ['https://www.google.co.uk/', 'search'],
  ['https://www.bing.com/search?q=x', 'search'],
  ['https://gemini.google.com/app', 'assistant'],
  ['https://chatgpt.com/', 'assistant'],
  ['https://mail.google.com/mail/u/0', 'mail'],
  ['android-app://com.google.android.gmail/', 'mail'],
  ['https://t.co/abc', 'social'],
  ['https://lm.facebook.com/', 'social'],
  ['https://web.whatsapp.com/', 'chat'],
  ['https://news.google.com/x', 'news'],
  ['https://www.nytimes.com/', 'news'],
  ['https://insurer.example.org:8080/page', 'other'],
  ['', 'direct'],
])('the channel of referrer %s is %s', (referrer, channel) => {
  expect(channelOf(referrer, 'news.example.com')).toBe(channel);
});
