// The menus: a list of all menus, and the form of one of them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { Link, useLocation, useSearch } from 'wouter';
import { type Menu, readMenu, readMenuLocations, readMenus } from '../../data/resources/menus.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { MenuForm } from './menu-form.tsx';
import { Navigations } from './navigations.tsx';
import { NewMenu } from './new-menu.tsx';

/** The screen: the URL contains the ID of the menu. */
export default function MenusScreen({ parameters }: ScreenProps) {
  const { data: menus, error, refetch } = useQuery({ queryKey: ['menus'], queryFn: readMenus });
  const [, navigate] = useLocation();
  const isNew = paths.newMenu.endsWith(`?${useSearch()}`);
  if (error && !menus) return <Failure error={error} retry={() => void refetch()} />;
  if (!menus) return <Loading label={__('Loading…')} />;
  const id = parameters.id === undefined ? menus[0]?.id : Number(parameters.id);
  const open = (menu: number) => {
    void refetch();
    navigate(paths.menus(menu));
  };
  return (
    <>
      <div className="title-row">
        <h1>{__('Menus')}</h1>
        {menus.length > 0 && <NewMenu key={String(isNew)} open={open} isInitiallyOpen={isNew} />}
      </div>
      {menus.length === 0 ? <NoMenus open={open} /> : <MenuLinks menus={menus} current={id} />}
      {id !== undefined && <OneMenu key={id} id={id} />}
      <Navigations />
    </>
  );
}

function NoMenus({ open }: { readonly open: (menu: number) => void }) {
  return (
    <div className="start">
      <p>{__('There is no menu yet. Create one, then add pages, categories and links to it.')}</p>
      <NewMenu open={open} isInitiallyOpen />
    </div>
  );
}

interface MenuLinksProps {
  readonly menus: readonly Menu[];
  readonly current: number | undefined;
}

function MenuLinks({ menus, current }: MenuLinksProps) {
  return (
    <nav className="tabs" aria-label={__('All menus')}>
      <ul>
        {menus.map(({ id, name }) => (
          <li key={id}>
            <Link href={paths.menus(id)} aria-current={id === current ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OneMenu({ id }: { readonly id: number }) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  // Changes are based on the versions that were read, so the menu is not read again by itself.
  const menu = useQuery({
    ...{ queryKey: ['menu', id], queryFn: async () => (await readMenu(id)) ?? null },
    ...{ staleTime: Infinity, gcTime: 0 },
  });
  const locations = useQuery({ queryKey: ['menu-locations'], queryFn: readMenuLocations });
  const error = menu.error ?? locations.error;
  if (error && !(menu.data && locations.data))
    return (
      <Failure
        error={error}
        retry={() => {
          void menu.refetch();
          void locations.refetch();
        }}
      />
    );
  if (menu.data === null) return <p className="quiet">{__('This menu does not exist. It may have been deleted.')}</p>;
  if (!menu.data || !locations.data) return <Loading label={__('Loading…')} />;
  return (
    <MenuForm
      record={menu.data}
      locations={locations.data}
      read={async () => {
        void queries.invalidateQueries({ queryKey: ['menus'] });
        void queries.invalidateQueries({ queryKey: ['menu-locations'] });
        const { data } = await menu.refetch({ throwOnError: true });
        return data ?? undefined;
      }}
      onDeleted={() => {
        void queries.invalidateQueries({ queryKey: ['menus'] });
        navigate(paths.menus());
      }}
    />
  );
}
