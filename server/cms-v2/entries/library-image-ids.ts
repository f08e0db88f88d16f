// Finds the images of the media library to which HTML refers.

const imageClass = /\bwp-image-(\d{1,15})\b/g;

/** Returns the IDs of the media library images to which the classes of images in HTML refer, without repetitions. */
export const libraryImageIds = (texts: readonly string[]): number[] => [
  ...new Set(
    texts.flatMap((text) =>
      text.includes('wp-image-') ? [...text.matchAll(imageClass)].map(([, id]) => Number(id)) : [],
    ),
  ),
];
