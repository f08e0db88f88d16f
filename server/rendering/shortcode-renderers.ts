import { firstTag } from './blocks/tags.ts';
import { type WrittenAddress, withoutEmbed } from './dynamic/shortcodes/embed.ts';
import { bracketLoneAddresses, playerOf } from './lone-addresses.ts';
import { escapeAttribute } from './markup.ts';
import { entryMarkup } from './sanitise/allowed-markup.ts';
import { sanitise } from './sanitise/sanitise.ts';
import { replaceShortcodes, replaceShortcodesNamed, type Shortcode } from './shortcodes.ts';

/** What a shortcode is shown by: HTML, `''` for nothing. `expand` carries out the shortcodes inside it. */
export type ShortcodeRenderer = (shortcode: Shortcode, expand: (html: string) => string) => string;

/**
 * The shortcodes that need nothing but their own text (rendering.md §5), and what others are where they are not filled in
 * when the content is read (dynamic/shortcodes/).
 */
export const plainRenderers: ReadonlyMap<string, ShortcodeRenderer> = new Map([
  ['caption', caption],
  ['wp_caption', caption],
  ['gallery', nothing],
  ['playlist', nothing],
  ['audio', player('audio', ['src', 'mp3', 'ogg', 'flac', 'm4a', 'wav'])],
  ['video', player('video', ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv'])],
  ['embed', embed],
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

/**
 * Makes shortcodes of the addresses that stand alone on their lines, and players of those of sounds and films, before
 * paragraphs are made (rendering.md §1, §5). `[embed]` gets its address into its bracket, where nothing changes it.
 */
export const bracketAddresses = (raw: string): string =>
  bracketLoneAddresses(raw.includes('[embed') ? replaceShortcodesNamed('embed', raw, embedInBracket) : raw);

/** What stands in an address that is put into a bracket; all others become links at once. */
const fitsBracket = /^[^\s"'<>[\]]+$/;

/** The address of an `[embed]`; `''` where there is none that may be linked to. */
const embedded = ({ inner, attributes }: Shortcode): string => {
  const written = (inner.trim() || (attributes.get('src') ?? '')).trim();
  return mayBeLinked(written) ? written : '';
};

function embedInBracket(shortcode: Shortcode): string {
  const address = embedded(shortcode);
  if (address === '' || !fitsBracket.test(address)) return linkTo(address);
  return `[${playerOf(address) ?? 'embed'} src="${address}" /]`;
}

/** The address in the bracket of an `[embed]`, where something may be embedded; undefined for players and for other text. */
export function addressInBracket(shortcode: Shortcode): WrittenAddress | undefined {
  const address = embedded(shortcode);
  if (address === '' || !fitsBracket.test(address) || playerOf(address)) return undefined;
  return { address, alone: shortcode.attributes.get('alone') === '1' };
}

function nothing(): string {
  return '';
}

function embed(shortcode: Shortcode, expand: (html: string) => string): string {
  const address = embedded(shortcode);
  const kind = fitsBracket.test(address) ? playerOf(address) : undefined;
  return kind ? expand(`[${kind} src="${address}" /]`) : linkTo(address);
}

const linkTo = (address: string): string => (address === '' ? '' : withoutEmbed({ address, alone: false }));

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
  return mayBeLinked(trimmed) ? escapeAttribute(trimmed) : '';
}

const mayBeLinked = (address: string): boolean => /^(?:https?:\/\/|\/)/i.test(address);
