// The editor's packages link to the screens of the system that they were written for. Their links lead to the screens of this admin.
import { paths } from '../ui/paths.ts';
import { positiveIntegerOf } from '../ui/positive-integer.ts';

/**
 * Returns the path of the screen to which a link of an editor leads; undefined for other locations. Such links are relative to the URL of
 * the editor, `/content/post/7` or `/site-editor`, so they have the form `/content/post/edit.php?post_type=page` or
 * `/edit.php?post_type=page`. Files have no editor: the paths that they would have lead to the media library.
 */
export function targetOfEditorLink(location: string, search: string): string | undefined {
  const [isMediaPath, media] = /^\/content\/attachment(?:\/(\d+))?$/.exec(location) ?? [];
  if (isMediaPath !== undefined) return media === undefined ? paths.media : paths.mediaItem(Number(media));
  const [, type = 'post', script] = /^(?:\/content\/([^/]+))?\/([\w-]+)\.php$/.exec(location) ?? [];
  const query = new URLSearchParams(search);
  const requestedType = query.get('post_type') ?? type;
  switch (script) {
    case 'edit':
      return paths.entries(requestedType);
    case 'post-new':
      return paths.newEntry(requestedType);
    case 'post': {
      const id = positiveIntegerOf(query.get('post'));
      if (id === undefined) return undefined;
      return requestedType === 'attachment' ? paths.mediaItem(id) : paths.entry(requestedType, id);
    }
    case 'site-editor':
      return search === '' ? paths.siteEditor : `${paths.siteEditor}?${search}`;
    default:
      return undefined;
  }
}
