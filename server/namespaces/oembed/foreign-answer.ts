// What another site tells of an address of its own, as far as it can be trusted.
import { attribute } from '../../cms-v2/media/shown-picture.ts';
import { stripTags } from '../../rendering/markup.ts';
import { reducedMarkup, type Trust } from './foreign-markup.ts';

type Told = Readonly<Record<string, unknown>>;

/** The longest text that is passed on. Characters. */
const longest = 2000;

const texts = ['version', 'title', 'author_name', 'provider_name'] as const;
const addresses = ['author_url', 'provider_url', 'url', 'thumbnail_url'] as const;
const numbers = ['width', 'height', 'cache_age', 'thumbnail_width', 'thumbnail_height'] as const;

/**
 * The members that oEmbed knows, each as what it must be, and markup made anew from them; undefined where nothing is left that
 * could be shown. `asked` is the address it is told of.
 */
export function checkedAnswer(
  told: unknown,
  asked: string,
  trust: Trust,
  isOwn: (url: URL) => boolean,
): object | undefined {
  if (told === null || typeof told !== 'object' || Array.isArray(told)) return undefined;
  const given = told as Told;
  const type = typeof given.type === 'string' ? given.type.toLowerCase() : '';
  const known = {
    type,
    ...picked(given, texts, textOf),
    ...picked(given, addresses, addressIn),
    ...picked(given, numbers, sizeOf),
  };
  const html = markupOf({ ...known, html: given.html }, asked, trust, isOwn);
  return html === '' ? undefined : { ...known, html };
}

function picked<T>(given: Told, names: readonly string[], read: (value: unknown) => T | undefined): Record<string, T> {
  const found = names.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? read(given[name]) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Text for people: it may be shown as HTML, so nothing in it is markup. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? stripTags(String(value)).slice(0, longest).replace(/</g, '&lt;').replace(/>/g, '&gt;')
    : undefined;

function addressIn(value: unknown): string | undefined {
  const url = typeof value === 'string' && value.length <= longest && URL.canParse(value) ? new URL(value) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}

/** Sites write numbers as texts, and `100%`. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Number.parseInt(String(value), 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function markupOf(told: Told, asked: string, trust: Trust, isOwn: (url: URL) => boolean): string {
  const title = typeof told.title === 'string' ? told.title : '';
  const link = (inside: string) => `<a href="${attribute(asked)}">${inside}</a>`;
  switch (told.type) {
    case 'photo': {
      if (typeof told.url !== 'string' || told.width === undefined || told.height === undefined) return '';
      const size = `width="${Number(told.width)}" height="${Number(told.height)}"`;
      return link(`<img src="${attribute(told.url)}" alt="${plain(title)}" ${size} />`);
    }
    case 'video':
    case 'rich':
      return typeof told.html === 'string' ? reducedMarkup(told.html, trust, isOwn) : '';
    case 'link':
      return title === '' ? '' : link(title);
    default:
      return '';
  }
}

/** A text without markup, whose brackets are entities already, as the value of an attribute. */
const plain = (text: string): string => text.replace(/["']/g, (mark) => (mark === '"' ? '&quot;' : '&#039;'));
