// Declares the error that permissions, checks and operations throw.

/** Optional properties of an error response (protocol.md §5). */
export interface ApiErrorOptions {
  /** Properties of `data` besides `status`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Further data for the same error code, sent at the top level of the response (`additional_data`). */
  readonly additionalData?: readonly unknown[];
  /** Further errors of the same request, sent as `additional_errors`. */
  readonly others?: readonly ApiError[];
  /** Whether the response must not be cached (`Cache-Control: no-store`), regardless of the request. */
  readonly uncached?: boolean;
  /** Seconds after which a retry may succeed; sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** Further response headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An error of the API: a code for programs, an HTTP status, and a message for users.
 *
 * Permissions, checks and operations throw it; the last stage of the pipeline turns it into the response. Errors of the storage and of text
 * processing are mapped to ApiErrors (`TranslateError`). Any other error is a bug: it is logged, and the response contains only its ID.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly options: ApiErrorOptions;

  constructor(code: string, status: number, message: string, options: ApiErrorOptions = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.options = options;
  }
}
