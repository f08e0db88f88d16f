// Starts the site editor.
import { dispatch } from '@wordpress/data';
import { initializeEditor } from '@wordpress/edit-site';
import { store as preferencesStore } from '@wordpress/preferences';
import type { Bootstrap } from '../../data/bootstrap.ts';
import { ignoreAutomaticChanges } from '../../data/editor/automatic-changes.ts';
import { withoutForeignAvatars } from '../../data/editor/avatars.ts';
import { setUpDates } from '../../data/editor/dates.ts';
import { setUpRequests } from '../../data/editor/requests.ts';
import { translateSettings, withServiceTexts } from '../../data/editor/service-texts.ts';
import { adminPath } from '../../data/page.ts';
import { createPreferenceStorage, type StoredPreferences } from '../../data/resources/preferences.ts';
import type { SiteEditorData } from '../../data/resources/site-editor.ts';
import { styleUrl } from '../../data/styles.ts';
import { canvasSettings } from '../../data/unstable/canvas-settings.ts';
import { withExportName } from '../../data/unstable/export-name.ts';
import { hideGuideCommand } from '../../data/unstable/guide-command.ts';
import { replaceHelpLink } from '../../data/unstable/help-link.ts';
import { keepNewerEditsOfAll } from '../../data/unstable/newer-edits.ts';
import { siteEditorSettings } from '../../data/unstable/site-editor-settings.ts';
import { paths } from '../../ui/paths.ts';
import { registerSiteEditorPlugins } from './plugins.tsx';

interface Options extends SiteEditorData {
  readonly preferences: StoredPreferences;
  readonly bootstrap: Bootstrap;
  /** The URL of the guide to the site editor. */
  readonly helpUrl: string;
}

/** Starts the site editor in an element. It can be started once in a page. */
export function startSiteEditor(elementId: string, { settings, preferences, bootstrap, helpUrl }: Options): void {
  setUpDates(bootstrap.site);
  setUpRequests({}, withoutForeignAvatars, withServiceTexts, withExportName);
  keepNewerEditsOfAll();
  ignoreAutomaticChanges();
  replaceHelpLink(helpUrl);
  hideGuideCommand();
  registerSiteEditorPlugins();
  void dispatch(preferencesStore).setPersistenceLayer(createPreferenceStorage(preferences));
  // The styles of the packages expect an administration around the editor otherwise, and leave space for it.
  document.body.classList.add('is-fullscreen-mode');
  const styles = `<link rel="stylesheet" href="${styleUrl('canvas')}">`;
  initializeEditor(elementId, {
    ...translateSettings(settings),
    ...canvasSettings(styles),
    ...siteEditorSettings(adminPath + paths.home),
  });
}
