// Declares the values from which entries are composed.
import type { TextInput } from '../../../contract/grammar/schema.ts';
import type { EntryArgs } from '../../../contract/shared/entries.ts';

export type { EntryArgs, TextInput };

/** The values from which an entry is composed: the arguments of a request, or values that another module derives from its arguments. */
export type EntryInput = { readonly [Name in keyof Omit<EntryArgs, 'status'>]?: EntryArgs[Name] | undefined } & {
  readonly status?: string | undefined;
};

/** The texts of an entry, and the meta fields with its footnotes. */
export type TextsInput = Pick<EntryInput, 'title' | 'content' | 'excerpt' | 'meta'>;

/** Returns the submitted text; undefined if there is none. Converts a number or boolean in `raw` to text, as in form data. */
export function rawText(input: TextInput | undefined): string | undefined {
  if (typeof input === 'string') return input;
  const raw = input?.raw;
  if (typeof raw === 'boolean') return raw ? '1' : '';
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
}
