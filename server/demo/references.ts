// Replaces references in the texts of the demo content. A text refers to other content by its key, such as `image/loaf` or
// `post/the-long-table`, because IDs and URLs are known only when the content is created.
import { escapeLiteral } from '../rendering/blocks/text.ts';

/** An image, entry or term to which texts can refer. */
export interface Target {
  readonly id: number;
  /** The public URL. */
  readonly url: string;
  readonly title: string;
  /** The alternative text and the URLs of the files of an image. */
  readonly image?: {
    readonly alt: string;
    /** URLs by the name of the size. */
    readonly files: Readonly<Record<string, string>>;
  };
}

/** The content that has been created so far, by key. */
export type Targets = ReadonlyMap<string, Target>;

/** Returns the target with a key. Throws Error if there is none. */
export function targetOf(targets: Targets, key: string): Target {
  const target = targets.get(key);
  if (!target) throw new Error(`the demo content refers to ${key}, which has not been created`);
  return target;
}

/** `{{id:KEY}}`, `{{url:KEY}}`, `{{alt:image/NAME}}` and `{{file:image/NAME/SIZE}}`. */
const references = /\{\{(id|url|alt|file):(\w+\/[\w-]+)(?:\/([\w-]+))?\}\}/g;

/** Returns a text in which IDs, and URLs and alternative texts that are escaped for HTML, replace the references. */
export const resolveReferences = (text: string, targets: Targets): string =>
  text.replace(references, (_all, property: string, key: string, size: string) => {
    const { id, url, image } = targetOf(targets, key);
    if (property === 'id') return String(id);
    const value = property === 'url' ? url : property === 'alt' ? image?.alt : image?.files[size];
    if (value === undefined) throw new Error(`the demo content refers to ${key} as ${property}`);
    return escapeLiteral(value);
  });

/** Returns the names of the images to which a text refers, without duplicates. */
export const imageNamesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{id:image\/([\w-]+)\}\}/g)].map(([, name = '']) => name)),
];
