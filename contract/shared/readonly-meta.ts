// Checks the declarations of read-only properties in meta fields (posts-and-pages.md §10).
import type { ContentType } from '../grammar/content-type.ts';
import { schemaAnnotationsOf, type TSchema } from '../grammar/schema.ts';

/** The keywords of a schema that contain other schemas, or determine whether its values are objects. */
interface Keywords {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly oneOf?: readonly TSchema[];
}

/**
 * Throws an Error if a meta field of the type declares a read-only property whose value cannot be retained when the field is changed. Objects
 * retain theirs; items of lists have no identity, and of properties without a declared name and of alternatives, it is unknown which value is
 * that of the property.
 */
export function requireRetainableReadonly(type: ContentType): void {
  for (const [name, schema] of Object.entries(type.meta)) {
    // A field that is read-only as a whole is retained as a whole.
    if (schemaAnnotationsOf(schema).readonly === true) continue;
    const problem = findProblem(schema, name);
    if (problem !== undefined) throw new Error(`the meta of the type ${type.name} is invalid: ${problem}`);
  }
}

function findProblem(schema: TSchema, path: string): string | undefined {
  const { properties = {}, ...keywords } = schema as Keywords;
  const within: readonly (readonly [place: string, schemas: readonly TSchema[]])[] = [
    ['items of a list', keywords.items ? [keywords.items] : []],
    ['alternatives', [...(keywords.anyOf ?? []), ...(keywords.oneOf ?? [])]],
    [
      'properties without a declared name',
      [
        ...Object.values(keywords.patternProperties ?? {}),
        ...(typeof keywords.additionalProperties === 'object' ? [keywords.additionalProperties] : []),
      ],
    ],
  ];
  const place = within.find(([, schemas]) => schemas.some(containsReadonly))?.[0];
  if (place !== undefined)
    return `${path} contains something read-only in ${place}, which cannot be retained when the field is changed`;
  const parts = Object.entries(properties).filter(([, each]) => containsReadonly(each));
  if (parts.length > 0 && ![keywords.type ?? []].flat().every((each) => each === 'object' || each === 'null'))
    return `${path} has read-only properties, so its type must be object, or object and null`;
  return parts
    .filter(([, each]) => schemaAnnotationsOf(each).readonly !== true)
    .map(([name, each]) => findProblem(each, `${path}.${name}`))
    .find((problem) => problem !== undefined);
}

/** Whether a schema, or one inside, is read-only. */
function containsReadonly(schema: TSchema): boolean {
  const { properties, patternProperties, additionalProperties, items, anyOf = [], oneOf = [] } = schema as Keywords;
  const inside = [
    ...Object.values({ ...properties }),
    ...Object.values({ ...patternProperties }),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...(items ? [items] : []),
    ...anyOf,
    ...oneOf,
  ];
  return schemaAnnotationsOf(schema).readonly === true || inside.some(containsReadonly);
}
