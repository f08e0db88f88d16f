// The state of an image that is edited: it is flipped, then rotated, then cropped.
import type { ImageModifier } from '../../data/resources/media.ts';

/** Width and height in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** An area of an image, in pixels. */
export interface Area extends Dimensions {
  readonly left: number;
  readonly top: number;
}

/** The orientation of an image: it is flipped horizontally, then rotated clockwise. */
export interface Orientation {
  readonly isFlipped: boolean;
  readonly angle: 0 | 90 | 180 | 270;
}

/** The orientation of an image that was not changed. */
export const upright: Orientation = { isFlipped: false, angle: 0 };

const toAngle = (angle: number) => (((angle % 360) + 360) % 360) as Orientation['angle'];

/** Rotates an image clockwise. */
export const rotate = ({ isFlipped, angle }: Orientation, by: 90 | -90): Orientation => ({
  isFlipped,
  angle: toAngle(angle + by),
});

/** Flips an image as it is displayed. */
export const flip = ({ isFlipped, angle }: Orientation, direction: 'horizontal' | 'vertical'): Orientation => ({
  isFlipped: !isFlipped,
  angle: toAngle((direction === 'vertical' ? 180 : 0) - angle),
});

/** Returns the dimensions of an image with this orientation. */
export const orientedDimensions = ({ width, height }: Dimensions, { angle }: Orientation): Dimensions =>
  angle % 180 === 0 ? { width, height } : { width: height, height: width };

/** Returns the whole area of an image. */
export const wholeOf = ({ width, height }: Dimensions): Area => ({ left: 0, top: 0, width, height });

/** Returns the nearest area of whole pixels inside an image; it has at least one pixel. */
export function clampArea(area: Area, image: Dimensions): Area {
  const clamp = (value: number, min: number, max: number) =>
    Math.min(Math.max(Math.round(Number.isFinite(value) ? value : min), min), max);
  const width = clamp(area.width, 1, image.width);
  const height = clamp(area.height, 1, image.height);
  return {
    ...{ width, height },
    left: clamp(area.left, 0, image.width - width),
    top: clamp(area.top, 0, image.height - height),
  };
}

/** Returns the steps of an edit; none if nothing was changed. `image` are the dimensions before it. */
export function modifiersOf(image: Dimensions, orientation: Orientation, area: Area): ImageModifier[] {
  const { width, height } = orientedDimensions(image, orientation);
  const isCropped = area.width < width || area.height < height;
  const crop = {
    left: (area.left / width) * 100,
    top: (area.top / height) * 100,
    width: (area.width / width) * 100,
    height: (area.height / height) * 100,
  };
  return [
    ...(orientation.isFlipped
      ? [{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } } as const]
      : []),
    ...(orientation.angle === 0 ? [] : [{ type: 'rotate', args: { angle: orientation.angle } } as const]),
    ...(isCropped ? [{ type: 'crop', args: crop } as const] : []),
  ];
}

/** Returns the SVG transformation that displays an image with this orientation in the box of its new dimensions. */
export function transformOf({ width, height }: Dimensions, { isFlipped, angle }: Orientation): string {
  const rotation = {
    0: '',
    90: `translate(${height} 0) rotate(90)`,
    180: `translate(${width} ${height}) rotate(180)`,
    270: `translate(0 ${width}) rotate(270)`,
  }[angle];
  return `${rotation} ${isFlipped ? `translate(${width} 0) scale(-1 1)` : ''}`.trim();
}
