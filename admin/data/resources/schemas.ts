// Reads the schemas of the fields that a user can set in entries.
import type { ContentType } from '../bootstrap.ts';
import { send } from '../client.ts';
import { collectionPath } from '../records.ts';

/** A JSON Schema (draft 4), as the API publishes it. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether `minimum` itself is invalid. */
  readonly exclusiveMinimum?: boolean;
  /** Whether `maximum` itself is invalid. */
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly readonly?: boolean;
  /** Whether the value is required; for objects, the names of the required properties. */
  readonly required?: boolean | readonly string[];
  readonly items?: FieldSchema;
  readonly properties?: FieldSchemas;
  /** The schema of the properties with other names. */
  readonly additionalProperties?: FieldSchema;
  /** Labels of the values in `enum`. */
  readonly enumLabels?: Readonly<Record<string, string>>;
  readonly maxProperties?: number;
  /** Whether the value is a secret, which the service never returns. */
  readonly writeOnly?: boolean;
  /** The values next to a secret with which it is used. */
  readonly boundTo?: readonly string[];
}

/** Schemas by the names of the fields. */
export type FieldSchemas = Readonly<Record<string, FieldSchema>>;

/** The response to an OPTIONS request for a collection, as far as it concerns the creation of entries. */
export interface CollectionDescription {
  readonly endpoints?: readonly { readonly methods: readonly string[]; readonly args: FieldSchemas }[];
}

/** Returns the schemas of the fields that requests can set when they create an item of a collection. */
export const writableFieldsOf = ({ endpoints = [] }: CollectionDescription): FieldSchemas =>
  endpoints.find(({ methods }) => methods.includes('POST'))?.args ?? {};

/** Reads the schemas of the fields that requests can set when they create an entry. Throws ApiError. */
export async function readWritableFields(type: ContentType): Promise<FieldSchemas> {
  const { data } = await send<CollectionDescription>(collectionPath(type), { method: 'OPTIONS' });
  return writableFieldsOf(data);
}
