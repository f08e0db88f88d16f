// Converts changes of the design to the JSON in which they are stored, and back.
import { readStoredObject } from '../../database/stored-json.ts';
import type { ChangedContent, DesignOverrides } from '../../site-context.ts';

/** The stored form of `DesignOverrides`: maps are lists of pairs. */
interface StoredChanges {
  readonly templates: readonly (readonly [string, ChangedContent])[];
  readonly contents: readonly (readonly [number, ChangedContent])[];
  readonly globalStyles: DesignOverrides['globalStyles'] | null;
}

/** Returns the JSON of changes. */
export const formatChanges = ({ templates, contents, globalStyles }: DesignOverrides): string =>
  JSON.stringify({
    ...{ templates: [...templates], contents: [...contents], globalStyles: globalStyles ?? null },
  } satisfies StoredChanges);

/** Returns stored changes. Damaged ones are read as if nothing were changed. */
export function readChanges(text: string): DesignOverrides {
  const { templates, contents, globalStyles }: Partial<StoredChanges> = readStoredObject(
    text,
    'design_previews.changes',
  );
  return {
    templates: new Map(templates),
    contents: new Map(contents),
    globalStyles: globalStyles ?? undefined,
  };
}
