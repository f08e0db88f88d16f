// Declares the properties of fields for values that only their schemas describe.
import type { ComponentType, ReactNode } from 'react';
import type { ErrorOf, ValueSchema } from './value-schema.ts';

/** Properties of a field that a schema describes. */
export interface SchemaFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly schema: ValueSchema;
  readonly value: unknown;
  /** The value that the service has stored. */
  readonly stored: unknown;
  readonly onChange: (value: unknown) => void;
  readonly errorOf: ErrorOf;
  /** An error of the service, which is displayed instead of that of the schema. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** Common values of a text. */
  readonly suggestions?: readonly string[];
}

/** Properties of a field that contains others. */
export interface GroupFieldProps extends SchemaFieldProps {
  /** The field for a value inside. The fields for objects and lists get it as a property, because it may contain them. */
  readonly Field: ComponentType<SchemaFieldProps>;
}
