// Starts the block editor.

import { dispatch } from '@wordpress/data';
import { initializeEditor } from '@wordpress/edit-post';
import { store as preferencesStore } from '@wordpress/preferences';
import type { ContentType } from '../../data/bootstrap.ts';
import type { LocalCopy } from '../../data/drafts/copy-store.ts';
import { setUpRequests } from '../../data/editor/requests.ts';
import type { EditorData } from '../../data/resources/editors.ts';
import type { Preferences } from '../../data/resources/merge-preferences.ts';
import { createPreferenceStorage } from '../../data/resources/preferences.ts';
import { styleUrl } from '../../data/styles.ts';
import { keepPathInAddressBar } from '../../data/unstable/browser-url.ts';
import { keepNewerEdits } from '../../data/unstable/newer-edits.ts';

interface EditedEntry extends EditorData {
  /** Unsaved changes of the entry that this browser has stored. */
  readonly copies: readonly LocalCopy[];
  readonly preferences: Preferences;
  readonly type: ContentType;
  readonly id: number;
}

/** Starts the editor in an element. It can be started once in a page. */
export function startEditor(elementId: string, entry: EditedEntry): void {
  const { type, id, preload, preferences } = entry;
  setUpRequests(preload);
  keepPathInAddressBar();
  keepNewerEdits(type.slug, id);
  void dispatch(preferencesStore).setPersistenceLayer(createPreferenceStorage(preferences));
  const styles = `<link rel="stylesheet" href="${styleUrl('canvas')}">`;
  const settings = { ...settingsOf(entry), __unstableResolvedAssets: { styles, scripts: '' } };
  initializeEditor(elementId, type.slug, id, settings, {});
  // The editor has set its own defaults, and is not yet rendered. The guides would load images of another host.
  dispatch(preferencesStore).setDefaults('core/edit-post', {
    ...{ fullscreenMode: true, themeStyles: true },
    ...{ welcomeGuide: false, welcomeGuideTemplate: false },
  });
}

/**
 * Returns the settings. The editor does not store copies in the session of the tab, because this admin stores its own; if there is one, it
 * contains everything that an autosave contains, so only one of them is offered.
 */
const settingsOf = ({ settings, copies }: EditedEntry): object => ({
  ...settings,
  localAutosaveInterval: 0,
  ...(copies.length > 0 && { autosave: undefined }),
});
