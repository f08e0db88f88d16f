// Determines the cache tags of entries and of lists of entries (server/http/cache-tags.ts).
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { contentTag, mediaTag, postTag, termTag } from '../../http/cache-tags.ts';
import type { Call } from '../../http/module.ts';
import { libraryImageIds } from './library-image-ids.ts';

/** Data in the record of an entry besides its row. */
interface PresentedWithEntry {
  /** IDs of its terms. */
  readonly terms: readonly number[];
  /** IDs of featured images that are public. */
  readonly featured: ReadonlySet<number>;
  /** The texts in the record, as HTML. */
  readonly texts: readonly string[];
  /** Whether dynamic blocks are part of the content. Any public data may be part of them. */
  readonly isFilled: boolean;
}

/** Maximum number of images in a text that are named one by one. */
const maxImages = 200;

/** Returns the tags of the record of an entry. */
export function entryRecordTags(
  { id, featured_media: image }: { readonly id: number; readonly featured_media: number },
  { terms, featured, texts, isFilled }: PresentedWithEntry,
): readonly string[] {
  // A featured image that is not public may become public, which changes the links of the record.
  const images = libraryImageIds(texts);
  const imageTags = image === 0 ? [] : [featured.has(image) ? postTag(image) : mediaTag];
  return [
    postTag(id),
    ...terms.map(termTag),
    ...imageTags,
    ...(images.length > maxImages ? [contentTag] : images.map(postTag)),
    ...(isFilled ? [contentTag] : []),
  ];
}

/**
 * Returns the tags of a list of entries of a type: the collection of the type and, if terms select the entries, the collections of its
 * taxonomies, because a change of a term moves entries into the list without changing them.
 */
export function entryListTags({ taxonomies }: Contract, type: ContentType, { args }: Pick<Call, 'args'>): string[] {
  const restBases = type.taxonomies.flatMap((name) => taxonomies.get(name)?.restBase ?? []);
  const hasTerms = restBases.some((name) => args[name] !== undefined || args[`${name}_exclude`] !== undefined);
  return [type.restBase, ...(hasTerms ? restBases : [])];
}
