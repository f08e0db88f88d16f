// The profile image of a user: chosen from the media library, or uploaded.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useRef, useState } from 'react';
import { ApiError } from '../../data/client.ts';
import { useForm } from '../../data/drafts/use-form.ts';
import { mediaKey, uploadMedia } from '../../data/resources/media.ts';
import { type LoadedProfileImage, readProfileImage, setProfileImage } from '../../data/resources/profile-images.ts';
import { imageRecords } from '../../data/resources/record-options.ts';
import { rejectionOf } from '../../data/uploads/check-file.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useAskBeforeClosing } from '../../ui/ask-before-closing.ts';
import { Failure } from '../../ui/failure.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { RecordField } from '../../ui/fields/record-field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';

const keyOf = (user: number) => ['profile-image', user] as const;

/** The section. `user` is the ID of the user. */
export function ProfileImage({ user }: { readonly user: number }) {
  // The version is the one that the user has seen, so it is not read again by itself.
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(user),
    queryFn: ({ signal }) => readProfileImage(user, signal),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  return (
    <section className="panel" aria-labelledby="profile-image">
      <h2 id="profile-image">{__('Profile image')}</h2>
      {data ? (
        <ImageForm user={user} loaded={data} />
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Loading label={__('Loading…')} />
      )}
    </section>
  );
}

interface FormProps {
  readonly user: number;
  readonly loaded: LoadedProfileImage;
}

function ImageForm({ user, loaded: { image, etag } }: FormProps) {
  const { capabilities } = useBootstrap();
  const queries = useQueryClient();
  const notify = useNotices();
  const form = useForm({
    name: `profile-image-${user}`,
    record: { media: image.media },
    save: async (_changes, { media }) => {
      try {
        queries.setQueryData(keyOf(user), await setProfileImage(user, etag, media));
      } catch (error) {
        // The form shows the image that another program has chosen meanwhile; saving again replaces it.
        if (error instanceof ApiError && error.status === 412)
          queries.setQueryData(keyOf(user), await readProfileImage(user));
        throw error;
      }
    },
  });
  return (
    <div className="profile-image">
      {image.url !== null && <img src={image.url} alt={__('Current profile image')} />}
      <FormFrame
        form={form}
        submitLabel={__('Save the profile image')}
        onSaved={() => {
          form.discard();
          notify({ kind: 'success', text: __('The profile image was saved.') });
        }}
      >
        <RecordField
          label={__('Image')}
          help={__('The site displays it beside entries and comments. A square image is best.')}
          value={form.values.media}
          onChange={(media) => form.change({ media })}
          source={imageRecords}
          isOptional
          error={form.errorOf('media')}
        />
        {capabilities.upload_files && <Upload onUploaded={(media) => form.change({ media })} />}
      </FormFrame>
    </div>
  );
}

/** A button with which an image is uploaded to the media library. */
function Upload({ onUploaded }: { readonly onUploaded: (media: number) => void }) {
  const { limits } = useBootstrap();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const controller = useRef<AbortController>();
  useAskBeforeClosing(progress !== undefined);
  const [error, setError] = useState<string>();
  const upload = async (file: File) => {
    const rejected = file.type.startsWith('image/') ? rejectionOf(file, limits) : __('This file is not an image.');
    setError(rejected);
    if (rejected !== undefined) return;
    const started = new AbortController();
    controller.current = started;
    setProgress(0);
    try {
      onUploaded(await uploadMedia(file, { signal: started.signal, onProgress: setProgress }));
      void queries.invalidateQueries({ queryKey: [mediaKey] });
      void queries.invalidateQueries({ queryKey: ['record-options', imageRecords.key] });
    } catch (reason) {
      if (!started.signal.aborted) setError(messageOf(reason));
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <div>
      <FileButton
        label={__('Upload an image')}
        fieldLabel={__('New image')}
        progressLabel={__('Progress of the upload')}
        accept="image/*"
        {...{ progress, error }}
        onFile={(file) => void upload(file)}
        cancel={() => controller.current?.abort()}
      />
    </div>
  );
}
