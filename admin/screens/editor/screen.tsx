// The editor of an entry.

import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useEffect, useMemo } from 'react';
import { ConflictDialog } from '../../actions/unsaved-changes/conflict-dialog.tsx';
import { HeldSaves } from '../../actions/unsaved-changes/held-saves.tsx';
import { findLeftCopies } from '../../data/drafts/copies.ts';
import { readMetaSchemas } from '../../data/editor/meta.ts';
import { adminPath } from '../../data/page.ts';
import { collectionPath } from '../../data/records.ts';
import { readEditor } from '../../data/resources/editors.ts';
import { readPreferences } from '../../data/resources/preferences.ts';
import { useBootstrap, useContentType } from '../../data/use-bootstrap.ts';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { ChangeNotice } from './change-notice.tsx';
import { EditorFailure } from './editor-failure.tsx';
import { LocalCopies } from './local-copies.tsx';
import { LockDialog } from './lock-dialog.tsx';
import { startEditor } from './start-editor.ts';

/** The ID of the element in which the editor is displayed. */
const elementId = 'editor';

/** The screen. The editor keeps its data for the lifetime of the page, so links lead to it and from it by loading a page. */
export default function EditorScreen({ parameters, help }: ScreenProps) {
  const bootstrap = useBootstrap();
  const type = useContentType(parameters.type);
  const id = Number(parameters.id);
  const entry = useMemo(() => ({ id, item: `${collectionPath(type)}/${id}` }), [type, id]);
  const { data, error, refetch } = useQuery({
    queryKey: ['editor', id],
    queryFn: async () => {
      const [editor, preferences, copies] = await Promise.all([
        readEditor(id),
        readPreferences(),
        findLeftCopies(bootstrap.user.id),
      ]);
      const metaSchemas = await readMetaSchemas(type, editor.preload);
      return { ...editor, preferences, metaSchemas, copies: copies.filter((copy) => copy.entry === id) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    const helpUrl = adminPath + paths.help(help ?? 'admin');
    if (data) startEditor(elementId, { ...data, type, id, bootstrap, helpUrl });
  }, [data, type, id, bootstrap, help]);
  if (error) return <EditorFailure error={error} type={type} entry={id} retry={() => void refetch()} />;
  return (
    <>
      {!data && <Loading label={__('Loading…')} />}
      <div id={elementId} />
      <ConflictDialog />
      {data && <ChangeNotice entry={entry} />}
      <HeldSaves />
      {data && <LocalCopies type={type.slug} entry={id} copies={data.copies} />}
      {data && <LockDialog entry={id} listPath={paths.entries(type.slug)} />}
    </>
  );
}
