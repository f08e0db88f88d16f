// Computes the dimensions of derived images, in pixels (media-fonts-and-oembed.md, A6).

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** A box into which images are fitted, or to which they are cropped. A height of 0 means no limit. */
export interface SizeBox extends Dimensions {
  readonly name: string;
  readonly crop: boolean;
}

/** The image sizes in registration order. */
export const registeredSizes: readonly SizeBox[] = [
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium', width: 300, height: 300, crop: false },
  { name: 'medium_large', width: 768, height: 0, crop: false },
  { name: 'large', width: 1024, height: 1024, crop: false },
  { name: '1536x1536', width: 1536, height: 1536, crop: false },
  { name: '2048x2048', width: 2048, height: 2048, crop: false },
];

/** Names of the sizes in the order in which they are created and listed. */
const creationOrder = ['medium', 'large', 'thumbnail', 'medium_large', '1536x1536', '2048x2048'];
export const sizesInCreationOrder: readonly SizeBox[] = creationOrder.flatMap(
  (name) => registeredSizes.find((size) => size.name === name) ?? [],
);

/** Maximum width and height of an uploaded image, in pixels; larger images are scaled down. */
export const maxImageEdge = 2560;

/** Returns whether an uploaded image is scaled down, because it exceeds `maxImageEdge`. */
export const needsScaling = ({ width, height }: Dimensions): boolean => width > maxImageEdge || height > maxImageEdge;

/** Rounds a length half up, to at least 1. */
const roundEdge = (edge: number) => Math.max(1, Math.round(edge));

/** Returns the dimensions of an image scaled down to fit a box. An edge that would be one pixel too short gets the box length. */
export function fitWithin({ width, height }: Dimensions, box: Dimensions): Dimensions {
  const ratios = [box.width > 0 ? box.width / width : 1, box.height > 0 ? box.height / height : 1];
  const ratio = Math.min(1, ...ratios);
  const roundUpToBox = (edge: number, boxEdge: number) =>
    boxEdge > 0 && edge === boxEdge - 1 && ratio < 1 ? boxEdge : edge;
  return {
    width: roundUpToBox(roundEdge(width * ratio), box.width),
    height: roundUpToBox(roundEdge(height * ratio), box.height),
  };
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1;

/** Returns the dimensions of an image in a size; undefined if the image is too small, or differs from them by at most one pixel. */
export function dimensionsOfSize(image: Dimensions, size: SizeBox): Dimensions | undefined {
  const wider = size.width > image.width;
  if (size.height === 0 ? wider : wider && size.height > image.height) return undefined;
  const result = size.crop
    ? { width: Math.min(size.width, image.width), height: Math.min(size.height, image.height) }
    : fitWithin(image, size);
  return isNear(result.width, image.width) && isNear(result.height, image.height) ? undefined : result;
}

/** Returns the largest centered area of an image that has the aspect ratio of a cropped size. */
export function cropArea(
  image: Dimensions,
  to: Dimensions,
): Dimensions & { readonly left: number; readonly top: number } {
  const ratio = Math.max(to.width / image.width, to.height / image.height);
  const width = Math.min(image.width, roundEdge(to.width / ratio));
  const height = Math.min(image.height, roundEdge(to.height / ratio));
  return {
    width,
    height,
    left: Math.floor((image.width - width) / 2),
    top: Math.floor((image.height - height) / 2),
  };
}

/** Returns the names of the sizes for which an image is large enough but which do not exist yet, in registration order. */
export const missingSizes = (image: Dimensions, existingSizes: readonly string[]): string[] =>
  registeredSizes
    .filter((size) => dimensionsOfSize(image, size) && !existingSizes.includes(size.name))
    .map(({ name }) => name);

/** Returns whether two images have the same aspect ratio, up to one pixel of rounding. */
export function haveSameRatio(a: Dimensions, b: Dimensions): boolean {
  const [large, small] = a.width > b.width ? [a, b] : [b, a];
  const fitted = fitWithin(large, small);
  return isNear(fitted.width, small.width) && isNear(fitted.height, small.height);
}

/** Image settings for clients that create sizes themselves (protocol.md §11). */
export const uploadSettings = {
  image_sizes: Object.fromEntries(registeredSizes.map(({ name, ...size }) => [name, size])),
  image_size_threshold: maxImageEdge,
  image_strip_meta: true,
  image_max_bit_depth: 16,
};
