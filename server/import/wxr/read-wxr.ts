// Reads the records of a site export.
import { ChannelRecords } from './channel-records.ts';
import { Utf8Decoder } from './decode-utf8.ts';
import { ElementReader } from './element-reader.ts';
import type { WxrRecord } from './records.ts';
import { WxrError } from './wxr-error.ts';

/** Maximum number of bytes that are parsed before the records read so far are yielded. */
const MAX_PARSED_BYTES = 64 * 1024;

/** Options for reading an export. */
export interface ReadWxrOptions {
  /** Called after each parsed part of the file with the total number of bytes read. */
  onBytes?: (read: number) => void;
}

/**
 * Reads a site export (WXR 1.0 to 1.2) and yields its records in file order: the site, then its authors, terms and items. A
 * record is yielded after its closing tag, so that a malformed export yields all records before the error. The source is read on
 * demand, and memory is needed for the largest item only.
 *
 * @throws WxrError when the export cannot be read to its end; errors of `source` are rethrown unchanged
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
    for (let start = 0; start < chunk.length; start += MAX_PARSED_BYTES) {
      try {
        reader.write(chunk.subarray(start, start + MAX_PARSED_BYTES));
        options.onBytes?.(reader.bytesRead);
      } finally {
        // Records that precede an error in the chunk are complete.
        yield* reader.takeRecords();
      }
    }
  }
  reader.finish();
  yield* reader.takeRecords();
}

/** A converter from bytes to records. It decodes the bytes, parses the XML and converts its elements. */
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
    const { text, invalidAt } = this.#decoder.decode(bytes);
    this.#elements.write(text);
    if (invalidAt !== null) throw this.#notUtf8(invalidAt);
  }

  finish(): void {
    const { isMidCharacter, decoded } = this.#decoder;
    if (isMidCharacter) throw this.#elements.hasMarkup ? this.#elements.truncated() : this.#notUtf8(decoded);
    this.#elements.finish();
    this.#records.push(...this.#channel.finish(this.#elements.line));
  }

  /** Returns the records completed since the last call. */
  takeRecords(): WxrRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #notUtf8(byte: number): WxrError {
    const { line, hasMarkup } = this.#elements;
    if (!hasMarkup) return new WxrError('not-xml', line, 'The file is not XML: it does not begin with UTF-8 text.');
    return new WxrError('encoding', line, `The file has invalid UTF-8 at line ${line}, byte ${byte}.`);
  }
}
