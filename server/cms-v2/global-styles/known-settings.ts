// Declares the known settings, and converts the values of some of them (templates-and-styles.md §8).
import { anyValueOf, isJsonObject, type KnownProperties } from './filter-known.ts';
import { knownBlocks } from './known-blocks.ts';

const booleanOrUndefined = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const lengthOrUndefined = (value: unknown) =>
  typeof value === 'string' && /^\d+(\.\d+)?(px|em|rem)$/.test(value) ? value : undefined;

/** Properties that font families may have; `faceProperties` are the properties that font faces may have. */
const familyProperties = ['fontFamily', 'name', 'slug', 'fontFace'];
const faceProperties =
  'fontFamily fontStyle fontWeight fontStretch fontDisplay src unicodeRange ascentOverride descentOverride fontFeatureSettings fontVariant fontVariationSettings lineGapOverride sizeAdjust preview'.split(
    ' ',
  );

const pickProperties = (value: unknown, properties: readonly string[]): unknown =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => properties.includes(name))) : value;

const cleanFace = (value: unknown): unknown => pickProperties(value, faceProperties);

function cleanFamily(value: unknown): unknown {
  const picked = pickProperties(value, familyProperties);
  return isJsonObject(picked) && Array.isArray(picked.fontFace)
    ? { ...picked, fontFace: picked.fontFace.map(cleanFace) }
    : picked;
}

/**
 * Returns a converter of presets. It assigns a plain list to `origin`, accepts an object with a list for each origin, and applies
 * `item` to each preset.
 */
const presetConverter =
  (origin: string, item: (value: unknown) => unknown = (value) => value) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return { [origin]: value.map(item) };
    if (!isJsonObject(value)) return undefined;
    return Object.fromEntries(
      Object.entries(value).map(([name, list]) => [name, Array.isArray(list) ? list.map(item) : list]),
    );
  };

/** Returns the known settings that sites and blocks have in common. Plain lists of presets are assigned to `origin`. */
function sharedSettings(origin: string): KnownProperties {
  const list = presetConverter(origin);
  return {
    useRootPaddingAwareAlignments: true,
    background: anyValueOf('backgroundImage backgroundSize gradient'),
    border: { ...anyValueOf('color radius style width'), radiusSizes: list },
    color: {
      ...anyValueOf(
        'background custom customDuotone customGradient defaultDuotone defaultGradients defaultPalette link heading button caption text',
      ),
      duotone: list,
      gradients: list,
      palette: list,
    },
    custom: true,
    dimensions: {
      ...anyValueOf('aspectRatio defaultAspectRatios height minHeight minWidth width'),
      aspectRatios: list,
      dimensionSizes: list,
    },
    layout: anyValueOf('contentSize wideSize allowEditing allowCustomContentAndWideSize'),
    lightbox: { enabled: booleanOrUndefined, allowEditing: booleanOrUndefined },
    position: anyValueOf('fixed sticky'),
    spacing: {
      ...anyValueOf('customSpacingSize defaultSpacingSizes spacingScale blockGap margin padding units'),
      spacingSizes: list,
    },
    shadow: { ...anyValueOf('defaultPresets'), presets: list },
    typography: {
      ...anyValueOf(
        'fluid customFontSize defaultFontSizes dropCap fontStyle fontWeight letterSpacing lineHeight textAlign textColumns textDecoration textIndent textTransform writingMode',
      ),
      fontFamilies: presetConverter(origin, cleanFamily),
      fontSizes: list,
    },
  };
}

/**
 * Returns the known settings of a site. Plain lists of presets are assigned to `origin`, which is `custom`, `theme` or `default`.
 */
export function knownSettings(origin: string): KnownProperties {
  const shared = sharedSettings(origin);
  return {
    ...shared,
    blockVisibility: anyValueOf('allowEditing'),
    viewport: { mobile: lengthOrUndefined, tablet: lengthOrUndefined },
    blocks: Object.fromEntries(knownBlocks.map((name) => [name, shared])),
  };
}

/** Settings that `appearanceTools` enables. */
export const appearanceTools: Readonly<Record<string, readonly string[]>> = {
  background: ['backgroundImage', 'backgroundSize', 'gradient'],
  border: ['color', 'radius', 'style', 'width'],
  color: ['link', 'heading', 'button', 'caption'],
  dimensions: ['aspectRatio', 'height', 'minHeight', 'minWidth', 'width'],
  position: ['sticky'],
  spacing: ['blockGap', 'margin', 'padding'],
  typography: ['lineHeight', 'textColumns'],
};
