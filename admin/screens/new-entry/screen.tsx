// Starts a new entry and opens it in the editor.

import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { Redirect } from 'wouter';
import { startEntry } from '../../data/resources/auto-drafts.ts';
import { useContentType } from '../../data/use-bootstrap.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';

/** Starts an entry of a content type, then goes to its editor. */
export default function NewEntryScreen({ parameters }: ScreenProps) {
  const type = useContentType(parameters.type);
  const { data, error, refetch } = useQuery({
    queryKey: ['new-entry', type.slug],
    queryFn: () => startEntry(type),
    // Each visit starts a new entry.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading label={__('Loading…')} />;
  return <Redirect to={paths.entry(type.slug, data.id)} replace />;
}
