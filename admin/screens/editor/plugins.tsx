// Adds the parts of this admin to the editor.
import { CommandMenu } from '@wordpress/commands';
import { registerPlugin } from '@wordpress/plugins';
import { duplicateEntry } from '../../actions/duplicate-entry.ts';
import type { ContentType } from '../../data/bootstrap.ts';
import { adminPath } from '../../data/page.ts';
import type { FieldSchemas } from '../../data/resources/schemas.ts';
import { paths } from '../../ui/paths.ts';
import { DuplicateItem } from './duplicate-item.tsx';
import { MetaFieldsPanel, panelName } from './meta-fields/panel.tsx';

const pluginName = 'octavo';

/** The panels of the sidebar that are open until the user closes them. */
export const openPanels: readonly string[] = ['post-status', `${pluginName}/${panelName}`];

interface EditedEntry {
  readonly type: ContentType;
  readonly id: number;
  readonly metaSchemas: FieldSchemas;
}

/** Adds the command palette, the panel with the meta fields of the entry, if it has any, and the item that copies it. It must be called once. */
export function registerEditorPlugins({ type, id, metaSchemas }: EditedEntry): void {
  const hasMeta = Object.keys(metaSchemas).length > 0;
  const urlOf = (copy: number) => adminPath + paths.entry(type.slug, copy);
  registerPlugin(pluginName, {
    render: () => (
      <>
        <CommandMenu />
        {hasMeta && <MetaFieldsPanel type={type.slug} id={id} schemas={metaSchemas} />}
        {duplicateEntry.isAvailable(type) && <DuplicateItem type={type} id={id} urlOf={urlOf} />}
      </>
    ),
  });
}
