// The navigations of themes that consist of blocks. The block editor changes them.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { type ContentType, navigationType } from '../../data/bootstrap.ts';
import { readNavigations } from '../../data/resources/navigations.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { paths } from '../../ui/paths.ts';
import { statusLabels } from '../../ui/status-labels.ts';

/** The list. Renders nothing if there is none, or if the user may not change them. */
export function Navigations() {
  const { unlistedTypes } = useBootstrap();
  const type = unlistedTypes.find(({ slug }) => slug === navigationType);
  return type ? <NavigationList type={type} /> : null;
}

function NavigationList({ type }: { readonly type: ContentType }) {
  const { data, error } = useQuery({ queryKey: ['navigations'], queryFn: () => readNavigations(type) });
  if (data?.length === 0) return null;
  return (
    <section className="navigations" aria-labelledby="navigations-title">
      <h2 id="navigations-title">{__('Navigation blocks')}</h2>
      <p className="quiet">{__('Block themes display these instead of menus. The block editor changes them.')}</p>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <ul className="items">
        {data?.map(({ id, title, status }) => (
          <li key={id}>
            <DocumentLink path={paths.entry(type.slug, id)}>{title}</DocumentLink>
            {status !== 'publish' && <span className="quiet">{statusLabels()[status] ?? status}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
