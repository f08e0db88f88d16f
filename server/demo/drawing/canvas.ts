// Builds SVG from shapes whose coordinates are pseudo-random numbers.
//
// Translucent shapes have a `fill-opacity` or `stroke-opacity`. With `opacity`, the renderer would draw each shape on a layer of its own
// and blend that with the entire drawing, which takes 10 ms for each shape.
import type { RandomInteger } from '../../generate/words.ts';
import type { Palette } from './palettes.ts';

/** Dimensions, colors and random numbers of a drawing. */
export interface Canvas {
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  readonly palette: Palette;
  readonly random: RandomInteger;
}

/** Draws the content of an SVG element with the size of the canvas. */
export type Motif = (canvas: Canvas) => string;

export type Point = readonly [x: number, y: number];

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Returns an element. Numbers are rounded to a tenth, and undefined attributes are omitted. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns the integers from 0 to `count` exclusive. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Returns a number from `low` to `high`. */
export const between = (random: RandomInteger, low: number, high: number): number =>
  low + (random(1_000_001) / 1_000_000) * (high - low);

/** Returns the color between two colors of the form `#rrggbb`; `share` is that of the second one, from 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16);
  const mixed = [0, 1, 2].map((at) => Math.round(channel(one, at) * (1 - share) + channel(other, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** A color with its position, from 0 to 1, and its opacity, from 0 to 1 (default: 1). */
type Stop = readonly [at: number, color: string, opacity?: number];

const stopsOf = (stops: readonly Stop[]): string[] =>
  stops.map(([at, color, opacity]) =>
    element('stop', { offset: at, 'stop-color': color, 'stop-opacity': opacity === undefined ? undefined : opacity }),
  );

/** Returns a gradient from the top to the bottom of a shape. Shapes refer to it as `url(#ID)`. */
export const verticalGradient = (id: string, stops: readonly Stop[]): string =>
  element('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, ...stopsOf(stops));

/** Returns a gradient from the center of a shape to its edge. */
export const radialGradient = (id: string, stops: readonly Stop[]): string =>
  element('radialGradient', { id }, ...stopsOf(stops));

/** Returns a filter that blurs a shape by a number of pixels. */
export const blur = (id: string, pixels: number): string =>
  element(
    'filter',
    { id, x: '-50%', y: '-50%', width: '200%', height: '200%' },
    element('feGaussianBlur', { stdDeviation: pixels }),
  );

/** Returns a rectangle across the canvas, by default over its entire height. */
export const band = (
  { width, height }: Canvas,
  fill: string,
  top = 0,
  depth = height - top,
  opacity?: number,
): string => element('rect', { x: 0, y: top, width, height: depth, fill, 'fill-opacity': opacity });

/** Returns a circle. */
export const disk = (x: number, y: number, r: number, fill: string, opacity?: number): string =>
  element('circle', { cx: x, cy: y, r, fill, 'fill-opacity': opacity });

/** Returns a straight line with round ends. */
export const line = (from: Point, to: Point, stroke: string, width: number, opacity?: number): string =>
  element('path', {
    d: `M${points([from])}L${points([to])}`,
    ...{ stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-opacity': opacity },
  });

/** Returns a line through points, without a fill. */
export const polyline = (through: readonly Point[], stroke: string, width: number, opacity?: number): string =>
  element('path', {
    d: smooth(through),
    ...{ fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-opacity': opacity },
  });

/** Returns an area between a line through points and the bottom of the canvas. */
export const terrain = ({ width, height }: Canvas, top: readonly Point[], fill: string, opacity?: number): string =>
  element('path', { d: `${smooth(top)}L${width} ${height}L0 ${height}Z`, fill, 'fill-opacity': opacity });

const points = (list: readonly Point[]): string => list.map(([x, y]) => `${round(x)} ${round(y)}`).join(' ');

/** Returns a path through points whose corners are rounded. */
function smooth(through: readonly Point[]): string {
  const [first = [0, 0], ...rest] = through;
  const curves = rest.map((point, at) => {
    const next = rest[at + 1];
    return next
      ? `Q${points([point])} ${points([[(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]])}`
      : `L${points([point])}`;
  });
  return `M${points([first])}${curves.join('')}`;
}

/** Options of `ridge`, in pixels. */
interface RidgeOptions {
  /** Mean height above which and below which the ridge rises and falls. */
  readonly y: number;
  readonly amplitude: number;
  /** Number of hills across the canvas. */
  readonly hills: number;
}

/** Returns the points of a ridge across the canvas: the sum of four waves of decreasing length. */
export function ridge({ width, random }: Canvas, { y, amplitude, hills }: RidgeOptions): Point[] {
  const waves = [1, 1.9, 4.3, 9.7].map((frequency) => ({
    frequency: (frequency * hills * 2 * Math.PI) / width,
    phase: between(random, 0, 2 * Math.PI),
    height: (amplitude * between(random, 0.7, 1.1)) / frequency ** 1.15,
  }));
  const step = width / 120;
  return range(123).map((at) => {
    const x = (at - 1) * step;
    return [x, y + waves.reduce((sum, wave) => sum + wave.height * Math.sin(x * wave.frequency + wave.phase), 0)];
  });
}
