// Where in finished HTML something may be embedded, so that what is embedded breaks no element that it stands in.
import type { Block } from './blocks/grammar.ts';
import { embedBlock, type WrittenAddress, withoutEmbed } from './dynamic/shortcodes/embed.ts';
import { longestAddress, mostAddresses } from './lone-addresses.ts';
import { type Piece, splitMarkup } from './markup.ts';

/** Stands for an address while HTML is made. U+0001 is taken out of every text, so that no author can write it. */
export const markOfAddress = (number: number): string => `<!--\u0001@${number}-->`;

const marked = /<!--\u0001@(\d+)-->/;
/** Neighbouring lines that hold addresses alone, with what begins and ends them. */
const lines =
  /(<p(?: [^<>]*)?>[ \t]*|<br \/>\n[ \t]*)?((?:<!--\u0001@\d+-->[ \t]*<br \/>\n[ \t]*)*<!--\u0001@\d+-->)([ \t]*<\/p>|[ \t]*<br \/>\n)?/g;

/**
 * Puts holes in the place of marked addresses (`hole` makes one): addresses on neighbouring lines of a paragraph share one,
 * which ends the paragraph where it shows a frame. Inside of words, links, headings and the like, where no frame may stand, and
 * past the first hundred, addresses are what they are without. Linear in the text.
 */
export function placeAddresses(
  html: string,
  addresses: readonly WrittenAddress[],
  hole: (block: Block) => string,
): string {
  if (addresses.length === 0) return html;
  const places = placesIn(html);
  let left = mostAddresses;
  const mayBeHole = (written: readonly WrittenAddress[]): boolean => {
    if (written.length > left || written.some(({ address }) => address.length > longestAddress)) return false;
    left -= written.length;
    return true;
  };
  return html.replace(lines, (whole: string, before = '', marks: string, after = '') => {
    const numbers = [...marks.matchAll(new RegExp(marked, 'g'))].map(([, number]) => Number(number));
    const written = numbers.flatMap((number) => addresses[number] ?? []);
    const place = places.get(numbers[0] ?? -1);
    if (place === 'paragraph' && mayBeHole(written)) return hole(embedBlock(written, { before, after }));
    return whole.replace(new RegExp(marked, 'g'), (_mark, number: string) => {
      const address = addresses[Number(number)];
      if (!address) return '';
      return place === 'among blocks' && mayBeHole([address]) ? hole(embedBlock([address])) : withoutEmbed(address);
    });
  });
}

type Place = 'paragraph' | 'among blocks' | 'among words';

/** In which kind of place each marked address stands. */
function placesIn(html: string): Map<number, Place> {
  const places = new Map<number, Place>();
  const open = new OpenBlocks();
  for (const piece of splitMarkup(html)) {
    const number = piece.kind === 'comment' ? marked.exec(piece.text)?.[1] : undefined;
    if (number !== undefined) places.set(Number(number), open.place());
    if (piece.kind === 'tag') open.read(piece);
  }
  return places;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const voids = names('area base br col embed hr img input link meta param source track wbr');
/** These may hold blocks. */
const holders = names(
  'article aside blockquote center dd details div fieldset figcaption figure footer header li main nav section td th',
);
/** In these stand those that may. */
const frames = names('dl menu ol table tbody tfoot thead tr ul');
/** These end the paragraph that they stand in, as does each of the others above. */
const closers = names('address dir dt form h1 h2 h3 h4 h5 h6 hgroup hr p pre search summary');

const closesParagraph = (name: string): boolean => holders.has(name) || frames.has(name) || closers.has(name);
const isOfBlocks = (name: string): boolean => name === 'p' || holders.has(name) || frames.has(name);

/** The elements that are open at a place of some HTML, as far as it matters whether a block may stand there. */
class OpenBlocks {
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();
  /** How many are open that hold no blocks. */
  #wordy = 0;

  read({ name: written, closes }: Piece): void {
    const name = written.toLowerCase();
    if (name === '') return;
    if (closes) this.#close(name);
    else this.#begin(name);
  }

  place(): Place {
    const last = this.#open.at(-1);
    if (this.#wordy > 0) return 'among words';
    if (last === 'p') return 'paragraph';
    return last === undefined || holders.has(last) ? 'among blocks' : 'among words';
  }

  #begin(name: string): void {
    if (this.#open.at(-1) === 'p' && closesParagraph(name)) this.#pop();
    if (voids.has(name)) return;
    this.#open.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (!isOfBlocks(name)) this.#wordy += 1;
  }

  /** A closing tag without an element to close means nothing. */
  #close(name: string): void {
    if ((this.#counts.get(name) ?? 0) === 0) return;
    while (this.#pop() !== name);
  }

  #pop(): string | undefined {
    const name = this.#open.pop();
    if (name === undefined) return undefined;
    this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    if (!isOfBlocks(name)) this.#wordy -= 1;
    return name;
  }
}
