// An item of the editor's menu that copies the entry.
import { dispatch } from '@wordpress/data';
import { PluginMoreMenuItem } from '@wordpress/editor';
import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import { duplicateEntry } from '../../actions/duplicate-entry.ts';
import type { ContentType } from '../../data/bootstrap.ts';
import { workingCopy } from '../../data/editor/working-copy.ts';
import { messageOf } from '../../ui/to-error.ts';

interface Props {
  readonly type: ContentType;
  readonly id: number;
  /** Returns the URL of the editor of an entry. */
  readonly urlOf: (id: number) => string;
}

/** The item. It creates a draft with what the editor shows, saved or not. */
export function DuplicateItem({ type, id, urlOf }: Props) {
  const duplicate = async () => {
    const { createErrorNotice, createSuccessNotice } = dispatch(noticesStore);
    try {
      const copy = await duplicateEntry.perform(type, workingCopy(type.slug, id));
      createSuccessNotice(copy.text, { type: 'snackbar', actions: [{ label: __('Edit'), url: urlOf(copy.id) }] });
    } catch (error) {
      createErrorNotice(messageOf(error));
    }
  };
  return <PluginMoreMenuItem onClick={() => void duplicate()}>{duplicateEntry.label()}</PluginMoreMenuItem>;
}
