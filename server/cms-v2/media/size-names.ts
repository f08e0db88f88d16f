// The names that a file brought for a picture can have (media-fonts-and-oembed.md, A11).
import { registeredSizes } from '../../pictures/sizes.ts';

/** Sizes, several of which one file may serve. */
export const sizeNames: readonly string[] = [...registeredSizes.map(({ name }) => name), 'full'];

/** Files that take the place of the main one. */
export const mainNames: readonly string[] = ['original', 'scaled'];

/** Files that stand beside the picture, and the member of its details that names each. */
export const companions = {
  source_original: 'source_image',
  animated_video: 'animated_video',
  animated_video_poster: 'animated_video_poster',
} as const;

export const allNames: readonly string[] = [...sizeNames, ...mainNames, ...Object.keys(companions)];
