// Describes the conventions of the API, as the introduction of the OpenAPI document.
import type { Spelling } from '../../../contract/names/spelling.ts';
import { commonCodes, describeCommon } from './error-codes.ts';

/** Lists the common error codes by status. */
const commonErrors = (): string =>
  Object.keys(commonCodes)
    .map((status) => `**${status}**\n\n${describeCommon(Number(status))}`)
    .join('\n\n');

/** Returns the introduction as Markdown. `rest` is the URL of the REST root. */
export const describeApi = (
  rest: string,
  { header }: Spelling,
): string => `A content service. Published content can be read without credentials; most write operations require an application password.

## Requests

All paths are relative to \`${rest}\`. Request bodies are JSON, or forms with the same field names. Lists in queries are comma-separated, objects are sent as \`name[property]=value\`.

## Authentication

Send a username or email address and an application password with HTTP basic authentication over an encrypted connection. Pages of this site can use the session of a signed-in user instead; they send the nonce of the session in the header \`${header('X-CMS-Nonce')}\`. If the credentials are wrong, the request is handled as anonymous, and the response contains the header \`${header('X-CMS-Credential')}: refused\`.

## Responses

Schemas describe records in the contexts \`view\` and \`edit\`; fields that only the \`edit\` context has are optional. With \`context=embed\` or \`_fields\`, responses may lack fields that are required here. Lists have the total number of items and pages in the headers \`${header('X-CMS-Total')}\` and \`${header('X-CMS-TotalPages')}\`. Examples are recorded responses of a small site; long texts and lists in them are shortened.

## Errors

An error response is an object with \`code\`, \`message\` and \`data\`. Compare \`code\` and the status; messages may change. With status 400, \`data.params\` and \`data.details\` name the invalid parameters. Each operation lists its own codes; \`{name}\` in a message stands for a value that the service inserts. All operations may return these:

${commonErrors()}

## Concurrent changes

Responses contain an \`ETag\`. Send it as \`If-Match\` with a change: if the item has been changed since, the response is 412 and nothing is changed. Send it as \`If-None-Match\` with a read: if the response is the same, it is 304 without a body.
`;
