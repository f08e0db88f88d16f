// Describes the signals of the spam filter in words.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Signal } from '../../data/resources/spam-filter.ts';

/** Returns what a signal says about a comment. Unknown values are displayed as they are. */
export function describeSignal({ kind, value }: Pick<Signal, 'kind' | 'value'>): string {
  switch (kind) {
    case 'links':
      return describeLinks(value);
    case 'length':
      return lengths()[value] ?? describeWords(value);
    case 'sender':
      return value === 'user' ? __('The author is signed in') : __('The author is not signed in');
    case 'style':
      return styles()[value] ?? value;
    case 'host':
      /* translators: %s: host, such as example.com. */
      return sprintf(__('A link to %s'), value);
    case 'mail':
      /* translators: %s: host, such as example.com. */
      return value === '' ? __('No email address') : sprintf(__('An email address at %s'), value);
    case 'name':
      /* translators: %s: word. */
      return sprintf(__('The name contains “%s”'), value);
    default:
      /* translators: %s: one or two words. */
      return sprintf(__('The text contains “%s”'), value);
  }
}

function describeLinks(value: string): string {
  const known: Readonly<Record<string, string>> = {
    '0': __('No links'),
    some: __('4 to 9 links'),
    many: __('10 to 39 links'),
    masses: __('40 links or more'),
  };
  /* translators: %d: number of links. */
  return known[value] ?? sprintf(_n('%d link', '%d links', Number(value)), Number(value));
}

/* translators: %d: number of words. */
const describeWords = (value: string): string => sprintf(_n('%d word', '%d words', Number(value)), Number(value));

const lengths = (): Readonly<Record<string, string>> => ({
  '0': __('No words'),
  some: __('4 to 9 words'),
  many: __('10 to 39 words'),
  masses: __('40 words or more'),
});

const styles = (): Readonly<Record<string, string>> => ({
  loud: __('Mostly capital letters'),
  shouting: __('Several exclamation or question marks, or currency signs, in a row'),
  'names-site': __('The author gives a website'),
});
