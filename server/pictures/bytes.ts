// What the bytes of a file say it is. Its name and the type it was sent under count for nothing.
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

/** How much of a text is looked at. Bytes. */
const sample = 64 * 1024;

/** The type of a file by its bytes; what is not known is `application/octet-stream`. */
export async function typeOfBytes(path: string): Promise<string> {
  const head = await headOf(path);
  const picture = pictureType(head);
  if (picture) return picture;
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found && found.mime !== 'application/xml') return found.mime;
  return textType(head) ?? 'application/octet-stream';
}

/** The first bytes of a file. */
export async function headOf(path: string, length = sample): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const at = (head: Buffer, place: number, text: string) =>
  head.subarray(place, place + text.length).equals(Buffer.from(text, 'latin1'));

/** Pictures by what they begin with, so that one answer holds for all that is behind it. */
function pictureType(head: Buffer): string | undefined {
  if (at(head, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (at(head, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (at(head, 0, 'GIF87a') || at(head, 0, 'GIF89a')) return 'image/gif';
  if (at(head, 0, 'RIFF') && at(head, 8, 'WEBP')) return 'image/webp';
  if (at(head, 0, 'BM') && head.length >= 26 && head.readUInt32LE(14) <= 124) return 'image/bmp';
  return undefined;
}

const markup =
  /^(?:\ufeff)?\s*(?:<!--[\s\S]{0,2000}?-->\s*)*<(\?=|(?:!doctype\s+html|html|head|body|script|style|iframe|title|table|div|p|a|h1|br|meta|link|svg|\?xml|\?php)\b)/i;

/** The type of what can be read as text; undefined where it cannot. */
function textType(head: Buffer): string | undefined {
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'))) return undefined;
  const text = head.toString('utf8');
  const tag = markup.exec(text)?.[1]?.toLowerCase();
  if (tag === '?php' || tag === '?=') return 'text/x-php';
  if (tag === 'svg') return 'image/svg+xml';
  if (tag === '?xml') return /<svg[\s>]/i.test(text) ? 'image/svg+xml' : 'text/xml';
  if (tag !== undefined) return 'text/html';
  if (text.startsWith('#!')) return 'text/x-shellscript';
  if (/<\?php\b/i.test(text)) return 'text/x-php';
  if (/^(?:\ufeff)?BEGIN:VCALENDAR/.test(text)) return 'text/calendar';
  return 'text/plain';
}
