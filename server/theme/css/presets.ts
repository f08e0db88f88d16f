// Compiles presets and custom settings to custom properties, and presets to classes.
import { isRecord } from '../../rendering/blocks/parse.ts';
import type { Configuration } from '../theme.ts';
import { fluidFontSize, spacingScale } from './fluid.ts';
import { type Declaration, ruleOf } from './rules.ts';
import { appendToLast } from './selectors.ts';
import { objectAt, parseValue, resolveValue, toCssName, valueAt } from './values.ts';

/** A list of presets in the settings. */
interface PresetKind {
  /** Path of the list in the settings. */
  readonly path: string;
  /** Path of the setting that is false if the presets of the service are not offered. */
  readonly defaults: string;
  /** Name in custom properties: `--wp--preset--NAME--SLUG`. */
  readonly name: string;
  /** Property of a preset with its value. */
  readonly value: string;
  /** CSS properties that classes set, with the end of the class: `has-SLUG-END`. */
  readonly classes: readonly (readonly [end: string, property: string])[];
}

const kinds: readonly PresetKind[] = [
  {
    path: 'color.palette',
    defaults: 'color.defaultPalette',
    name: 'color',
    value: 'color',
    classes: [
      ['color', 'color'],
      ['background-color', 'background-color'],
      ['border-color', 'border-color'],
    ],
  },
  {
    path: 'color.gradients',
    defaults: 'color.defaultGradients',
    name: 'gradient',
    value: 'gradient',
    classes: [['gradient-background', 'background']],
  },
  {
    path: 'typography.fontSizes',
    defaults: 'typography.defaultFontSizes',
    name: 'font-size',
    value: 'size',
    classes: [['font-size', 'font-size']],
  },
  {
    path: 'typography.fontFamilies',
    defaults: '',
    name: 'font-family',
    value: 'fontFamily',
    classes: [['font-family', 'font-family']],
  },
  {
    path: 'spacing.spacingSizes',
    defaults: 'spacing.defaultSpacingSizes',
    name: 'spacing',
    value: 'size',
    classes: [],
  },
  { path: 'shadow.presets', defaults: 'shadow.defaultPresets', name: 'shadow', value: 'shadow', classes: [] },
  {
    path: 'dimensions.aspectRatios',
    defaults: 'dimensions.defaultAspectRatios',
    name: 'aspect-ratio',
    value: 'ratio',
    classes: [],
  },
  { path: 'dimensions.dimensionSizes', defaults: '', name: 'dimension', value: 'size', classes: [] },
  { path: 'border.radiusSizes', defaults: '', name: 'border-radius', value: 'size', classes: [] },
];

/** Returns the presets of a list in the order of their origins, without those of the service if they are not offered. */
export function presetsIn(settings: Configuration, path: string, defaults: string): Configuration[] {
  const found = valueAt(settings, path);
  if (Array.isArray(found)) return found.filter(isRecord);
  const isOffered = defaults === '' || valueAt(settings, defaults) !== false;
  return ['default', 'theme', 'custom']
    .filter((origin) => origin !== 'default' || isOffered)
    .flatMap((origin) => valueAt(found, origin) ?? [])
    .filter(isRecord);
}

/** Returns the custom properties of a list of presets, by slug. A preset replaces one of an earlier origin with the same slug. */
function presetDeclarations(
  settings: Configuration,
  kind: PresetKind,
  context: Configuration,
): Map<string, Declaration> {
  const scale = kind.name === 'spacing' ? spacingScale(settings) : [];
  const declarations = new Map<string, Declaration>();
  for (const preset of [...scale, ...presetsIn(settings, kind.path, kind.defaults)]) {
    const slug = typeof preset.slug === 'string' ? toCssName(preset.slug) : '';
    const raw = valueAt(preset, kind.value);
    const sized = kind.name === 'font-size' ? fluidFontSize(raw, valueAt(preset, 'fluid'), context) : raw;
    const value = parseValue(resolveValue(sized, { settings: context, styles: {} }) ?? '');
    if (slug !== '' && value) declarations.set(slug, [`--wp--preset--${kind.name}--${slug}`, value]);
  }
  return declarations;
}

/** Maximum nesting depth of `settings.custom`. */
const maxCustomDepth = 8;

/** Returns the custom properties of `settings.custom`. The names of nested objects are joined with `--`. */
function customDeclarations(custom: Configuration, prefix: string, depth = 0): Declaration[] {
  return Object.entries(custom).flatMap(([key, value]): Declaration[] => {
    const name = `${prefix}--${toCssName(key)}`;
    if (toCssName(key) === '') return [];
    if (isRecord(value)) return depth < maxCustomDepth ? customDeclarations(value, name, depth + 1) : [];
    const parsed = parseValue(resolveValue(value, { settings: {}, styles: {} }) ?? '');
    return parsed ? [[name, parsed]] : [];
  });
}

/** Returns the custom properties of the presets and of `custom` in the settings of a site or a block. `site` contains general settings. */
export const presetVariables = (settings: Configuration, site: Configuration): Declaration[] => [
  ...kinds.flatMap((kind) => [...presetDeclarations(settings, kind, site).values()]),
  ...customDeclarations(objectAt(settings, 'custom'), '--wp--custom'),
];

/** Returns the classes of presets, such as `.has-accent-color`, for elements that match `scope`; for all elements if it is empty. */
export const presetClasses = (settings: Configuration, site: Configuration, scope = ''): string =>
  kinds
    .flatMap((kind) =>
      [...presetDeclarations(settings, kind, site)].flatMap(([slug, [variable]]) =>
        kind.classes.map(([end, property]) => {
          const important = `var(${variable})!important`;
          return ruleOf(appendToLast(scope, `.has-${slug}-${end}`), [
            [property, { light: important, dark: important }],
          ]);
        }),
      ),
    )
    .join('');
