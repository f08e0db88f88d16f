// The editor's packages link to the screens of the system that they were written for. Their links lead to the screens of this admin.
import { paths } from '../ui/paths.ts';

/**
 * Returns the path of the screen to which a link of the editor leads; undefined for other locations. Such links are relative to the URL of
 * the editor, `/content/post/7`, so they have the form `/content/post/edit.php?post_type=page`.
 */
export function targetOfEditorLink(location: string, search: string): string | undefined {
  const [, type = '', script] = /^\/content\/([^/]+)\/([\w-]+)\.php$/.exec(location) ?? [];
  const query = new URLSearchParams(search);
  const requestedType = query.get('post_type') ?? type;
  switch (script) {
    case 'edit':
      return paths.entries(requestedType);
    case 'post-new':
      return paths.newEntry(requestedType);
    case 'post': {
      const id = Number(query.get('post'));
      return Number.isSafeInteger(id) && id > 0 ? paths.entry(requestedType, id) : undefined;
    }
    default:
      return undefined;
  }
}
