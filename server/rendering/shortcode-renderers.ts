import { firstTag } from './blocks/tags.ts';
import { playerOf, playLoneAddresses } from './lone-addresses.ts';
import { entryMarkup } from './sanitise/allowed-markup.ts';
import { sanitise } from './sanitise/sanitise.ts';
import { replaceShortcodes, type Shortcode } from './shortcodes.ts';

/** What a shortcode is shown by: HTML, `''` for nothing. `expand` carries out the shortcodes inside it. */
export type ShortcodeRenderer = (shortcode: Shortcode, expand: (html: string) => string) => string;

/**
 * The shortcodes that need nothing but their own text (rendering.md §5). A gallery shows media: it is filled in when the
 * content is read (dynamic/shortcodes/), and a playlist is not shown. `embed` is turned into a link before paragraphs are
 * made: see `linkEmbeds`.
 */
export const plainRenderers: ReadonlyMap<string, ShortcodeRenderer> = new Map([
  ['caption', caption],
  ['wp_caption', caption],
  ['gallery', nothing],
  ['playlist', nothing],
  ['audio', player('audio', ['src', 'mp3', 'ogg', 'flac', 'm4a', 'wav'])],
  ['video', player('video', ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv'])],
  ['embed', (shortcode, expand) => expand(embed(shortcode))],
]);

/**
 * Carries out the known shortcodes of a rendered content (rendering.md §5); unknown ones and unbalanced brackets stay
 * text, `[[gallery]]` becomes `[gallery]`. `renderers` adds to the plain ones or takes their place.
 */
export function expandShortcodes(html: string, renderers: ReadonlyMap<string, ShortcodeRenderer> = new Map()): string {
  const expand = (inner: string) => expandShortcodes(inner, renderers);
  return replaceShortcodes(html, (shortcode) => {
    const renderer = renderers.get(shortcode.name) ?? plainRenderers.get(shortcode.name);
    return renderer ? renderer(shortcode, expand) : '';
  });
}

/** Turns `[embed]` into a player or a link for its address and lone addresses into players, before paragraphs are made (rendering.md §1, §5). */
export function linkEmbeds(raw: string): string {
  const text = playLoneAddresses(raw);
  if (!text.includes('[embed')) return text;
  return replaceShortcodes(text, (shortcode) => {
    return shortcode.name === 'embed' ? embed(shortcode) : text.slice(shortcode.start, shortcode.end);
  });
}

function nothing(): string {
  return '';
}

function embed({ inner, attributes }: Shortcode): string {
  const written = inner.trim() || (attributes.get('src') ?? '');
  const address = safeAddress(written);
  if (address === '') return '';
  const kind = /["[\]]/.test(written) ? undefined : playerOf(written);
  return kind ? `[${kind} src="${address}"]` : `<a href="${address}">${address}</a>`;
}

/**
 * A picture with its caption; without a width or a text the inner HTML alone. A caption in an attribute is a part cut out of
 * filtered HTML, and may begin or end inside a tag: it is filtered again, so that it opens no quote that another tag closes.
 */
function caption({ attributes, inner }: Shortcode, expand: (html: string) => string): string {
  const { picture, rest } = cutPicture(inner);
  const sent = attributes.get('caption');
  const written = sent === undefined ? undefined : sanitise(sent, entryMarkup);
  const text = written ?? rest;
  const shown = expand(written === undefined ? picture : inner);
  const width = Number.parseInt(attributes.get('width') ?? '', 10);
  if (!(width >= 1) || text.trim() === '') return shown;
  const number = /^attachment_(\d+)$/.exec(attributes.get('id') ?? '')?.[1];
  const described = number ? `id="attachment_${number}" aria-describedby="caption-attachment-${number}" ` : '';
  const ownId = number ? `id="caption-attachment-${number}" ` : '';
  const classes = ['wp-caption', attributes.get('align') ?? 'alignnone', attributes.get('class') ?? ''];
  return (
    `<figure ${described}style="width: ${width}px" class="${escapeAttribute(classes.join(' ').trim())}">${shown}` +
    `<figcaption ${ownId}class="wp-caption-text">${expand(text.trim())}</figcaption></figure>`
  );
}

/** The picture, with the link around it when there is one, and what follows it. */
function cutPicture(inner: string): { picture: string; rest: string } {
  const image = firstTag(inner, ['img']);
  if (!image) return { picture: inner, rest: '' };
  const link = firstTag(inner.slice(0, image.start), ['a']);
  const closing = link ? /^\s{0,64}<\/a>/.exec(inner.slice(image.end, image.end + 80)) : null;
  const end = image.end + (closing?.[0].length ?? 0);
  return { picture: inner.slice(0, end), rest: inner.slice(end) };
}

/**
 * A player shows nothing without a source and a link for an address it cannot play; for one it can, the element of
 * that kind with controls.
 */
function player(kind: 'audio' | 'video', sources: readonly string[]): ShortcodeRenderer {
  const playable = new RegExp(`\\.(?:${sources.slice(1).join('|')})(?:[?#].*)?$`, 'i');
  return ({ attributes }) => {
    const written = sources.map((name) => attributes.get(name) ?? '').find((value) => value !== '') ?? '';
    const address = safeAddress(written);
    if (address === '') return '';
    if (!playable.test(written)) return `<a class="wp-embedded-${kind}" href="${address}">${address}</a>`;
    return `<${kind} class="wp-${kind}-shortcode" preload="${kind === 'audio' ? 'none' : 'metadata'}" controls="controls" src="${address}"></${kind}>`;
  };
}

/** An address as it may stand in an attribute; `''` for one with a protocol that could run something. */
function safeAddress(address: string): string {
  const trimmed = address.trim();
  return /^(?:https?:\/\/|\/)/i.test(trimmed) ? escapeAttribute(trimmed) : '';
}

function escapeAttribute(value: string): string {
  return value
    .replace(/&(?!#?\w{1,31};)/g, '&#038;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
