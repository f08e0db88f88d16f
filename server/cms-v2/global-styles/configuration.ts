// Normalizes settings and styles for presentation: removes unknown properties and converts the others to a uniform notation
// (templates-and-styles.md §8).
import { anyValueOf, filterKnown, isJsonObject, type JsonObject, type KnownProperties } from './filter-known.ts';
import { knownBlocks, knownVariations } from './known-blocks.ts';

// Declares the known settings, and converts the values of some of them (templates-and-styles.md §8).

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
function knownSettings(origin: string): KnownProperties {
  const shared = sharedSettings(origin);
  return {
    ...shared,
    blockVisibility: anyValueOf('allowEditing'),
    viewport: { mobile: lengthOrUndefined, tablet: lengthOrUndefined },
    blocks: Object.fromEntries(knownBlocks.map((name) => [name, shared])),
  };
}

/** Settings that `appearanceTools` enables. */
const appearanceTools: Readonly<Record<string, readonly string[]>> = {
  background: ['backgroundImage', 'backgroundSize', 'gradient'],
  border: ['color', 'radius', 'style', 'width'],
  color: ['link', 'heading', 'button', 'caption'],
  dimensions: ['aspectRatio', 'height', 'minHeight', 'minWidth', 'width'],
  position: ['sticky'],
  spacing: ['blockGap', 'margin', 'padding'],
  typography: ['lineHeight', 'textColumns'],
};

// Declares the known styles (templates-and-styles.md §8).

/** Style properties that the site, elements, blocks and block variations have in common. */
const node: KnownProperties = {
  background: anyValueOf(
    'backgroundImage backgroundPosition backgroundRepeat backgroundSize backgroundAttachment gradient',
  ),
  border: anyValueOf('color radius style width top right bottom left'),
  color: anyValueOf('background gradient text'),
  dimensions: anyValueOf('aspectRatio height minHeight minWidth width'),
  filter: anyValueOf('duotone'),
  outline: anyValueOf('color offset style width'),
  shadow: true,
  spacing: anyValueOf('margin padding blockGap'),
  typography: anyValueOf(
    'fontFamily fontSize fontStyle fontWeight letterSpacing lineHeight textAlign textColumns textDecoration textIndent textShadow textTransform writingMode',
  ),
  css: true,
};

const sameForAll = (names: string, known: KnownProperties): KnownProperties =>
  Object.fromEntries(names.split(' ').map((name) => [name, known]));

const linkStates = ':link :any-link :visited :hover :focus :focus-visible :active';
const widths = '@mobile @tablet';

const elements: KnownProperties = Object.fromEntries(
  'link heading h1 h2 h3 h4 h5 h6 button caption cite textInput select'
    .split(' ')
    .map((name): [string, KnownProperties] => {
      const states = name === 'link' || name === 'button' ? sameForAll(linkStates, node) : {};
      return [name, { ...node, ...states, ...sameForAll(widths, { ...node, ...states }) }];
    }),
);

const blockStates: Readonly<Record<string, string>> = {
  'core/button': ':hover :focus :focus-visible :active',
  'core/navigation-link': ':hover :focus :focus-visible :active -current',
};

function blockNode(name: string): KnownProperties {
  const states = blockStates[name];
  const blockProperties: KnownProperties = { ...node, elements, ...(states && sameForAll(states, node)) };
  const variations = knownVariations[name];
  return {
    ...blockProperties,
    ...sameForAll(widths, blockProperties),
    ...(variations && {
      variations: sameForAll(variations.join(' '), { ...blockProperties, ...sameForAll(widths, blockProperties) }),
    }),
  };
}

/** Known styles of a site. */
const knownStyles: KnownProperties = {
  ...node,
  elements,
  blocks: Object.fromEntries(knownBlocks.map((name) => [name, blockNode(name)])),
};

export interface Configuration {
  readonly settings: JsonObject;
  readonly styles: JsonObject;
}

/** Normalizes settings. Preset lists without an origin are assigned to `origin`, which is `custom`, `theme` or `default`. */
export function normalizeSettings(settings: unknown, origin: string): JsonObject {
  const known = knownSettingsOf(origin);
  if (!isJsonObject(settings)) return {};
  const expanded = expandAppearanceTools(settings);
  const blocks = isJsonObject(expanded.blocks)
    ? {
        blocks: Object.fromEntries(
          Object.entries(expanded.blocks).map(([name, blockSettings]) => [name, expandAppearanceTools(blockSettings)]),
        ),
      }
    : {};
  return filterKnown({ ...expanded, ...blocks }, known);
}

const knownByOrigin = new Map<string, ReturnType<typeof knownSettings>>();

function knownSettingsOf(origin: string) {
  const known = knownByOrigin.get(origin) ?? knownSettings(origin);
  knownByOrigin.set(origin, known);
  return known;
}

/** Replaces `appearanceTools`, if true, with the settings that it enables. Settings that are set explicitly are not changed. */
function expandAppearanceTools(settings: unknown): JsonObject {
  if (!isJsonObject(settings) || settings.appearanceTools !== true) return isJsonObject(settings) ? settings : {};
  const tools = Object.entries(appearanceTools).map(([group, names]): [string, JsonObject] => [
    group,
    { ...Object.fromEntries(names.map((name) => [name, true])), ...(isJsonObject(settings[group]) && settings[group]) },
  ]);
  const { appearanceTools: _replaced, ...others } = settings;
  return { ...others, ...Object.fromEntries(tools) };
}

/** Normalizes styles. References to presets are converted to CSS variables. */
export const normalizeStyles = (styles: unknown): JsonObject => filterKnown(resolvePresets(styles, 0), knownStyles);

/** Maximum nesting depth at which preset references are converted. No known property is nested more deeply. */
const maxDepth = 12;

/** Converts references to presets: `var:preset|color|base` becomes `var(--wp--preset--color--base)`. */
function resolvePresets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.startsWith('var:') ? toCssVariable(value) : value;
  if (!isJsonObject(value) || depth > maxDepth) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, resolvePresets(property, depth + 1)]),
  );
}

const toCssVariable = (text: string): string => `var(--wp--${text.slice('var:'.length).split('|').join('--')})`;

/**
 * Merges two configurations. Objects are merged property by property; any other value in `overrides` replaces the
 * value in `base`.
 */
export function mergeConfigurations(base: JsonObject, overrides: JsonObject): JsonObject {
  const names = new Set([...Object.keys(base), ...Object.keys(overrides)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [baseValue, overrideValue] = [base[name], overrides[name]];
      if (isJsonObject(baseValue) && isJsonObject(overrideValue))
        return [name, mergeConfigurations(baseValue, overrideValue)];
      return [name, overrideValue === undefined ? baseValue : overrideValue];
    }),
  );
}
