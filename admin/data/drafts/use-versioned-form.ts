// The state of a form in a dialog that changes a version of a record, and conflicts with changes of others.
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { ApiError } from '../client.ts';
import { type Form, useForm } from './use-form.ts';

/** A record with the version that was read. */
export interface Versioned<R> {
  readonly record: R;
  readonly etag: string | undefined;
}

/** Options of the form. */
interface Options<R, V extends object> {
  /** The name of the form, under which the browser stores what is typed. */
  readonly name: string;
  /** The record as it was when the dialog was opened. */
  readonly loaded: Versioned<R>;
  /** Returns the values of the form for a record. */
  readonly valuesOf: (record: R) => V;
  /** Fields that are never stored in the browser. */
  readonly secrets?: readonly (keyof V & string)[];
  /** Changes the record. Throws ApiError; 412 if it does not have this version. */
  readonly save: (etag: string | undefined, changes: Partial<V>) => Promise<void>;
  /** Reads the current version. Throws ApiError. */
  readonly read: () => Promise<Versioned<R>>;
}

/** The state of the form. */
interface VersionedForm<R, V extends object> {
  readonly form: Form<V>;
  /** The record of the version on which the form is based. */
  readonly record: R;
  /** Whether someone else has changed the record since the dialog was opened. */
  readonly hasConflict: boolean;
  /** Returns the text about a field that someone else has changed; undefined for other fields. */
  readonly conflictOf: (field: keyof V & string) => string | undefined;
}

/**
 * Returns the state. If someone else has changed the record meanwhile, saving fails, and the form is based on the current version from then
 * on: what the user has typed stays, other fields show what is stored now, and saving again replaces it.
 */
export function useVersionedForm<R, V extends object>(options: Options<R, V>): VersionedForm<R, V> {
  const { name, loaded, valuesOf, secrets, save, read } = options;
  const [current, setCurrent] = useState(loaded);
  const [conflicts, setConflicts] = useState<ReadonlySet<string>>();
  const stored = valuesOf(current.record);
  const form = useForm<V>({
    ...{ name, record: stored, ...(secrets && { secrets }) },
    async save(changes) {
      try {
        await save(current.etag, changes);
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) {
          const latest = await read();
          setConflicts(differingFields(stored, valuesOf(latest.record)));
          setCurrent(latest);
        }
        throw error;
      }
    },
  });
  return {
    ...{ form, record: current.record, hasConflict: conflicts !== undefined },
    conflictOf: (field) => (conflicts?.has(field) ? describeConflict(stored[field], form.values[field]) : undefined),
  };
}

/** Returns the names of the fields whose values differ. */
const differingFields = <V extends object>(one: V, other: V): ReadonlySet<string> =>
  new Set(Object.entries(one).flatMap(([name, value]) => (isSame(value, other[name as keyof V]) ? [] : [name])));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Says that a field was changed elsewhere, and which text is stored now if the user has changed it, too. */
function describeConflict(stored: unknown, value: unknown): string {
  if (isSame(stored, value) || typeof stored !== 'string') return __('Changed by someone else meanwhile.');
  // translators: %s: value of a field.
  return sprintf(__('Changed by someone else meanwhile. Stored now: “%s”'), stored);
}
