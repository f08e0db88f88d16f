// The layout of a list: what the user has changed in the default view.

/** Changes to the default view of a list. */
export interface ListLayout {
  /** Whether a list that has a grid is displayed as a table or as a grid. */
  readonly type?: 'table' | 'grid';
  /** The displayed columns except the title, in their order. */
  readonly fields?: readonly string[];
  readonly perPage?: number;
  readonly density?: Density;
}

const densities = ['compact', 'balanced', 'comfortable'] as const;

/** The height of rows. */
type Density = (typeof densities)[number];

/** Returns the valid properties of a stored layout. */
export function toListLayout(stored: unknown): ListLayout {
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
