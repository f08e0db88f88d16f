// The editor of the design of the site.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useEffect } from 'react';
import { ConflictDialog } from '../../actions/unsaved-changes/conflict-dialog.tsx';
import { HeldSaves } from '../../actions/unsaved-changes/held-saves.tsx';
import { findLeftCopies } from '../../data/drafts/copies.ts';
import { designCopies } from '../../data/drafts/copy-store.ts';
import { adminPath } from '../../data/page.ts';
import { readPreferences } from '../../data/resources/preferences.ts';
import { readSiteEditor } from '../../data/resources/site-editor.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { DesignCopies } from './design-copies.tsx';
import { startSiteEditor } from './start-site-editor.ts';

/** The ID of the element in which the editor is displayed: that of the other editor, whose styles it shares. */
const elementId = 'editor';

/** The screen. The editor keeps its data for the lifetime of the page, so links lead to it and from it by loading a page. */
export default function SiteEditorScreen({ help }: ScreenProps) {
  const bootstrap = useBootstrap();
  const { data, error, refetch } = useQuery({
    queryKey: ['site-editor'],
    queryFn: async () => {
      const [editor, preferences, copies] = await Promise.all([
        readSiteEditor(),
        readPreferences(),
        findLeftCopies(bootstrap.user.id),
      ]);
      return { ...editor, preferences, copies: copies.filter(({ type }) => type === designCopies) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    const helpUrl = adminPath + paths.help(help ?? 'admin');
    if (data) startSiteEditor(elementId, { ...data, bootstrap, helpUrl });
  }, [data, bootstrap, help]);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      {!data && <Loading label={__('Loading…')} />}
      <div id={elementId} />
      <ConflictDialog />
      <HeldSaves />
      {data && <DesignCopies copies={data.copies} />}
    </>
  );
}
