// The state of a form that changes a record: what the user has changed, which is kept in the browser until it is saved.

import { useCallback, useEffect, useRef, useState } from 'react';
import { useAskBeforeClosing } from '../../ui/ask-before-closing.ts';
import { serviceText } from '../../ui/service-text.ts';
import { toError } from '../../ui/to-error.ts';
import { ApiError } from '../client.ts';
import { basePath } from '../page.ts';
import { useBootstrap } from '../use-bootstrap.ts';
import {
  addChanges,
  effectiveChanges,
  isEqual,
  selectFields,
  type ValueParts,
  wholeValues,
  withChanges,
  withoutSaved,
} from './form-changes.ts';
import { readFormCopy, writeFormCopy } from './form-copies.ts';

/** Options of a form. */
interface FormOptions<T extends object> {
  /** The name of the form, such as `user-3`: what is typed is kept under this name. */
  readonly name: string;
  /** The values of the record. Fields that the user has not changed follow them. */
  readonly record: T;
  /** Fields that are never stored in the browser, such as passwords. */
  readonly secrets?: readonly (keyof T & string)[];
  /** Returns what the browser may store of a change of a field whose value contains secrets. */
  readonly toStored?: <F extends keyof T & string>(field: F, change: T[F]) => T[F];
  /** Functions for values with parts: those that the user has not changed follow the record. Without it, values have no parts. */
  readonly parts?: ValueParts<T>;
  /** Saves the changes. Throws an error if this fails; then the changes remain in the form. */
  readonly save: (changes: Partial<T>, values: T) => Promise<void>;
}

/** The state of a form. */
export interface Form<T extends object> {
  /** The values that the form shows: those of the record with the changes. */
  readonly values: T;
  readonly change: (changes: Partial<T>) => void;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Whether the form contains changes of an earlier visit that were not saved. */
  readonly isRestored: boolean;
  /** Why saving has failed. */
  readonly error: Error | undefined;
  /** The error of a field in the response of the API, until the user changes the field. */
  readonly errorOf: (field: keyof T & string) => string | undefined;
  /** Saves the changes. Resolves with whether this succeeded. Does nothing while the form is being saved. */
  readonly submit: () => Promise<boolean>;
  /** Reverts all changes. */
  readonly discard: () => void;
}

/**
 * Returns the state of a form. What the user types stays in the form if saving fails, and in the browser until it is saved or discarded, or
 * the user signs out, so that it survives other screens, reloads and crashes. The browser asks before it closes a page with changes.
 */
export function useForm<T extends object>(options: FormOptions<T>): Form<T> {
  const { name, record, secrets, toStored, parts = wholeValues as unknown as ValueParts<T>, save } = options;
  const { user } = useBootstrap();
  const [restored] = useState(() =>
    selectFields<T>(readFormCopy({ user: user.id, site: basePath }, name), (field) => field in record),
  );
  const [changes, setChanges] = useState<Partial<T>>(restored);
  const [error, setError] = useState<Error>();
  /** The values that the API has rejected. */
  const [rejected, setRejected] = useState<T>();
  const [isSaving, setSaving] = useState(false);
  const values = withChanges(record, changes, parts);
  const changed = effectiveChanges(record, changes, parts);
  const isChanged = Object.keys(changed).length > 0;
  const withoutSecrets = (fields: Partial<T>) => {
    const selected = selectFields(fields, (field) => !secrets?.some((each) => each === field));
    if (toStored) for (const field in selected) selected[field] = toStored(field, selected[field] as T[typeof field]);
    // A field in which only a secret was changed is stored as unchanged.
    return toStored ? effectiveChanges(record, selected, parts) : selected;
  };
  const stored = JSON.stringify(withoutSecrets(changed));
  useEffect(() => writeFormCopy({ user: user.id, site: basePath }, name, JSON.parse(stored)), [user.id, name, stored]);
  const latest = useRef(changes);
  latest.current = changes;
  useAskBeforeClosing(isChanged);
  const discard = useCallback(() => {
    setChanges({});
    setError(undefined);
  }, []);
  return {
    ...{ values, isChanged, isSaving, error, discard },
    change: (next) => setChanges((current) => addChanges(record, current, next, parts)),
    isRestored: isChanged && Object.keys(restored).length > 0,
    errorOf: (field) => (rejected && isEqual(rejected[field], values[field]) ? fieldErrorsOf(error)[field] : undefined),
    async submit() {
      if (isSaving) return false;
      setSaving(true);
      setError(undefined);
      try {
        await save(changed, values);
        // Text that was typed while the form was being saved stays a change.
        setChanges((current) => withoutSaved(current, changed, parts));
        // The effect does not run if the caller closes the form now.
        const remaining = withoutSecrets(withoutSaved(latest.current, changed, parts));
        writeFormCopy({ user: user.id, site: basePath }, name, remaining);
        return true;
      } catch (reason) {
        setError(toError(reason));
        setRejected(values);
        return false;
      } finally {
        setSaving(false);
      }
    },
  };
}

/** Returns the messages of an error response that concern single parameters, by their names. */
function fieldErrorsOf(error: Error | undefined): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const { params } = error.data;
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(Object.entries(params).map(([name, message]) => [name, serviceText(String(message))]));
}
