// Computes sizes: font sizes that grow with the width of the viewport, and spacing sizes on a scale.
import { isRecord } from '../../rendering/blocks/parse.ts';
import type { Configuration } from '../theme.ts';
import { objectAt, valueAt } from './values.ts';

/** Pixels of 1rem, on which computed sizes are based. */
const remPixels = 16;

const defaultMinViewport = '320px';
const defaultMaxViewport = '1600px';
/** Smallest computed minimum of a font size. Sizes below it do not depend on the viewport. */
const defaultMinFontSize = '14px';

/** Returns a length in pixels; undefined if it is not a number of `px` or `rem`. */
function pixelsOf(length: unknown): number | undefined {
  const [, number, unit] =
    /^(\d{0,6}(?:\.\d{1,6})?)(px|rem)$/.exec(typeof length === 'string' ? length.trim() : '') ?? [];
  if (number === undefined || number === '') return undefined;
  return Number(number) * (unit === 'rem' ? remPixels : 1);
}

const round = (number: number, decimals: number): number => Math.round(number * 10 ** decimals) / 10 ** decimals;

const rem = (pixels: number): string => `${round(pixels / remPixels, 4)}rem`;

/**
 * Returns the value of a font size. If `typography.fluid` is enabled, a size in `px` or `rem` becomes a `clamp()` between a minimum, at
 * the narrowest viewport, and a maximum, at the widest one. `fluid` is the property of the preset: false, or its minimum and maximum.
 * Without a minimum, it is computed: the larger the size, the smaller the factor. Numbers are pixels.
 */
export function fluidFontSize(size: unknown, fluid: unknown, settings: Configuration): unknown {
  const text = typeof size === 'number' ? `${size}px` : size;
  const setting = valueAt(settings, 'typography.fluid');
  const pixels = pixelsOf(text);
  if ((setting !== true && !isRecord(setting)) || fluid === false || pixels === undefined) return text;
  const minViewport = pixelsOf(valueAt(setting, 'minViewportWidth') ?? defaultMinViewport);
  const maxViewport =
    pixelsOf(valueAt(setting, 'maxViewportWidth') ?? valueAt(settings, 'layout.wideSize')) ??
    pixelsOf(defaultMaxViewport);
  const limit = pixelsOf(valueAt(setting, 'minFontSize')) ?? pixelsOf(defaultMinFontSize) ?? 0;
  const [ownMin, max] = [pixelsOf(valueAt(fluid, 'min')), pixelsOf(valueAt(fluid, 'max')) ?? pixels];
  const isSmall = ownMin === undefined && valueAt(fluid, 'max') === undefined && pixels <= limit;
  const min = ownMin ?? Math.max(limit, pixels * minFactor(pixels));
  if (isSmall || minViewport === undefined || maxViewport === undefined) return text;
  if (min >= max || minViewport >= maxViewport) return text;
  const slope = (max - min) / (maxViewport - minViewport);
  return `clamp(${rem(min)},${rem(min - slope * minViewport)} + ${round(slope * 100, 4)}vw,${rem(max)})`;
}

/** Returns the factor between the minimum and the maximum of a font size. */
const minFactor = (pixels: number): number => Math.min(Math.max(1 - 0.075 * Math.log2(pixels), 0.25), 0.75);

/** Maximum number of generated sizes. The smallest one has the slug 10, the medium one 50. */
const maxSteps = 10;
/** Sizes of this many units and more are omitted. */
const maxScaleSize = 1e6;

/** Returns the presets of `spacing.spacingScale`, the smallest first; an empty list if it is incomplete. */
export function spacingScale(settings: Configuration): { readonly slug: string; readonly size: string }[] {
  const { operator, increment, steps, mediumStep, unit } = objectAt(settings, 'spacing.spacingScale');
  if (operator !== '*' && operator !== '+') return [];
  if (typeof increment !== 'number' || typeof mediumStep !== 'number' || typeof steps !== 'number') return [];
  if (typeof unit !== 'string' || !/^(?:%|[a-z]{1,5})$/.test(unit) || increment <= 0 || mediumStep <= 0) return [];
  const count = Math.min(Math.trunc(steps), maxSteps);
  const factor = Math.max(increment, 1 / increment);
  const sizeAt = (step: number) => (operator === '+' ? mediumStep + step * increment : mediumStep * factor ** step);
  const isUsable = (step: number) => round(sizeAt(step), 2) > 0 && sizeAt(step) < maxScaleSize;
  const belowCount = Math.min(Math.max(Math.round(count / 2) - 1, 0), 4);
  const below = Array.from({ length: belowCount }, (_, at) => at - belowCount).filter(isUsable);
  const above = Array.from({ length: Math.max(count - below.length - 1, 0) }, (_, at) => at + 1);
  return (count >= 1 ? [...below, 0, ...above] : [])
    .filter(isUsable)
    .map((step) => ({ slug: String(50 + 10 * step), size: `${round(sizeAt(step), 2)}${unit}` }));
}
