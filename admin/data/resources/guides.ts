// The guides, which are files of the admin. They are in English, also if the admin has another language.
import { __ } from '@wordpress/i18n';
import type { Guide, GuideName } from '../../ui/guides.ts';
import { throwUnreachable } from '../client.ts';
import { adminPath } from '../page.ts';

/** The titles of the guides and the names of their files, in their order, which the build inserts. */
declare const GUIDES: Readonly<Record<string, { readonly title: string; readonly file: string }>>;

/** A guide in a list. */
export interface GuideLink {
  readonly name: GuideName;
  readonly title: string;
}

/** Returns all guides. */
export const listGuides = (): readonly GuideLink[] =>
  Object.entries(GUIDES).map(([name, { title }]) => ({ name: name as GuideName, title }));

/** Returns the title of a guide; undefined if there is none with this name. */
export const findGuideTitle = (name: string): string | undefined =>
  Object.hasOwn(GUIDES, name) ? GUIDES[name]?.title : undefined;

/** Loads a guide. Throws ApiError if the service cannot be reached, and Error if it no longer has the file, as after an upgrade. */
export async function loadGuide(name: string): Promise<Guide> {
  const response = await fetch(`${adminPath}/assets/${GUIDES[name]?.file}`).catch(throwUnreachable);
  if (!response.ok)
    throw new Error(__('The guide was not found, perhaps because a new version was installed. Reload the page.'));
  return response.json();
}
