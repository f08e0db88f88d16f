// Starts the block editor.

import { dispatch } from '@wordpress/data';
import { initializeEditor } from '@wordpress/edit-post';
import { store as preferencesStore } from '@wordpress/preferences';
import type { Bootstrap, ContentType } from '../../data/bootstrap.ts';
import type { LocalCopy } from '../../data/drafts/copy-store.ts';
import { ignoreAutomaticChanges } from '../../data/editor/automatic-changes.ts';
import { withoutForeignAvatars } from '../../data/editor/avatars.ts';
import { setUpDates } from '../../data/editor/dates.ts';
import { createMetaMiddleware } from '../../data/editor/meta.ts';
import { previewUrlOf } from '../../data/editor/preview-url.ts';
import { setUpRequests } from '../../data/editor/requests.ts';
import { translateSettings, withServiceTexts } from '../../data/editor/service-texts.ts';
import type { EditorData } from '../../data/resources/editors.ts';
import { createPreferenceStorage, type StoredPreferences } from '../../data/resources/preferences.ts';
import type { FieldSchemas } from '../../data/resources/schemas.ts';
import { styleUrl } from '../../data/styles.ts';
import { keepPathInAddressBar } from '../../data/unstable/browser-url.ts';
import { canvasSettings } from '../../data/unstable/canvas-settings.ts';
import { replaceHelpLink } from '../../data/unstable/help-link.ts';
import { keepNewerEdits } from '../../data/unstable/newer-edits.ts';
import { replacePreviewLink } from '../../data/unstable/preview-link.ts';
import { registerClassicText } from './classic-text/register.ts';
import { openPanels, registerEditorPlugins } from './plugins.tsx';

interface EditedEntry extends EditorData {
  /** Unsaved changes of the entry that this browser has stored. */
  readonly copies: readonly LocalCopy[];
  readonly preferences: StoredPreferences;
  readonly metaSchemas: FieldSchemas;
  readonly bootstrap: Bootstrap;
  readonly type: ContentType;
  readonly id: number;
  /** The URL of the guide to the editor. */
  readonly helpUrl: string;
}

/** Starts the editor in an element. It can be started once in a page. */
export function startEditor(elementId: string, entry: EditedEntry): void {
  const { type, id, preload, preferences } = entry;
  const { site, user } = entry.bootstrap;
  setUpDates(site);
  setUpRequests(preload, createMetaMiddleware(type.slug, id), withoutForeignAvatars, withServiceTexts);
  keepPathInAddressBar();
  keepNewerEdits(type.slug, id);
  registerClassicText();
  ignoreAutomaticChanges();
  replacePreviewLink(() => previewUrlOf({ type: type.slug, id, user: user.id, site }));
  replaceHelpLink(entry.helpUrl);
  registerEditorPlugins(entry);
  void dispatch(preferencesStore).setPersistenceLayer(createPreferenceStorage(preferences));
  const styles = `<link rel="stylesheet" href="${styleUrl('canvas')}">`;
  initializeEditor(elementId, type.slug, id, { ...settingsOf(entry), ...canvasSettings(styles) }, {});
  // The editor has set its own defaults, and is not yet rendered. The guides would load images of another host.
  dispatch(preferencesStore).setDefaults('core/edit-post', {
    ...{ fullscreenMode: true, themeStyles: true },
    ...{ welcomeGuide: false, welcomeGuideTemplate: false },
  });
  dispatch(preferencesStore).setDefaults('core', { openPanels });
}

/**
 * Returns the settings. The editor does not store copies in the session of the tab, because this admin stores its own; if there is one, it
 * contains everything that an autosave contains, so only one of them is offered.
 */
const settingsOf = ({ settings, copies }: EditedEntry): object => ({
  ...translateSettings(settings),
  localAutosaveInterval: 0,
  ...(copies.length > 0 && { autosave: undefined }),
});
