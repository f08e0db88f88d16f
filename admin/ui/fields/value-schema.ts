// The schemas of values that forms edit without knowing them, and what follows from them for their controls.

/** A JSON Schema, with labels. `FieldSchema` of the data layer is one. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly enumLabels?: Readonly<Record<string, string>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  /** Whether the value is a secret, which the service never returns. */
  readonly writeOnly?: boolean;
  /** The values next to a secret with which it is used. */
  readonly boundTo?: readonly string[];
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  /** The schema of the properties with other names. */
  readonly additionalProperties?: ValueSchema;
}

/** Values by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns what is wrong with a value; undefined if it is valid. */
export type ErrorOf = (schema: ValueSchema, value: unknown, isRequired: boolean) => string | undefined;

/** Returns the type of a value that is not null. */
export const typeOf = ({ type }: ValueSchema): string | undefined => [type].flat().find((each) => each !== 'null');

/** Returns the object, or an empty one for other values. */
export const objectOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Returns the label of a property. */
export const labelOf = (name: string, { title }: ValueSchema): string => title ?? name;

/** Returns the name of the property that says whether a secret is set. */
export const isSetName = (name: string): string => `${name}_set`;

/** Returns the value with which a new item of a list begins. */
export function initialValueOf(schema: ValueSchema): unknown {
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (schema.enum) return schema.enum[0];
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, each]) => [name, initialValueOf(each)]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'string':
      return '';
    default:
      return null;
  }
}
