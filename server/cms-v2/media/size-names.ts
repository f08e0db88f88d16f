// Defines the values of `image_size`, which state the purpose of a sideloaded file (media-fonts-and-oembed.md, A11).
import { registeredSizes } from '../../media-processing/sizes.ts';

/** Names of image sizes. A file may be used for several sizes. */
export const sizeNames: readonly string[] = [...registeredSizes.map(({ name }) => name), 'full'];

/** Names of files that replace the main file. */
export const mainNames: readonly string[] = ['original', 'scaled'];

/**
 * Properties of the media details that contain the names of supplementary files, keyed by the value of `image_size`. These files
 * are stored in the folder of the image.
 */
export const supplementaryFiles: ReadonlyMap<string, string> = new Map([
  ['source_original', 'source_image'],
  ['animated_video', 'animated_video'],
  ['animated_video_poster', 'animated_video_poster'],
]);

export const imageSizeValues: readonly string[] = [...sizeNames, ...mainNames, ...supplementaryFiles.keys()];
