// Quick edit: changes the texts of a file in the list.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useVersionedForm, type Versioned } from '../../data/drafts/use-versioned-form.ts';
import {
  type ListedMedia,
  type MediaItem,
  type MediaTexts,
  mediaKey,
  readMedia,
  updateMedia,
} from '../../data/resources/media.ts';
import { titleOf } from '../../ui/entry-title.ts';
import { ConflictNotice } from '../../ui/fields/conflict-notice.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import { LoadedFormDialog } from '../../ui/loaded-form-dialog.tsx';

interface Props {
  readonly item: ListedMedia;
  readonly close: () => void;
  /** Runs when the texts were stored, with the title. */
  readonly onSaved: (title: string) => void;
}

/** The values of the form. */
type Values = Pick<MediaTexts, 'title' | 'alt_text' | 'caption'>;

const valuesOf = ({ title, alt_text, caption }: MediaItem): Values => ({
  ...{ title: title.raw, alt_text, caption: caption.raw },
});

/** The dialog. What the user has typed remains in the browser until it is saved, also if the dialog is closed. */
export const QuickEditDialog = ({ item, close, onSaved }: Props) => (
  <LoadedFormDialog
    // translators: %s: title of a file.
    title={sprintf(__('Quick edit: %s'), titleOf(item))}
    close={close}
    queryKey={['quick-edit', 'media', item.id]}
    load={() => read(item.id)}
  >
    {(loaded) => <QuickEditForm {...{ loaded, close, onSaved }} />}
  </LoadedFormDialog>
);

async function read(id: number): Promise<Versioned<MediaItem>> {
  const { item, etag } = await readMedia(id);
  return { record: item, etag };
}

interface FormProps extends Omit<Props, 'item'> {
  readonly loaded: Versioned<MediaItem>;
}

function QuickEditForm({ loaded, close, onSaved }: FormProps) {
  const { id, media_type: mediaType, filename } = loaded.record;
  const queries = useQueryClient();
  const { form, hasConflict, conflictOf } = useVersionedForm<MediaItem, Values>({
    name: `quick-edit-media-${id}`,
    ...{ loaded, valuesOf },
    save: async (etag, changes) => void (await updateMedia(id, etag, changes)),
    read: () => {
      void queries.invalidateQueries({ queryKey: [mediaKey] });
      return read(id);
    },
  });
  const { values } = form;
  const fieldOf = (name: keyof Values) => ({
    value: values[name],
    onChange: (value: string) => form.change({ [name]: value }),
    error: form.errorOf(name),
  });
  const altTextHelp = __(
    'Describes the image for people who cannot see it. Leave it empty if the image is only decorative.',
  );
  return (
    <FormFrame
      form={form}
      onSaved={() => {
        onSaved(values.title || filename);
        close();
      }}
    >
      <TextField label={__('Title')} help={conflictOf('title')} {...fieldOf('title')} />
      {mediaType === 'image' && (
        <TextAreaField
          label={__('Alternative text')}
          help={conflictOf('alt_text') ?? altTextHelp}
          rows={2}
          {...fieldOf('alt_text')}
        />
      )}
      <TextAreaField label={__('Caption')} help={conflictOf('caption')} rows={2} {...fieldOf('caption')} />
      {hasConflict && <ConflictNotice>{__('Someone else has changed this file.')}</ConflictNotice>}
    </FormFrame>
  );
}
