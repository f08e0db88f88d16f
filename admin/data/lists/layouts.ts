// The layout of lists: what the user has changed in the default view, stored with the account for each list.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { mergePreferences, type Preferences } from '../resources/merge-preferences.ts';
import { createPreferenceStorage, type PreferenceStorage, readPreferences } from '../resources/preferences.ts';

/** Changes to the default view of a list. */
export interface ListLayout {
  /** Whether a list that has a grid is displayed as a table. */
  readonly type?: 'table' | 'grid';
  /** The displayed columns except the title, in their order. */
  readonly fields?: readonly string[];
  readonly perPage?: number;
  readonly density?: Density;
}

const densities = ['compact', 'balanced', 'comfortable'] as const;

/** The height of rows. */
type Density = (typeof densities)[number];

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

/** The layout of a list, and a function that changes it. */
export interface UsedListLayout {
  /** Undefined before the preferences are loaded. If this fails, the layout is the default one. */
  readonly layout: ListLayout | undefined;
  readonly changeLayout: (layout: ListLayout) => void;
}

/** Returns the layout of a list, by its name. */
export function useListLayout(name: string): UsedListLayout {
  const queries = useQueryClient();
  const { data, isError } = useQuery({ queryKey, queryFn: loadPreferences, staleTime: Number.POSITIVE_INFINITY });
  const changeLayout = useCallback(
    (layout: ListLayout) => {
      const loaded = queries.getQueryData<LoadedPreferences>(queryKey);
      if (!loaded) return;
      const preferences = mergePreferences(loaded.preferences, {}, { [scope]: { [name]: layout } });
      loaded.storage.set(preferences);
      queries.setQueryData<LoadedPreferences>(queryKey, { ...loaded, preferences });
    },
    [queries, name],
  );
  if (isError) return { layout: {}, changeLayout };
  return { layout: data && toListLayout(data.preferences[scope]?.[name]), changeLayout };
}

/** Returns the valid properties of a stored layout. */
function toListLayout(stored: unknown): ListLayout {
  const { type, fields, perPage, density }: Partial<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const found = densities.find((each) => each === density);
  return {
    ...((type === 'table' || type === 'grid') && { type }),
    ...(Array.isArray(fields) && { fields: fields.filter((field) => typeof field === 'string') }),
    ...(typeof perPage === 'number' && Number.isInteger(perPage) && perPage > 0 && { perPage }),
    ...(found && { density: found }),
  };
}
