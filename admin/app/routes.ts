// The screens of the admin with their paths: navigation, titles and "not found" derive from this table.

import { __ } from '@wordpress/i18n';
import type { ComponentType } from 'react';
import type { Bootstrap } from '../data/bootstrap.ts';
import { loadStyles } from '../data/styles.ts';
import type { RouteParameters, ScreenProps } from '../ui/screen-props.ts';

/** A screen with its path below the admin. */
export interface Route {
  /** The path; `:name` is a placeholder for one segment. */
  readonly path: string;
  /** The title of the page. */
  readonly title: (bootstrap: Bootstrap, parameters: RouteParameters) => string;
  /** Whether the screen exists for this user. */
  readonly isAvailable: (bootstrap: Bootstrap, parameters: RouteParameters) => boolean;
  /** Loads the code of the screen. */
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
  /** Whether the screen uses the window without the navigation. */
  readonly isFullScreen?: boolean;
}

const typeOf = ({ types }: Bootstrap, { type }: RouteParameters) => types.find(({ slug }) => slug === type);

/** Loads the code of a screen and its style sheet. */
async function withStyles<T>(name: string, load: () => Promise<T>): Promise<T> {
  const [screen] = await Promise.all([load(), loadStyles(name)]);
  return screen;
}

/** All screens. The first one with a matching path is used. */
export const routes: readonly Route[] = [
  {
    path: '/',
    title: () => __('Home'),
    isAvailable: () => true,
    load: () => import('../screens/home/screen.tsx'),
  },
  {
    path: '/content/:type',
    title: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.name ?? '',
    isAvailable: (bootstrap, parameters) => typeOf(bootstrap, parameters) !== undefined,
    load: () => withStyles('entries', () => import('../screens/entries/screen.tsx')),
  },
  {
    path: '/content/:type/new',
    title: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.labels.add_new_item ?? '',
    isAvailable: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.can.create === true,
    load: () => import('../screens/new-entry/screen.tsx'),
  },
  {
    path: '/content/:type/:id',
    title: (bootstrap, parameters) => typeOf(bootstrap, parameters)?.labels.edit_item ?? '',
    isAvailable: (bootstrap, parameters) =>
      typeOf(bootstrap, parameters) !== undefined && /^[1-9]\d*$/.test(parameters.id ?? ''),
    load: () => withStyles('editor', () => import('../screens/editor/screen.tsx')),
    isFullScreen: true,
  },
];
