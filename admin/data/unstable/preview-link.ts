// The editor opens links without a signature, at which drafts cannot be viewed. Links of the preview service replace them.
import { dispatch } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { store as noticesStore } from '@wordpress/notices';
import { messageOf } from '../../ui/to-error.ts';

/** The page that is opened if there is no preview; the editor shows why. */
const emptyPage = 'about:blank';

/**
 * Makes the preview buttons of the editor open the URL that `urlOf` returns after the working copy was saved. If that fails, the editor
 * shows the error. It must be called before the editor starts.
 */
export function replacePreviewLink(urlOf: () => Promise<string>): void {
  const actions = dispatch(editorStore);
  const save: (options?: object) => Promise<unknown> = actions.__unstableSaveForPreview;
  const saveForPreview = async (options?: object): Promise<string> => {
    try {
      await save(options);
      return await urlOf();
    } catch (error) {
      const message = messageOf(error);
      void dispatch(noticesStore).createErrorNotice(message, { id: 'octavo-preview' });
      return emptyPage;
    }
  };
  Object.assign(actions, { __unstableSaveForPreview: saveForPreview });
}
