// Gives screens the data that every screen needs.
import { createContext, useContext } from 'react';
import type { Bootstrap, ContentType, Taxonomy } from './bootstrap.ts';
import { editableTypes } from './permissions.ts';

export const BootstrapContext = createContext<Bootstrap | undefined>(undefined);

/** Returns the data of every screen. Throws outside the shell. */
export function useBootstrap(): Bootstrap {
  const bootstrap = useContext(BootstrapContext);
  if (!bootstrap) throw new Error('This component must be rendered inside the shell.');
  return bootstrap;
}

/** Returns a content type that the user may edit, by its name. Throws if there is none; routes exclude this. */
export function useContentType(slug: string | undefined): ContentType {
  const type = editableTypes(useBootstrap()).find((each) => each.slug === slug);
  if (!type) throw new Error(`There is no content type ${slug}.`);
  return type;
}

/** Returns a taxonomy whose terms the user may assign, by its name. Throws if there is none; routes exclude this. */
export function useTaxonomy(slug: string | undefined): Taxonomy {
  const { taxonomies } = useBootstrap();
  const taxonomy = taxonomies.find((each) => each.slug === slug);
  if (!taxonomy) throw new Error(`There is no taxonomy ${slug}.`);
  return taxonomy;
}
