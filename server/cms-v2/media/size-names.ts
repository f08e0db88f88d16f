// Names that a sideloaded file can have (media-fonts-and-oembed.md, A11).
import { registeredSizes } from '../../media-processing/sizes.ts';

/** Names of image sizes. A file may serve several sizes. */
export const sizeNames: readonly string[] = [...registeredSizes.map(({ name }) => name), 'full'];

/** Names of files that replace the main file. */
export const mainNames: readonly string[] = ['original', 'scaled'];

/**
 * Names of supplementary files that are stored beside the image, with the property of the media details that contains the name of
 * each.
 */
export const supplementaryFiles = {
  source_original: 'source_image',
  animated_video: 'animated_video',
  animated_video_poster: 'animated_video_poster',
} as const;

export const imageSizeValues: readonly string[] = [...sizeNames, ...mainNames, ...Object.keys(supplementaryFiles)];
