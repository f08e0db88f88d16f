// The sizes that are made of pictures, as numbers (media-fonts-and-oembed.md, A6).

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** A box that pictures are fitted into; 0: as high as it comes. */
export interface SizeBox extends Dimensions {
  readonly name: string;
  readonly crop: boolean;
}

/** The sizes in the order of their registration. */
export const registeredSizes: readonly SizeBox[] = [
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium', width: 300, height: 300, crop: false },
  { name: 'medium_large', width: 768, height: 0, crop: false },
  { name: 'large', width: 1024, height: 1024, crop: false },
  { name: '1536x1536', width: 1536, height: 1536, crop: false },
  { name: '2048x2048', width: 2048, height: 2048, crop: false },
];

/** The order in which they are made and listed. */
const made = ['medium', 'large', 'thumbnail', 'medium_large', '1536x1536', '2048x2048'];
export const sizesAsMade: readonly SizeBox[] = made.flatMap(
  (name) => registeredSizes.find((size) => size.name === name) ?? [],
);

/** Pictures wider or higher than this are scaled down. Pixels. */
export const largest = 2560;

/** Whether a picture is one that is scaled down. */
export const isLarge = ({ width, height }: Dimensions): boolean => width > largest || height > largest;

/** Half is rounded up; at least 1. */
const whole = (edge: number) => Math.max(1, Math.round(edge));

/** A picture's dimensions within a box; never larger than it is. A pixel short of the box is raised to it. */
export function within({ width, height }: Dimensions, box: Dimensions): Dimensions {
  const ratios = [box.width > 0 ? box.width / width : 1, box.height > 0 ? box.height / height : 1];
  const ratio = Math.min(1, ...ratios);
  const raised = (edge: number, most: number) => (most > 0 && edge === most - 1 && ratio < 1 ? most : edge);
  return { width: raised(whole(width * ratio), box.width), height: raised(whole(height * ratio), box.height) };
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1;

/** The dimensions of a size of a picture; undefined where the size is not made of it. */
export function dimensionsOf(picture: Dimensions, size: SizeBox): Dimensions | undefined {
  const wider = size.width > picture.width;
  if (size.height === 0 ? wider : wider && size.height > picture.height) return undefined;
  const result = size.crop
    ? { width: Math.min(size.width, picture.width), height: Math.min(size.height, picture.height) }
    : within(picture, size);
  return isNear(result.width, picture.width) && isNear(result.height, picture.height) ? undefined : result;
}

/** The part of a picture that a cropped size shows: as much as fits its ratio, from the centre. */
export function cropped(
  picture: Dimensions,
  to: Dimensions,
): Dimensions & { readonly left: number; readonly top: number } {
  const ratio = Math.max(to.width / picture.width, to.height / picture.height);
  const width = Math.min(picture.width, whole(to.width / ratio));
  const height = Math.min(picture.height, whole(to.height / ratio));
  return {
    width,
    height,
    left: Math.floor((picture.width - width) / 2),
    top: Math.floor((picture.height - height) / 2),
  };
}

/** The names of sizes that could be made of a picture and are not among those there, in the order of registration. */
export const missingSizes = (picture: Dimensions, there: readonly string[]): string[] =>
  registeredSizes.filter((size) => dimensionsOf(picture, size) && !there.includes(size.name)).map(({ name }) => name);

/** Whether two pictures have the same ratio, a pixel of rounding aside. */
export function sameRatio(a: Dimensions, b: Dimensions): boolean {
  const [large, small] = a.width > b.width ? [a, b] : [b, a];
  const fitted = within(large, small);
  return isNear(fitted.width, small.width) && isNear(fitted.height, small.height);
}

/** How pictures are worked on, for clients that make sizes themselves (protocol.md §11). */
export const uploadSettings = {
  image_sizes: Object.fromEntries(registeredSizes.map(({ name, ...size }) => [name, size])),
  image_size_threshold: largest,
  image_strip_meta: true,
  image_max_bit_depth: 16,
};
