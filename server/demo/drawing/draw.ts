// Draws the images of the demo content as SVG.
import { randomFor } from '../../generate/words.ts';
import { element, type Motif } from './canvas.ts';
import { fog, hills, night, poles, road, shore, smoke, town } from './landscapes.ts';
import { type Palette, palettes } from './palettes.ts';
import { blades, contours, grain, sand, tiles, waves } from './patterns.ts';
import { dial, joinery, lanterns, loaf, mark, table } from './things.ts';

const landscapes = { fog, hills, night, poles, road, shore, smoke, town };
const patterns = { blades, contours, grain, sand, tiles, waves };
const things = { dial, joinery, lanterns, loaf, mark, table };
const motifs = { ...landscapes, ...patterns, ...things } satisfies Readonly<Record<string, Motif>>;

/** An image to be drawn. The same drawing with the same name always has the same result. */
export interface Drawing {
  readonly motif: keyof typeof motifs;
  readonly palette: keyof typeof palettes;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
}

/** The media type of the file of a drawing. */
export type ImageType = 'image/jpeg' | 'image/png';

/** Returns a drawing as an SVG document. Its name determines everything that is random in it. */
export function drawSvg(name: string, { motif, palette, width, height }: Drawing): string {
  const colors: Palette = palettes[palette];
  const content = motifs[motif]({ width, height, palette: colors, random: randomFor(1, name) });
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, content);
}
