// Displays why an entry cannot be opened. If it was deleted, the changes that this browser has stored can be continued in a new one.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import type { ContentType } from '../../data/bootstrap.ts';
import { ApiError } from '../../data/client.ts';
import { findLeftCopies, moveToEntry } from '../../data/drafts/copies.ts';
import { startEntry } from '../../data/resources/auto-drafts.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useOpenDocument } from '../../ui/document-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { paths } from '../../ui/paths.ts';

interface Props {
  readonly error: Error;
  readonly type: ContentType;
  readonly entry: number;
  readonly retry: () => void;
}

/** The error, with a button that continues stored changes in a new entry if there are any. */
export function EditorFailure({ error, type, entry, retry }: Props) {
  const { user } = useBootstrap();
  const openDocument = useOpenDocument();
  const [failure, setFailure] = useState<string>();
  const isGone = error instanceof ApiError && error.status === 404;
  const { data: copies = [] } = useQuery({
    queryKey: ['unsaved-changes', user.id],
    queryFn: () => findLeftCopies(user.id),
    enabled: isGone && type.can.create,
  });
  const copy = copies.find((each) => each.entry === entry);
  if (!isGone || !copy) return <Failure error={error} retry={retry} />;
  const continueInNewEntry = async () => {
    const { id } = await startEntry(type);
    await moveToEntry(copy, id);
    openDocument(paths.entry(type.slug, id));
  };
  return (
    <div className="failure" role="alert">
      <h1>{__('This entry was deleted')}</h1>
      <p>{__('This browser has stored changes that were not saved. You can continue them in a new entry.')}</p>
      {failure !== undefined && <p className="error">{failure}</p>}
      <button
        type="button"
        className="button primary"
        onClick={() => void continueInNewEntry().catch((reason: unknown) => setFailure(String(reason)))}
      >
        {__('Continue in a new entry')}
      </button>
    </div>
  );
}
