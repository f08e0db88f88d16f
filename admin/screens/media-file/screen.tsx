// The screen of a file: preview, texts, properties, uses, and what can be done with it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useCallback, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { deletePermanently } from '../../actions/media.ts';
import { mayChange, mediaKey, readMedia, type VersionedMedia } from '../../data/resources/media.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { isStored, Preview } from '../../ui/media-preview.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { Details } from './details.tsx';
import { ImageEditor } from './image-editor.tsx';
import { ReplaceFile } from './replace-file.tsx';
import { Texts } from './texts.tsx';
import { useArrowKeys, useNeighbors } from './use-neighbors.ts';
import { Uses } from './uses.tsx';

/** The screen. */
export default function MediaFileScreen({ parameters }: ScreenProps) {
  const id = Number(parameters.id);
  const queries = useQueryClient();
  // The version is the one that the user has seen, so it is not read again by itself.
  const { data, error, refetch } = useQuery({
    queryKey: ['media-file', id],
    queryFn: ({ signal }) => readMedia(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const reload = useCallback(async () => {
    await Promise.all([refetch(), queries.invalidateQueries({ queryKey: [mediaKey] })]);
  }, [refetch, queries]);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading label={__('Loading…')} />;
  return <File key={id} version={data} reload={reload} />;
}

interface FileProps {
  readonly version: VersionedMedia;
  /** Reads the current version of the item. */
  readonly reload: () => Promise<unknown>;
}

function File({ version, reload }: FileProps) {
  const { item } = version;
  return (
    <>
      <TitleRow version={version} />
      <div className="media-file">
        <div>
          <div className="preview">
            <Preview file={item} />
          </div>
          <FileActions version={version} reload={reload} />
          <Uses id={item.id} />
        </div>
        <div>
          <Texts version={version} reload={reload} />
          <Details item={item} />
        </div>
      </div>
    </>
  );
}

function TitleRow({ version: { item } }: { readonly version: VersionedMedia }) {
  const neighbors = useNeighbors(item.id);
  useArrowKeys(neighbors);
  const { previous, next, list } = neighbors;
  return (
    <div className="title-row">
      <h1>{titleOf(item)}</h1>
      <nav className="neighbors" aria-label={__('Files')}>
        <Link href={list}>{__('All files')}</Link>
        {previous !== undefined && (
          <Link href={previous} aria-keyshortcuts="ArrowLeft">
            {__('Previous')}
          </Link>
        )}
        {next !== undefined && (
          <Link href={next} aria-keyshortcuts="ArrowRight">
            {__('Next')}
          </Link>
        )}
      </nav>
    </div>
  );
}

/** Types of images that the service can edit. */
const editableTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];

function FileActions({ version, reload }: FileProps) {
  const { item, etag } = version;
  const [, navigate] = useLocation();
  const notify = useNotices();
  const queries = useQueryClient();
  const { confirm, dialog } = useConfirm();
  const [isEditing, setEditing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = () =>
    deletePermanently(
      {
        notify,
        confirm,
        refresh: ([failed]) => {
          setFailure(failed?.error.message);
          // The list must not display the file before it is read again.
          void queries.invalidateQueries({ queryKey: [mediaKey] }).then(() => !failed && navigate(paths.media));
        },
      },
      [item],
      () => etag,
    );
  const onEdited = (id: number) => {
    void queries.invalidateQueries({ queryKey: [mediaKey] });
    notify({ kind: 'success', text: __('The edited image was saved as this new file. The original is unchanged.') });
    navigate(paths.mediaItem(id));
  };
  return (
    <div className="file-actions">
      {isStored(item) && editableTypes.includes(item.mime_type) && mayChange(item, 'POST') && (
        <button type="button" className="button" onClick={() => setEditing(true)}>
          {__('Crop and rotate')}
        </button>
      )}
      {isStored(item) && mayChange(item, 'POST') && <ReplaceFile {...{ version, confirm, reload }} />}
      {mayChange(item, 'DELETE') && (
        <button type="button" className="button" onClick={() => void remove()}>
          {__('Delete permanently')}
        </button>
      )}
      {failure !== undefined && (
        <p role="alert" className="error">
          {failure}
        </p>
      )}
      {isEditing && <ImageEditor version={version} close={() => setEditing(false)} onSaved={onEdited} />}
      {dialog}
    </div>
  );
}
