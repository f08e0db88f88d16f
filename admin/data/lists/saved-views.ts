// The saved views of lists, which are stored with the account. Each is a preference of its own, so that tabs do not overwrite each other's.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Preferences } from '../resources/merge-preferences.ts';
import { changePreference, readPreferences } from '../resources/preferences.ts';
import { useLoadedPreferences } from './layouts.ts';

/** A view that the user has saved under a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** The query that describes the view completely (saved-view-url.ts). */
  readonly query: string;
}

/** The scope of the preferences; their names are `LIST/ID`. */
const scope = 'octavo/views';

const queryKey = ['saved-views'];

type StoredViews = Preferences[string];

/** The saved views of a list, by their names, and functions that change them. */
export interface SavedViews {
  /** Undefined before they are loaded; empty if this fails. */
  readonly views: readonly SavedView[] | undefined;
  /** Saves a view, with a new ID unless it has one, and returns it. Throws ApiError. */
  readonly save: (view: Omit<SavedView, 'id'> & { readonly id?: string }) => Promise<SavedView>;
  /** Changes a view as it is stored now; if it was deleted meanwhile, saves it again. Throws ApiError. */
  readonly change: (view: SavedView, changes: Partial<Omit<SavedView, 'id'>>) => Promise<void>;
  /** Deletes a view. Throws ApiError. */
  readonly remove: (view: SavedView) => Promise<void>;
}

/** Returns the saved views of a list, by its name. Those that other tabs have saved appear when the window gets the focus. */
export function useSavedViews(list: string): SavedViews {
  const queries = useQueryClient();
  const { data: loaded, dataUpdatedAt, isError } = useLoadedPreferences();
  const { data } = useQuery<StoredViews>({
    queryKey,
    queryFn: async () => (await readPreferences()).preferences[scope] ?? {},
    enabled: loaded !== undefined,
    ...(loaded && { initialData: loaded.preferences[scope] ?? {}, initialDataUpdatedAt: dataUpdatedAt }),
  });
  return useMemo(() => {
    const prefix = `${list}/`;
    const store = async (id: string, change: (stored: unknown) => unknown) => {
      const { preferences } = await changePreference(scope, prefix + id, change);
      // A read that began before the change would overwrite its result.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<StoredViews>(queryKey, preferences[scope] ?? {});
    };
    const stored = isError ? {} : data;
    return {
      views: stored && viewsOf(stored, prefix),
      async save({ id = newId(), name, query }) {
        await store(id, () => ({ name, query }));
        return { id, name, query };
      },
      change: ({ id, name, query }, changes) =>
        store(id, (value) => ({ name, query, ...propertiesOf(value), ...changes })),
      remove: ({ id }) => store(id, () => undefined),
    };
  }, [list, data, isError, queries]);
}

const viewsOf = (stored: StoredViews, prefix: string): readonly SavedView[] =>
  Object.entries(stored)
    .flatMap(([key, value]) => {
      const { name, query } = propertiesOf(value);
      return key.startsWith(prefix) && name !== undefined && query !== undefined
        ? [{ id: key.slice(prefix.length), name, query }]
        : [];
    })
    .sort((one, other) => one.name.localeCompare(other.name));

/** Returns the valid properties of a stored view. */
function propertiesOf(stored: unknown): Partial<Omit<SavedView, 'id'>> {
  const { name, query }: Partial<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  return { ...(typeof name === 'string' && { name }), ...(typeof query === 'string' && { query }) };
}

/** Returns an ID for a view, which is part of its URL. `crypto.randomUUID` is missing on pages without TLS. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
