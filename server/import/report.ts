// What an import did: the closing summary is made from it, so that nothing is left out in silence.
import { Tally } from './tally.ts';

/** What became of a record: made here, found here, or not taken over. */
export type Outcome = 'imported' | 'there' | 'left';

/** How the user was found whom an author's entries are given to. */
export type AuthorMatch =
  | 'as told'
  | 'known from an earlier import'
  | 'already matched in this file'
  | 'same login'
  | 'same e-mail address'
  | 'created'
  | 'the first administrator';

/** Counts and notes of an import, or of one of its batches. */
export class Report {
  readonly counts: Readonly<Record<Outcome, Tally>> = { imported: new Tally(), there: new Tally(), left: new Tally() };
  /** Names of meta fields that no type declares. */
  readonly metaKeys = new Tally();
  /** Sentences, each with how many entries or terms it is about. */
  readonly notes = new Tally();
  /** Which entries or terms a sentence is about, by the sentence: the first ones. */
  readonly examples = new Map<string, string[]>();
  /** What became of the site's title and tagline, and of its example post; whole sentences. */
  readonly site: string[] = [];
  /** Files that could not be fetched. */
  readonly failures: { readonly address: string; readonly reason: string }[] = [];
  /** By the name in the file: `OURS (how it was found)`. */
  readonly authors = new Map<string, string>();

  count(kind: string, outcome: Outcome, n = 1): void {
    this.counts[outcome].add(kind, n);
  }

  mapAuthor(theirs: string, ours: string, how: AuthorMatch): void {
    if (!this.authors.has(theirs) && this.authors.size < mostAuthors) this.authors.set(theirs, `${ours} (${how})`);
  }

  /** Notes a sentence about an entry or term, which `about` describes so that it can be found: title, ID, what is missing. */
  note(sentence: string, about: string): void {
    this.notes.add(sentence);
    this.#addExample(sentence, about);
  }

  #addExample(sentence: string, about: string): void {
    const known = this.examples.get(sentence) ?? [];
    if (known.length < maxExamples && (known.length > 0 || this.examples.size < maxSentences))
      this.examples.set(sentence, [...known, about.slice(0, maxExampleLength)]);
  }

  fail(address: string, reason: string): void {
    this.failures.push({ address, reason });
  }

  /** Adds what a batch did, once it is on disk. */
  addAll(batch: Report): void {
    for (const outcome of outcomes) this.counts[outcome].addAll(batch.counts[outcome]);
    this.metaKeys.addAll(batch.metaKeys);
    this.notes.addAll(batch.notes);
    for (const [sentence, all] of batch.examples) for (const about of all) this.#addExample(sentence, about);
    for (const [theirs, ours] of batch.authors) {
      if (!this.authors.has(theirs) && this.authors.size < mostAuthors) this.authors.set(theirs, ours);
    }
  }

  /** How many records were made here. */
  get imported(): number {
    return this.counts.imported.total;
  }
}

const mostAuthors = 1000;

/** How many entries or terms a sentence names, for how many sentences, and the length of what is said of each. */
const maxExamples = 20;
const maxSentences = 200;
const maxExampleLength = 200;

/** Describes an item of the file: its title, and its ID there. */
export const describeItem = ({ title, sourceId }: { readonly title: string; readonly sourceId: number }): string =>
  `“${title || '(no title)'}” (ID ${sourceId} in the file)`;

/** Describes an entry that was imported: its title, and its ID here. */
export const describeEntry = ({ title, id }: { readonly title: string; readonly id: number }): string =>
  `“${title || '(no title)'}” (ID ${id})`;

export const outcomes = ['imported', 'there', 'left'] as const satisfies readonly Outcome[];
