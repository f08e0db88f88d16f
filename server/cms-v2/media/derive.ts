// The pictures that are made of a picture when it comes: its sizes, and the one that is shown instead where it is large or
// not upright (media-fonts-and-oembed.md, A6).
import { rm } from 'node:fs/promises';
import { workName } from '../../files/spool.ts';
import { type Making, type Picture, Unreadable } from '../../pictures/jobs.ts';
import { type Dimensions, dimensionsOf, isLarge, largest, sizesAsMade, within } from '../../pictures/sizes.ts';
import { Refusal } from '../../refusal.ts';
import type { MediaParts } from './parts.ts';

/** A picture made in the workplace. */
export interface Derived extends Dimensions {
  /** Where it is on this machine. */
  readonly path: string;
  /** What is put behind the name of the picture: `-300x225`, `-scaled`. */
  readonly ending: string;
  /** The names of the sizes it serves; none: it is the main picture. */
  readonly sizes: readonly string[];
  /** Bytes. */
  readonly filesize: number;
}

/** How a picture stands: its number in the camera data, 1 where it is upright. */
export const orientationOf = ({ meta }: Picture): number => {
  const number = Number(meta.orientation);
  return Number.isInteger(number) && number >= 1 && number <= 8 ? number : 1;
};

/** The dimensions of a picture set upright. */
export function uprightOf(picture: Picture): Dimensions {
  const { width, height } = picture;
  return orientationOf(picture) >= 5 ? { width: height, height: width } : { width, height };
}

type Plan = Omit<Derived, 'path' | 'filesize'> & { readonly crop: boolean };

/** The sizes of a picture with these dimensions, except those that are there; equal ones are one file. */
export function plannedSizes(picture: Dimensions, there: readonly string[] = []): Plan[] {
  const plans = new Map<string, Plan>();
  for (const size of sizesAsMade) {
    const to = there.includes(size.name) ? undefined : dimensionsOf(picture, size);
    if (!to) continue;
    const ending = `-${to.width}x${to.height}`;
    const known = plans.get(ending);
    plans.set(
      ending,
      known ? { ...known, sizes: [...known.sizes, size.name] } : { ...to, ending, sizes: [size.name], crop: size.crop },
    );
  }
  return [...plans.values()];
}

/** The main picture, where it is not the one that was uploaded. */
function plannedMain(picture: Picture, type: string): Plan[] {
  const upright = uprightOf(picture);
  if (isLarge(upright))
    return [{ ...within(upright, { width: largest, height: largest }), ending: '-scaled', sizes: [], crop: false }];
  const turns = type === 'image/jpeg' && orientationOf(picture) > 1;
  return turns ? [{ ...upright, ending: '-rotated', sizes: [], crop: false }] : [];
}

/** Makes everything that is made of a new picture. Throws Refusal 400 with the code where it cannot be read. */
export const deriveAll = (parts: MediaParts, path: string, type: string, picture: Picture, code: string) =>
  make(parts, path, type, [...plannedSizes(uprightOf(picture)), ...plannedMain(picture, type)], code);

/** Makes pictures in the workplace; what was made goes where one of them fails. */
export async function make(
  { files, mediaWorkers }: MediaParts,
  path: string,
  type: string,
  plans: readonly Plan[],
  code: string,
): Promise<Derived[]> {
  const makings: Making[] = plans.map(({ width, height, crop }) => ({
    to: workName(files.workplace),
    width,
    height,
    crop,
  }));
  try {
    const made = await mediaWorkers.derive({ path, type, upright: true, makings });
    return plans.map(({ ending, sizes }, at) => {
      const { width = 0, height = 0, size = 0 } = made[at] ?? {};
      return { path: makings[at]?.to ?? '', ending, sizes, width, height, filesize: size };
    });
  } catch (error) {
    for (const { to } of makings) await rm(to, { force: true });
    throw error instanceof Unreadable ? new Refusal(code, 400, 'The picture cannot be read.') : error;
  }
}
