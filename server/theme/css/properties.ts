// Converts the properties of styles in theme.json to CSS declarations.
import { isRecord } from '../../rendering/blocks/parse.ts';
import type { Configuration } from '../theme.ts';
import { fluidFontSize } from './fluid.ts';
import type { Declaration } from './rules.ts';
import { isLoadableUrl } from './tokens.ts';
import { objectAt, parseValue, resolveValue, type ThemeConfiguration, valueAt } from './values.ts';

/** CSS properties by their path in styles. A shorthand is listed before the properties that it includes. */
const properties: readonly (readonly [path: string, property: string])[] = [
  ['color.gradient', 'background'],
  ['color.background', 'background-color'],
  ['color.text', 'color'],
  ['background.backgroundPosition', 'background-position'],
  ['background.backgroundRepeat', 'background-repeat'],
  ['background.backgroundSize', 'background-size'],
  ['background.backgroundAttachment', 'background-attachment'],
  ['border.color', 'border-color'],
  ['border.style', 'border-style'],
  ['border.width', 'border-width'],
  ['border.radius', 'border-radius'],
  ['border.radius.topLeft', 'border-top-left-radius'],
  ['border.radius.topRight', 'border-top-right-radius'],
  ['border.radius.bottomLeft', 'border-bottom-left-radius'],
  ['border.radius.bottomRight', 'border-bottom-right-radius'],
  ...['top', 'right', 'bottom', 'left'].flatMap((side) =>
    ['color', 'style', 'width'].map((name) => [`border.${side}.${name}`, `border-${side}-${name}`] as const),
  ),
  ['dimensions.aspectRatio', 'aspect-ratio'],
  ['dimensions.height', 'height'],
  ['dimensions.minHeight', 'min-height'],
  ['dimensions.minWidth', 'min-width'],
  ['dimensions.width', 'width'],
  ['outline.color', 'outline-color'],
  ['outline.offset', 'outline-offset'],
  ['outline.style', 'outline-style'],
  ['outline.width', 'outline-width'],
  ['shadow', 'box-shadow'],
  ...['margin', 'padding'].flatMap((name) => [
    [`spacing.${name}`, name] as const,
    ...['top', 'right', 'bottom', 'left'].map((side) => [`spacing.${name}.${side}`, `${name}-${side}`] as const),
  ]),
  ['typography.fontFamily', 'font-family'],
  ['typography.fontSize', 'font-size'],
  ['typography.fontStyle', 'font-style'],
  ['typography.fontWeight', 'font-weight'],
  ['typography.letterSpacing', 'letter-spacing'],
  ['typography.lineHeight', 'line-height'],
  ['typography.textAlign', 'text-align'],
  ['typography.textColumns', 'column-count'],
  ['typography.textDecoration', 'text-decoration'],
  ['typography.textIndent', 'text-indent'],
  ['typography.textShadow', 'text-shadow'],
  ['typography.textTransform', 'text-transform'],
  ['typography.writingMode', 'writing-mode'],
];

/** The properties with their groups, the first names of their paths. */
const groupedProperties = properties.map(([path, property]) => [path.split('.', 1)[0] ?? '', path, property] as const);

/** Declarations by the group of their properties in styles, such as `border` or `typography`. */
export type GroupedDeclarations = ReadonlyMap<string, readonly Declaration[]>;

/** Returns the declarations of styles. Unknown properties and unsafe values are omitted. */
export function declarationsOf(styles: Configuration, configuration: ThemeConfiguration): GroupedDeclarations {
  const groups = new Map<string, Declaration[]>();
  const add = (group: string, declaration: Declaration) =>
    groups.set(group, [...(groups.get(group) ?? []), declaration]);
  for (const [group, path, property] of groupedProperties) {
    const raw = Object.hasOwn(styles, group) ? valueAt(styles, path) : undefined;
    if (raw === undefined) continue;
    const sized = path === 'typography.fontSize' ? resizeFont(raw, configuration) : raw;
    const value = parseValue(resolveValue(sized, configuration) ?? '');
    if (value) add(group, [property, value]);
  }
  const image = backgroundImage(objectAt(styles, 'background'), configuration);
  if (image) add('background', ['background-image', image]);
  return groups;
}

/** Numbers and lengths become fluid; references remain. */
const resizeFont = (raw: unknown, { settings }: ThemeConfiguration): unknown =>
  isRecord(raw) ? raw : fluidFontSize(raw, undefined, settings);

/** Returns the background image of styles: a gradient above an image. Files of the theme are not served and therefore omitted. */
function backgroundImage({ backgroundImage: image, gradient }: Configuration, configuration: ThemeConfiguration) {
  const url = valueAt(image, 'url');
  const source = typeof url === 'string' ? quotedUrl(url) : resolveValue(image, configuration);
  const layers = [resolveValue(gradient, configuration), source].filter((layer) => layer !== undefined);
  return parseValue(layers.join(','));
}

/** Returns `url("…")` for a URL that a style sheet may load; undefined for other URLs, and for paths that are not absolute. */
export function quotedUrl(url: string): string | undefined {
  const isAbsolute = /^(?:https?:\/\/|data:|\/)/i.test(url);
  return isAbsolute && isLoadableUrl(url) && !/["\\<>\0-\x1f\x7f]/.test(url) ? `url("${url}")` : undefined;
}
