// Bodies of requests: JSON, and files where an endpoint takes them.
import type { TSchema } from '../../../contract/grammar/schema.ts';
import type { BoundEndpoint } from '../routes.ts';
import { mustBeSent } from './parameters.ts';
import { json } from './responses.ts';
import { bodySchema, type Schema } from './schema.ts';

/** The body of a request with these parameters. */
export function bodyOf(parameters: readonly (readonly [string, TSchema])[], { declared }: BoundEndpoint): object {
  const properties = Object.fromEntries(parameters.map(([name, schema]) => [name, bodySchema(schema)] as const));
  const required = parameters.filter(([, schema]) => mustBeSent(schema)).map(([name]) => name);
  const fields = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const content = declared.files === undefined ? json(fields) : asFile(fields);
  return { required: required.length > 0 || declared.files !== undefined, content };
}

const binary = { type: 'string', format: 'binary' };

/**
 * A form with a file beside the parameters, or the file as the body itself, with its name in `Content-Disposition`. JSON is
 * taken as well, but not told: generators prefer it, and their clients could not send files.
 */
function asFile({ properties, ...rest }: Schema): object {
  const file = { ...binary, description: 'The file. Its part of the form has its name and its type.' };
  const form = { ...rest, properties: { file, ...(properties as object) } };
  return { 'multipart/form-data': { schema: form }, 'application/octet-stream': { schema: binary } };
}
