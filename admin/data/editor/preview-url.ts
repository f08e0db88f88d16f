// Finds the URL at which the user can view what is in the editor.
import type { Site } from '../bootstrap.ts';
import { getPreview, type Preview } from '../resources/previews.ts';
import { autosaveOfWorkingCopy, workingCopy } from './working-copy.ts';

/** The entry that is open in the editor, and who edits it. */
export interface PreviewedEntry {
  readonly type: string;
  readonly id: number;
  readonly user: number;
  readonly site: Site;
}

/**
 * Returns the URL at which the saved working copy of an entry can be viewed: that of the entry if it is public and unchanged, otherwise
 * that of a preview, with a signature. Throws ApiError.
 */
export async function previewUrlOf({ type, id, user, site }: PreviewedEntry): Promise<string> {
  const { status, password, link } = workingCopy(type, id);
  const revision = autosaveOfWorkingCopy(type, id, user);
  if (status === 'publish' && !password && revision === 0) return String(link);
  const preview = await getPreview(id, revision);
  return site.home === site.url ? preview.link : inFrontEnd(String(link), id, preview);
}

/** Returns the URL of a preview in the front end, which has the parameters that block editors use. */
function inFrontEnd(link: string, id: number, preview: Preview): string {
  const url = new URL(link);
  url.searchParams.set('preview_id', String(id));
  url.searchParams.set('preview_nonce', new URL(preview.link).searchParams.get('preview_nonce') ?? '');
  url.searchParams.set('preview', 'true');
  return url.href;
}
