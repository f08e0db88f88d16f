import { ChannelRecords } from './channel-records.ts';
import { Utf8Decoder } from './decode-utf8.ts';
import { ElementReader } from './element-reader.ts';
import type { WxrRecord } from './records.ts';
import { WxrError } from './wxr-error.ts';

/** The most that is parsed before the consumer is asked whether it wants more. */
const PIECE_BYTES = 64 * 1024;

export interface ReadWxrOptions {
  /** Told, each time the reader has taken in some bytes, how many it has read in all. */
  onBytes?: (read: number) => void;
}

/**
 * Reads a site export (WXR 1.0 to 1.2) and yields what it holds in the order of the file: the site, then its authors,
 * terms and items. Nothing is yielded before its closing tag was seen, so that a broken export gives all it holds up to
 * the fault. Needs memory for the largest item only, and reads on when the consumer asks for more.
 *
 * @throws WxrError when the export cannot be read or read to its end; faults of `source` come through unchanged
 *
 * @example
 * for await (const record of readWxr(createReadStream('site.xml'))) {
 *   if (record.kind === 'item') console.log(record.title);
 * }
 */
export async function* readWxr(
  source: AsyncIterable<Uint8Array>,
  options: ReadWxrOptions = {},
): AsyncGenerator<WxrRecord> {
  const reader = new ExportReader();
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      try {
        reader.write(chunk.subarray(start, start + PIECE_BYTES));
        options.onBytes?.(reader.bytesRead);
      } finally {
        // Also when the piece is broken: the records before the fault are whole.
        yield* reader.takeRecords();
      }
    }
  }
  reader.finish();
  yield* reader.takeRecords();
}

/** Bytes in, records out: decoding, XML and the order of the channel joined together. */
class ExportReader {
  readonly #decoder = new Utf8Decoder();
  readonly #channel = new ChannelRecords();
  readonly #elements = new ElementReader((element, line) => this.#records.push(...this.#channel.add(element, line)));
  #records: WxrRecord[] = [];
  #bytesRead = 0;

  get bytesRead(): number {
    return this.#bytesRead;
  }

  write(bytes: Uint8Array): void {
    this.#bytesRead += bytes.length;
    const { text, brokenAt } = this.#decoder.decode(bytes);
    this.#elements.write(text);
    if (brokenAt !== null) throw this.#notUtf8(brokenAt);
  }

  finish(): void {
    const { isMidCharacter, decoded } = this.#decoder;
    if (isMidCharacter) throw this.#elements.hasMarkup ? this.#elements.truncated() : this.#notUtf8(decoded);
    this.#elements.finish();
    this.#records.push(...this.#channel.finish(this.#elements.line));
  }

  /** The records completed since the last call. */
  takeRecords(): WxrRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #notUtf8(byte: number): WxrError {
    const { line, hasMarkup } = this.#elements;
    if (!hasMarkup) return new WxrError('not-xml', line, 'The file is not XML: it does not begin with text in UTF-8.');
    return new WxrError('encoding', line, `The file is not written in UTF-8 at line ${line}, byte ${byte}.`);
  }
}
