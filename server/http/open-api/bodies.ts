// Describes request bodies: JSON, or files if the endpoint accepts them.
import type { TSchema } from '../../../contract/grammar/schema.ts';
import type { BoundEndpoint } from '../routes.ts';
import { exampleOf } from './examples.ts';
import { descriptionOf, isMandatory } from './parameters.ts';
import { json } from './responses.ts';
import { bodySchema, type Schema } from './schema.ts';

/** Returns the request body for these parameters. `example` is the body of a recorded request. */
export function bodyOf(
  parameters: readonly (readonly [string, TSchema])[],
  { declared }: BoundEndpoint,
  example: unknown,
): object {
  const properties = Object.fromEntries(
    parameters.map(([name, schema]) => [name, describedSchema(name, bodySchema(schema))] as const),
  );
  const required = parameters.filter(([, schema]) => isMandatory(schema)).map(([name]) => name);
  const fields = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const content = declared.files === undefined ? json(fields, exampleOf(example)) : uploadContent(fields);
  return { required: required.length > 0 || declared.files !== undefined, content };
}

/** Returns a schema with the description of the parameter. */
const describedSchema = (name: string, schema: Schema): Schema => {
  const description = descriptionOf(name, schema);
  return description === undefined ? schema : { description, ...schema };
};

const binary = { type: 'string', format: 'binary' };

/**
 * Returns the content of an upload: a form with a file and the parameters, or the file as the body, with its name in
 * `Content-Disposition`. JSON is accepted too but not documented: generators would prefer it, and their clients could not send files.
 */
function uploadContent({ properties, ...rest }: Schema): object {
  const file = { ...binary, description: 'The file, with file name and content type.' };
  const form = { ...rest, properties: { file, ...(properties as object) } };
  return { 'multipart/form-data': { schema: form }, 'application/octet-stream': { schema: binary } };
}
