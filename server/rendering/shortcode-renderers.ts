import { firstTag } from './blocks/tags.ts';
import { type EmbeddableUrl, renderWithoutEmbed } from './dynamic/shortcodes/embed.ts';
import { escapeAttribute } from './markup.ts';
import { entryMarkup } from './sanitise/allowed-markup.ts';
import { sanitize } from './sanitise/sanitise.ts';
import { replaceShortcodes, replaceShortcodesNamed, type Shortcode } from './shortcodes.ts';
import { playerOfUrl, wrapStandaloneUrls } from './standalone-urls.ts';

/** A function that returns the HTML of a shortcode, which may be empty. `expand` expands the shortcodes inside it. */
export type ShortcodeRenderer = (shortcode: Shortcode, expand: (html: string) => string) => string;

/**
 * Renderers of the shortcodes that depend only on their text (rendering.md §5), and static fallbacks for those that are rendered on
 * every read (dynamic/shortcodes/).
 */
export const staticRenderers: ReadonlyMap<string, ShortcodeRenderer> = new Map([
  ['caption', caption],
  ['wp_caption', caption],
  ['gallery', renderNothing],
  ['playlist', renderNothing],
  ['cmsforms', renderNothing],
  ['audio', player('audio', ['src', 'mp3', 'ogg', 'flac', 'm4a', 'wav'])],
  ['video', player('video', ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv'])],
  ['embed', embed],
]);

/**
 * Expands the known shortcodes in rendered content (rendering.md §5). Unknown shortcodes and unbalanced brackets remain text, and
 * `[[gallery]]` becomes `[gallery]`. `renderers` extends or overrides the static renderers.
 */
export function expandShortcodes(html: string, renderers: ReadonlyMap<string, ShortcodeRenderer> = new Map()): string {
  const expand = (inner: string) => expandShortcodes(inner, renderers);
  return replaceShortcodes(html, (shortcode) => {
    const renderer = renderers.get(shortcode.name) ?? staticRenderers.get(shortcode.name);
    return renderer ? renderer(shortcode, expand) : '';
  });
}

/**
 * Converts URLs that are alone on a line to shortcodes (players for audio and video files), before paragraphs are added
 * (rendering.md §1, §5). The URL of an `[embed]` is moved into its opening tag, where later steps do not change it.
 */
export const wrapUrls = (raw: string): string =>
  wrapStandaloneUrls(raw.includes('[embed') ? replaceShortcodesNamed('embed', raw, moveUrlIntoBracket) : raw);

/** A pattern that matches URLs that can be moved into a shortcode tag. All others become links immediately. */
const bracketSafeUrl = /^[^\s"'<>[\]]+$/;

/** Returns the URL of an `[embed]`; `''` if it has none that may be linked. */
const embedUrlOf = ({ inner, attributes }: Shortcode): string => {
  const written = (inner.trim() || (attributes.get('src') ?? '')).trim();
  return isLinkable(written) ? written : '';
};

function moveUrlIntoBracket(shortcode: Shortcode): string {
  const url = embedUrlOf(shortcode);
  if (url === '' || !bracketSafeUrl.test(url)) return renderLink(url);
  return `[${playerOfUrl(url) ?? 'embed'} src="${url}" /]`;
}

/** Returns the URL of an `[embed]` that may be embedded; undefined for audio, video and other text. */
export function embeddableUrlOf(shortcode: Shortcode): EmbeddableUrl | undefined {
  const url = embedUrlOf(shortcode);
  if (url === '' || !bracketSafeUrl.test(url) || playerOfUrl(url)) return undefined;
  return { address: url, alone: shortcode.attributes.get('alone') === '1' };
}

function renderNothing(): string {
  return '';
}

function embed(shortcode: Shortcode, expand: (html: string) => string): string {
  const url = embedUrlOf(shortcode);
  const kind = bracketSafeUrl.test(url) ? playerOfUrl(url) : undefined;
  return kind ? expand(`[${kind} src="${url}" /]`) : renderLink(url);
}

const renderLink = (url: string): string => (url === '' ? '' : renderWithoutEmbed({ address: url, alone: false }));

/**
 * Renders an image with its caption, or only the inner HTML if the width or the caption is missing. A caption in an attribute is a
 * fragment of sanitized HTML that may begin or end inside a tag. It is sanitized again, so that it cannot open a quote that another
 * tag closes.
 */
function caption({ attributes, inner }: Shortcode, expand: (html: string) => string): string {
  const { picture, rest } = splitImage(inner);
  const captionAttribute = attributes.get('caption');
  const written = captionAttribute === undefined ? undefined : sanitize(captionAttribute, entryMarkup);
  const text = written ?? rest;
  const innerHtml = expand(written === undefined ? picture : inner);
  const width = Number.parseInt(attributes.get('width') ?? '', 10);
  if (!(width >= 1) || text.trim() === '') return innerHtml;
  const attachmentId = /^attachment_(\d+)$/.exec(attributes.get('id') ?? '')?.[1];
  const figureAttributes = attachmentId
    ? `id="attachment_${attachmentId}" aria-describedby="caption-attachment-${attachmentId}" `
    : '';
  const captionIdAttribute = attachmentId ? `id="caption-attachment-${attachmentId}" ` : '';
  const classes = ['wp-caption', attributes.get('align') ?? 'alignnone', attributes.get('class') ?? ''];
  return (
    `<figure ${figureAttributes}style="width: ${width}px" class="${escapeAttribute(classes.join(' ').trim())}">${innerHtml}` +
    `<figcaption ${captionIdAttribute}class="wp-caption-text">${expand(text.trim())}</figcaption></figure>`
  );
}

/** Splits the content of a caption shortcode into the image, including the link around it, and the text after it. */
function splitImage(inner: string): { picture: string; rest: string } {
  const image = firstTag(inner, ['img']);
  if (!image) return { picture: inner, rest: '' };
  const link = firstTag(inner.slice(0, image.start), ['a']);
  const closing = link ? /^\s{0,64}<\/a>/.exec(inner.slice(image.end, image.end + 80)) : null;
  const end = image.end + (closing?.[0].length ?? 0);
  return { picture: inner.slice(0, end), rest: inner.slice(end) };
}

/**
 * Returns a renderer for players. It returns an element with controls, a link if the URL cannot be played, or an empty string if
 * there is no valid URL.
 */
function player(kind: 'audio' | 'video', sources: readonly string[]): ShortcodeRenderer {
  const playable = new RegExp(`\\.(?:${sources.slice(1).join('|')})(?:[?#].*)?$`, 'i');
  return ({ attributes }) => {
    const written = sources.map((name) => attributes.get(name) ?? '').find((value) => value !== '') ?? '';
    const url = safeUrl(written);
    if (url === '') return '';
    if (!playable.test(written)) return `<a class="wp-embedded-${kind}" href="${url}">${url}</a>`;
    return `<${kind} class="wp-${kind}-shortcode" preload="${kind === 'audio' ? 'none' : 'metadata'}" controls="controls" src="${url}"></${kind}>`;
  };
}

/** Returns a URL escaped for an attribute; `''` when its protocol is not allowed. */
function safeUrl(url: string): string {
  const trimmed = url.trim();
  return isLinkable(trimmed) ? escapeAttribute(trimmed) : '';
}

const isLinkable = (url: string): boolean => /^(?:https?:\/\/|\/)/i.test(url);
