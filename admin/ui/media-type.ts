// The names of types of files.
import { __ } from '@wordpress/i18n';

/** Returns the names of the groups of media types, keyed by their values in the API, in the order of filters. */
export const mediaTypeLabels = (): Readonly<Record<string, string>> => ({
  image: __('Images'),
  video: __('Videos'),
  audio: __('Audio'),
  text: __('Text files'),
  application: __('Documents'),
});

/** Returns the name of a media type, such as "JPEG" for `image/jpeg`. */
export const nameOfMediaType = (type: string): string =>
  type
    .slice(type.indexOf('/') + 1)
    .replace(/^(?:x-|vnd\.)/, '')
    .split(/[.+]/)
    .pop()
    ?.toUpperCase() ?? type;
