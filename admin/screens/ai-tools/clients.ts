// The configuration of common clients of the Model Context Protocol.
import { __ } from '@wordpress/i18n';

/** The URL and the credentials with which a client connects. */
export interface Connection {
  /** The URL of the tools. */
  readonly url: string;
  /** The value of the header `Authorization`. */
  readonly authorization: string;
}

/** An example of a configuration. */
interface ClientExample {
  readonly label: string;
  readonly code: string;
}

/** The scheme of the header (RFC 7617). */
const scheme = 'Basic';

/** The value in the examples that stands for the credentials, until a password was created. */
export const placeholder = [scheme, 'CREDENTIALS'].join(' ');

/** Returns the header that a username and an application password make. */
export const authorizationOf = (username: string, secret: string): string =>
  [scheme, btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${secret}`)))].join(' ');

/** Returns the URL of the tools of some categories; of all tools if there are none. */
export function toolsUrl(home: string, categories: readonly string[]): string {
  const url = `${home.replace(/\/$/, '')}/mcp`;
  return categories.length === 0 ? url : `${url}?category=${categories.map(encodeURIComponent).join(',')}`;
}

const json = (value: object): string => JSON.stringify(value, null, 2);

/** Returns the configuration of each client. */
export function clientExamples({ url, authorization }: Connection): readonly ClientExample[] {
  const server = { type: 'http', url, headers: { Authorization: authorization } };
  const bridge = {
    command: 'npx',
    args: ['mcp-remote', url, '--header', 'Authorization: $' + '{OCTAVO_AUTHORIZATION}'],
    env: { OCTAVO_AUTHORIZATION: authorization },
  };
  const message = json({ jsonrpc: '2.0', id: 1, method: 'tools/list' }).replaceAll(/\s+/g, ' ');
  return [
    {
      label: __('Programs with a file .mcp.json or mcp.json, such as Claude Code and Cursor'),
      code: json({ mcpServers: { site: server } }),
    },
    { label: __('VS Code (.vscode/mcp.json)'), code: json({ servers: { site: server } }) },
    {
      label: __('Claude Code on the command line'),
      code: `claude mcp add --transport http site '${url}' --header 'Authorization: ${authorization}'`,
    },
    {
      label: __('Programs that only start local servers, such as Claude Desktop'),
      code: json({ mcpServers: { site: bridge } }),
    },
    {
      label: __('Test the connection with curl'),
      code: `curl '${url}' -H 'Authorization: ${authorization}' -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' -d '${message}'`,
    },
  ];
}
