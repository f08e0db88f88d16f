// The layouts of lists, which are stored with the account for each list.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { mergePreferences, type Preferences } from '../resources/merge-preferences.ts';
import { createPreferenceStorage, type PreferenceStorage, readPreferences } from '../resources/preferences.ts';
import { type ListLayout, toListLayout } from './list-layout.ts';

/** The scope of the preferences; their names are those of the lists: for entries, the content type. */
const scope = 'octavo/lists';

/** Changes are stored soon, because links to the editor close the document. */
const delayMs = 300;

const queryKey = ['preferences'];

interface LoadedPreferences {
  readonly preferences: Preferences;
  readonly storage: PreferenceStorage;
}

async function loadPreferences(): Promise<LoadedPreferences> {
  const stored = await readPreferences();
  return { preferences: stored.preferences, storage: createPreferenceStorage(stored, delayMs) };
}

/** Reads the preferences once for all lists of this document. */
export const useLoadedPreferences = () =>
  useQuery({ queryKey, queryFn: loadPreferences, staleTime: Number.POSITIVE_INFINITY });

/** The layout of a list, and a function that changes it. */
export interface UsedListLayout {
  /** Undefined before the preferences are loaded. If this fails, the layout is the default one. */
  readonly layout: ListLayout | undefined;
  readonly changeLayout: (layout: ListLayout) => void;
}

/** Returns the layout of a list, by its name. */
export function useListLayout(name: string): UsedListLayout {
  const queries = useQueryClient();
  const { data, isError } = useLoadedPreferences();
  const changeLayout = useCallback(
    (layout: ListLayout) => {
      const loaded = queries.getQueryData<LoadedPreferences>(queryKey);
      if (!loaded) return;
      const preferences = mergePreferences(loaded.preferences, {}, { [scope]: { [name]: layout } });
      // Other scopes are stored elsewhere, so those in this document may be outdated.
      loaded.storage.set({ [scope]: preferences[scope] });
      queries.setQueryData<LoadedPreferences>(queryKey, { ...loaded, preferences });
    },
    [queries, name],
  );
  if (isError) return { layout: {}, changeLayout };
  return { layout: data && toListLayout(data.preferences[scope]?.[name]), changeLayout };
}
