// The site editor reads the name of an exported theme from a header without quotation marks.
import type { APIFetchMiddleware } from '@wordpress/api-fetch';

const path = '/wp-block-editor/v1/export';

/** Removes the quotation marks around the name of an exported theme, which consists of letters, digits, `-` and `_`. */
export const withExportName: APIFetchMiddleware = async (options, next) => {
  const response: unknown = await next(options);
  if (options.path?.split('?')[0] !== path || !(response instanceof Response)) return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Disposition', (headers.get('Content-Disposition') ?? '').replaceAll('"', ''));
  return new Response(response.body, { status: response.status, headers });
};
