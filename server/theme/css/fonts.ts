// Compiles the faces of font families to @font-face rules.
import { isRecord } from '../../rendering/blocks/parse.ts';
import type { Configuration } from '../theme.ts';
import { presetsIn } from './presets.ts';
import { quotedUrl } from './properties.ts';
import { constant, type Declaration, ruleOf } from './rules.ts';
import { parseValue } from './values.ts';

/** Descriptors by the property of a font face. */
const descriptors: readonly (readonly [property: string, descriptor: string])[] = [
  ['fontStyle', 'font-style'],
  ['fontWeight', 'font-weight'],
  ['fontStretch', 'font-stretch'],
  ['fontDisplay', 'font-display'],
  ['unicodeRange', 'unicode-range'],
  ['ascentOverride', 'ascent-override'],
  ['descentOverride', 'descent-override'],
  ['lineGapOverride', 'line-gap-override'],
  ['sizeAdjust', 'size-adjust'],
  ['fontFeatureSettings', 'font-feature-settings'],
  ['fontVariationSettings', 'font-variation-settings'],
  ['fontVariant', 'font-variant'],
];

const formats: Readonly<Record<string, string>> = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' };

/**
 * Returns the rules of the fonts of a site. Faces without a source that has a URL are omitted: the files of themes are not served. Text is
 * displayed in a fallback font until a font is loaded.
 */
export const fontRules = (settings: Configuration): string =>
  presetsIn(settings, 'typography.fontFamilies', '')
    .flatMap(({ fontFace, fontFamily }) =>
      (Array.isArray(fontFace) ? fontFace : []).map((face) => (isRecord(face) ? faceRule(face, fontFamily) : '')),
    )
    .join('');

function faceRule(face: Configuration, family: unknown): string {
  const sources = [face.src].flat().flatMap(sourceOf).join();
  const name = familyName(face.fontFamily ?? family);
  if (sources === '' || name === undefined) return '';
  const declared = descriptors.flatMap(([property, descriptor]): Declaration[] => {
    const value = parseDescriptor(face[property]);
    return value === undefined ? [] : [constant(descriptor, value)];
  });
  return ruleOf('@font-face', [
    constant('font-family', name),
    constant('font-display', 'swap'),
    ...declared,
    constant('src', sources),
  ]);
}

function parseDescriptor(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  // A range such as `U+0025-00FF, u+4??` has characters that no other value needs.
  return /^U\+[\dA-F?]+(?:-[\dA-F]+)?(?:,\s*U\+[\dA-F?]+(?:-[\dA-F]+)?)*$/i.test(text) ? text : parseValue(text)?.light;
}

/** Returns the first family of a list in quotes. */
function familyName(families: unknown): string | undefined {
  if (typeof families !== 'string') return undefined;
  const name =
    families
      .split(',', 1)[0]
      ?.trim()
      .replace(/^["']|["']$/g, '') ?? '';
  return name === '' || /["\\<\0-\x1f\x7f]/.test(name) ? undefined : `"${name}"`;
}

function sourceOf(source: unknown): string[] {
  const url = typeof source === 'string' && !source.startsWith('data:') ? quotedUrl(source) : undefined;
  if (url === undefined || typeof source !== 'string') return [];
  const format = formats[/\.(\w+)(?:[?#].*)?$/.exec(source)?.[1]?.toLowerCase() ?? ''];
  return [format === undefined ? url : `${url} format("${format}")`];
}
