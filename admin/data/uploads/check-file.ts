// Checks a file before it is sent.
import { __, sprintf } from '@wordpress/i18n';
import { formatBytes } from '../../ui/format-bytes.ts';
import type { UploadLimits } from '../bootstrap.ts';

/** Returns why a file cannot be uploaded; undefined if its size and its extension are allowed. The service also checks its content. */
export function rejectionOf({ name, size }: File, limits: UploadLimits): string | undefined {
  const { max_upload_bytes: maxBytes, upload_extensions: extensions } = limits;
  if (size === 0) return __('The file is empty.');
  if (maxBytes !== null && size > maxBytes)
    /* translators: 1: size of a file, 2: maximum size; such as "12 MB". */
    return sprintf(__('The file has %1$s; the maximum is %2$s.'), formatBytes(size), formatBytes(maxBytes));
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (extensions !== null && !(name.includes('.') && extensions.includes(extension)))
    return __('Files of this type are not allowed.');
  return undefined;
}
