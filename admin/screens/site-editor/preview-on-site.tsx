// Displays unsaved changes of the design on the public pages, in a new tab.
import { Button } from '@wordpress/components';
import { dispatch } from '@wordpress/data';
import { PluginPreviewMenuItem } from '@wordpress/editor';
import { __ } from '@wordpress/i18n';
import { external } from '@wordpress/icons';
import { store as noticesStore } from '@wordpress/notices';
import { createPortal } from 'react-dom';
import { collectDesignChanges, useHasDesignChanges } from '../../data/editor/design-changes.ts';
import { previewedPage } from '../../data/editor/previewed-page.ts';
import { createDesignPreview } from '../../data/resources/design-previews.ts';
import { useSaveHub } from '../../data/unstable/save-hub.ts';
import { messageOf } from '../../ui/to-error.ts';

/** The item of the menu *View*, and the button above the one that saves, which is displayed when there is something to preview. */
export function PreviewOnSite() {
  const saveHub = useSaveHub();
  const isChanged = useHasDesignChanges();
  const label = __('Preview on the site');
  return (
    <>
      <PluginPreviewMenuItem icon={external} onClick={() => void openPreview()}>
        {label}
      </PluginPreviewMenuItem>
      {saveHub &&
        isChanged &&
        createPortal(
          <Button
            __next40pxDefaultSize
            className="octavo-preview-on-site edit-site-save-hub__button"
            icon={external}
            onClick={() => void openPreview()}
          >
            {label}
          </Button>,
          saveHub,
        )}
    </>
  );
}

/** Opens a tab with a preview of the current changes. If that fails, the tab is closed, and the editor shows the error. */
async function openPreview(): Promise<void> {
  // Browsers only open a tab at once.
  const tab = open('about:blank', '_blank');
  if (tab) tab.opener = null;
  const { createErrorNotice, createSuccessNotice } = dispatch(noticesStore);
  const id = 'octavo-design-preview';
  try {
    const { link } = await createDesignPreview(collectDesignChanges());
    const url = await previewedPage(link);
    if (tab) tab.location.replace(url);
    else createSuccessNotice(__('The preview is ready.'), { id, actions: [{ label: __('Open the preview'), url }] });
  } catch (error) {
    tab?.close();
    createErrorNotice(messageOf(error), { id });
  }
}
