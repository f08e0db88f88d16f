// The settings that are known, and what some of them are brought into (templates-and-styles.md §8).
import { anyOf, isMembers, type Known } from './filter-known.ts';
import { knownBlocks } from './known-blocks.ts';

const boolean = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const length = (value: unknown) =>
  typeof value === 'string' && /^\d+(\.\d+)?(px|em|rem)$/.test(value) ? value : undefined;

/** The members of a font family and of its faces. */
const familyMembers = ['fontFamily', 'name', 'slug', 'fontFace'];
const faceMembers =
  'fontFamily fontStyle fontWeight fontStretch fontDisplay src unicodeRange ascentOverride descentOverride fontFeatureSettings fontVariant fontVariationSettings lineGapOverride sizeAdjust preview'.split(
    ' ',
  );

const only = (value: unknown, members: readonly string[]): unknown =>
  isMembers(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => members.includes(name))) : value;

const face = (value: unknown): unknown => only(value, faceMembers);

function family(value: unknown): unknown {
  const kept = only(value, familyMembers);
  return isMembers(kept) && Array.isArray(kept.fontFace) ? { ...kept, fontFace: kept.fontFace.map(face) } : kept;
}

/** A list of presets is that of whoever sent it; lists by origin stay so. */
const presets =
  (origin: string, item: (value: unknown) => unknown = (value) => value) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return { [origin]: value.map(item) };
    if (!isMembers(value)) return undefined;
    return Object.fromEntries(
      Object.entries(value).map(([name, list]) => [name, Array.isArray(list) ? list.map(item) : list]),
    );
  };

/** The settings that are known, of the site or of a block; `origin` says whose plain lists of presets are. */
function common(origin: string): Known {
  const list = presets(origin);
  return {
    useRootPaddingAwareAlignments: true,
    background: anyOf('backgroundImage backgroundSize gradient'),
    border: { ...anyOf('color radius style width'), radiusSizes: list },
    color: {
      ...anyOf(
        'background custom customDuotone customGradient defaultDuotone defaultGradients defaultPalette link heading button caption text',
      ),
      duotone: list,
      gradients: list,
      palette: list,
    },
    custom: true,
    dimensions: {
      ...anyOf('aspectRatio defaultAspectRatios height minHeight minWidth width'),
      aspectRatios: list,
      dimensionSizes: list,
    },
    layout: anyOf('contentSize wideSize allowEditing allowCustomContentAndWideSize'),
    lightbox: { enabled: boolean, allowEditing: boolean },
    position: anyOf('fixed sticky'),
    spacing: {
      ...anyOf('customSpacingSize defaultSpacingSizes spacingScale blockGap margin padding units'),
      spacingSizes: list,
    },
    shadow: { ...anyOf('defaultPresets'), presets: list },
    typography: {
      ...anyOf(
        'fluid customFontSize defaultFontSizes dropCap fontStyle fontWeight letterSpacing lineHeight textAlign textColumns textDecoration textIndent textTransform writingMode',
      ),
      fontFamilies: presets(origin, family),
      fontSizes: list,
    },
  };
}

/** The settings of a site; `origin` says whose plain lists of presets are: custom, theme or default. */
export function knownSettings(origin: string): Known {
  const shared = common(origin);
  return {
    ...shared,
    blockVisibility: anyOf('allowEditing'),
    viewport: { mobile: length, tablet: length },
    blocks: Object.fromEntries(knownBlocks.map((name) => [name, shared])),
  };
}

/** What `appearanceTools` stands for. */
export const appearanceTools: Readonly<Record<string, readonly string[]>> = {
  background: ['backgroundImage', 'backgroundSize', 'gradient'],
  border: ['color', 'radius', 'style', 'width'],
  color: ['link', 'heading', 'button', 'caption'],
  dimensions: ['aspectRatio', 'height', 'minHeight', 'minWidth', 'width'],
  position: ['sticky'],
  spacing: ['blockGap', 'margin', 'padding'],
  typography: ['lineHeight', 'textColumns'],
};
