// Converts the elements of an export to records.
import type { XmlElement } from './element.ts';
import type { WxrRecord, WxrSite } from './records.ts';
import { toRecord } from './to-record.ts';
import { WxrError } from './wxr-error.ts';

const HEAD = new Set([
  'title',
  'link',
  'description',
  'language',
  'wp:wxr_version',
  'wp:base_blog_url',
  'wp:base_site_url',
]);

/** A converter from the elements of the channel to records. It returns the site first, then the other records in file order. */
export class ChannelRecords {
  readonly #head = new Map<string, string>();
  #isExport = false;
  #hasSite = false;

  /**
   * Returns the records that are complete after this element: none if the element is not a record, otherwise its record. The site
   * precedes the first record.
   *
   * @throws WxrError `not-wxr` at the first item of an ordinary RSS feed
   */
  add(element: XmlElement, line: number): WxrRecord[] {
    this.#isExport ||= belongsToExport(element);
    const record = toRecord(element);
    if (record !== null) return [...this.#site(line), record];
    if (HEAD.has(element.name) && !this.#head.has(element.name)) this.#head.set(element.name, element.text);
    return [];
  }

  /**
   * Returns the records that are complete at the end of the file: the site if the channel contains no other record, otherwise none.
   *
   * @throws WxrError `not-wxr` when the file contains no element of an export
   */
  finish(line: number): WxrRecord[] {
    return this.#site(line);
  }

  #site(line: number): WxrSite[] {
    if (!this.#isExport) {
      throw new WxrError('not-wxr', line, 'The file is an ordinary RSS feed, not a site export.');
    }
    if (this.#hasSite) return [];
    this.#hasSite = true;
    return [
      {
        kind: 'site',
        title: this.#head.get('title') ?? '',
        link: this.#head.get('link') ?? '',
        description: this.#head.get('description') ?? '',
        language: this.#head.get('language') ?? '',
        version: this.#head.get('wp:wxr_version') ?? '',
        baseUrl: this.#head.get('wp:base_blog_url') || this.#head.get('wp:base_site_url') || '',
      },
    ];
  }
}

function belongsToExport(element: XmlElement): boolean {
  return element.name.startsWith('wp:') || element.children.some((child) => child.name.startsWith('wp:'));
}
