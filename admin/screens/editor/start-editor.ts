// Starts the block editor.

import { dispatch } from '@wordpress/data';
import { initializeEditor } from '@wordpress/edit-post';
import { store as preferencesStore } from '@wordpress/preferences';
import type { ContentType } from '../../data/bootstrap.ts';
import { ignoreAutomaticChanges } from '../../data/editor/automatic-changes.ts';
import { setUpRequests } from '../../data/editor/requests.ts';
import type { EditorData } from '../../data/resources/editors.ts';
import type { Preferences } from '../../data/resources/merge-preferences.ts';
import { createPreferenceStorage } from '../../data/resources/preferences.ts';
import { styleUrl } from '../../data/styles.ts';
import { keepPathInAddressBar } from '../../data/unstable/browser-url.ts';
import { canvasSettings } from '../../data/unstable/canvas-settings.ts';
import { registerClassicText } from './classic-text/register.ts';

interface EditedEntry extends EditorData {
  readonly preferences: Preferences;
  readonly type: ContentType;
  readonly id: number;
}

/** Starts the editor in an element. It can be started once in a page. */
export function startEditor(elementId: string, { type, id, settings, preload, preferences }: EditedEntry): void {
  setUpRequests(preload);
  keepPathInAddressBar();
  registerClassicText();
  ignoreAutomaticChanges();
  void dispatch(preferencesStore).setPersistenceLayer(createPreferenceStorage(preferences));
  const styles = `<link rel="stylesheet" href="${styleUrl('canvas')}">`;
  initializeEditor(elementId, type.slug, id, { ...settings, ...canvasSettings(styles) }, {});
  // The editor has set its own defaults, and is not yet rendered. The guides would load images of another host.
  dispatch(preferencesStore).setDefaults('core/edit-post', {
    ...{ fullscreenMode: true, themeStyles: true },
    ...{ welcomeGuide: false, welcomeGuideTemplate: false },
  });
}
