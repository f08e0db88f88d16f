// Rejects requests to move records to the trash whose type has none.
import { ApiError } from '../api-error.ts';

/** Throws ApiError 501 `rest_trash_not_supported` without `force`. The message names the records: `items` is their plural, capitalized. */
export function requireForce(
  { args: { force } }: { readonly args: { readonly force?: boolean } },
  items: string,
): void {
  if (force) return;
  const message = `${items} cannot be moved to the trash; send force=true to delete them permanently.`;
  throw new ApiError('rest_trash_not_supported', 501, message);
}
