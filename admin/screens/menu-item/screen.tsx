// Redirects the URL of a menu item, which older links and lists of other programs use, to its menu.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { Redirect } from 'wouter';
import { readMenuOfItem } from '../../data/resources/menus.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';

/** The screen. An item in no menu is listed beside the first menu. */
export default function MenuItemScreen({ parameters }: ScreenProps) {
  const id = Number(parameters.id);
  const {
    data: menu,
    error,
    refetch,
  } = useQuery({ queryKey: ['menu-of-item', id], queryFn: () => readMenuOfItem(id) });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (menu === undefined) return <Loading label={__('Loading…')} />;
  return <Redirect to={menu === 0 ? paths.menus() : `${paths.menus(menu)}?item=${id}`} replace />;
}
