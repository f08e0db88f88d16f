// Detects the type of a file by its content. Its name and submitted type are ignored.
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

/** Default number of bytes that are read from the beginning of a file. */
const SAMPLE_BYTES = 64 * 1024;

/** Returns the MIME type of a file by its content; `application/octet-stream` if the content is not recognized. */
export async function detectType(path: string): Promise<string> {
  const head = await readHead(path);
  const imageType = detectImageType(head);
  if (imageType) return imageType;
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found && found.mime !== 'application/xml') return found.mime;
  return detectTextType(head) ?? 'application/octet-stream';
}

/** Returns the first `length` bytes of a file, or all bytes of a shorter one. */
export async function readHead(path: string, length = SAMPLE_BYTES): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const hasBytesAt = (head: Buffer, offset: number, text: string) =>
  head.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));

/** Returns the MIME type of an image by its signature; undefined for other files. */
function detectImageType(head: Buffer): string | undefined {
  if (hasBytesAt(head, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (hasBytesAt(head, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (hasBytesAt(head, 0, 'GIF87a') || hasBytesAt(head, 0, 'GIF89a')) return 'image/gif';
  if (hasBytesAt(head, 0, 'RIFF') && hasBytesAt(head, 8, 'WEBP')) return 'image/webp';
  if (hasBytesAt(head, 0, 'BM') && head.length >= 26 && head.readUInt32LE(14) <= 124) return 'image/bmp';
  return undefined;
}

const markupStart =
  /^(?:\ufeff)?\s*(?:<!--[\s\S]{0,2000}?-->\s*)*<(\?=|(?:!doctype\s+html|html|head|body|script|style|iframe|title|table|div|p|a|h1|br|meta|link|svg|\?xml|\?php)\b)/i;

/** Returns the MIME type of a text file; undefined for a binary file. */
function detectTextType(head: Buffer): string | undefined {
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'))) return undefined;
  const text = head.toString('utf8');
  const tag = markupStart.exec(text)?.[1]?.toLowerCase();
  if (tag === '?php' || tag === '?=') return 'text/x-php';
  if (tag === 'svg') return 'image/svg+xml';
  if (tag === '?xml') return /<svg[\s>]/i.test(text) ? 'image/svg+xml' : 'text/xml';
  if (tag !== undefined) return 'text/html';
  if (text.startsWith('#!')) return 'text/x-shellscript';
  if (/<\?php\b/i.test(text)) return 'text/x-php';
  if (/^(?:\ufeff)?BEGIN:VCALENDAR/.test(text)) return 'text/calendar';
  return 'text/plain';
}
