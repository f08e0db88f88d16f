// Options of fields whose values may not exist any more.
import type { Option } from './choice-fields.tsx';

/** Returns options with the selected values that are not among them, so that these stay selected until the user deselects them. */
export const withSelected = (options: readonly Option[], selected: readonly string[]): readonly Option[] => [
  ...options,
  ...selected
    .filter((value) => options.every((option) => option.value !== value))
    .map((value) => ({ value, label: value })),
];
