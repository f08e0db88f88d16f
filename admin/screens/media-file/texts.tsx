// The form with the texts of a file.
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { ApiError } from '../../data/client.ts';
import { useForm } from '../../data/drafts/use-form.ts';
import { type MediaItem, type MediaTexts, updateMedia, type VersionedMedia } from '../../data/resources/media.ts';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import { useNotices } from '../../ui/notices.tsx';

interface Props {
  readonly version: VersionedMedia;
  /** Reads the current version of the item. */
  readonly reload: () => Promise<unknown>;
}

const textsOf = ({ title, alt_text, caption, description, slug }: MediaItem): MediaTexts => ({
  ...{ title: title.raw, alt_text, caption: caption.raw, description: description.raw, slug },
});

/** The form. Only the texts that the user has changed are sent, so all others keep their bytes. */
export function Texts({ version, reload }: Props) {
  const { item, etag } = version;
  const notify = useNotices();
  const record = textsOf(item);
  // The texts that the user has seen before the current version was loaded because of a conflict.
  const [seen, setSeen] = useState<MediaTexts>();
  const form = useForm<MediaTexts>({
    name: `media-${item.id}`,
    record,
    save: async (changes) => {
      await updateMedia(item.id, etag, changes);
      setSeen(undefined);
      await reload();
      notify({ kind: 'success', text: __('The changes were saved.') });
    },
  });
  const hasConflict = form.error instanceof ApiError && form.error.status === 412;
  const loadCurrent = async () => {
    setSeen(record);
    await reload();
  };
  const { values, change, errorOf } = form;
  const fieldOf = (name: keyof MediaTexts) => ({
    value: values[name],
    onChange: (value: string) => change({ [name]: value }),
    error:
      errorOf(name) ??
      (seen && seen[name] !== record[name] && values[name] !== record[name]
        ? /* translators: %s: text that another user has saved. */
          sprintf(__('Meanwhile saved: %s'), record[name] || __('(empty)'))
        : undefined),
  });
  return (
    <FormFrame form={form}>
      <TextField label={__('Title')} {...fieldOf('title')} />
      {item.media_type === 'image' && (
        <TextAreaField
          label={__('Alternative text')}
          help={__('Describes the image for people who cannot see it. Leave it empty if the image is only decorative.')}
          rows={2}
          {...fieldOf('alt_text')}
        />
      )}
      <TextAreaField label={__('Caption')} rows={2} {...fieldOf('caption')} />
      <TextAreaField label={__('Description')} {...fieldOf('description')} />
      <TextField
        label={__('Slug')}
        help={__('The part of the URL of the page of this file. The URL of the file itself stays the same.')}
        {...fieldOf('slug')}
      />
      {hasConflict && (
        <p>
          <button type="button" className="button" onClick={() => void loadCurrent()}>
            {__('Load the current version and keep my changes')}
          </button>
        </p>
      )}
    </FormFrame>
  );
}
