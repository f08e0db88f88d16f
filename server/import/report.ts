// Collects counts and notes about imported and skipped records, so that nothing is skipped silently (summary.ts formats them).
import { Tally } from './tally.ts';

/** The outcome of a record: `imported` (created), `there` (it already existed) or `left` (skipped). */
export type Outcome = 'imported' | 'there' | 'left';

/** The way in which the user for an author was found. */
export type AuthorMatch =
  | 'set with --author'
  | 'known from an earlier import'
  | 'already matched in this file'
  | 'same username'
  | 'same email address'
  | 'created'
  | 'the first administrator';

/** The counts and notes of an import, or of one of its batches. */
export class Report {
  readonly counts: Readonly<Record<Outcome, Tally>> = { imported: new Tally(), there: new Tally(), left: new Tally() };
  /** Keys of skipped meta fields: those that the content type of an item does not declare, and those of terms. */
  readonly metaKeys = new Tally();
  /** Notes, with the number of records that each note concerns. */
  readonly notes = new Tally();
  /** The first records that each note concerns, by note. */
  readonly examples = new Map<string, string[]>();
  /** Permalink structures of the posts on the old site. */
  readonly structures = new Tally();
  /** Sentences about the title, the tagline, the permalink structure and the example post of the site. */
  readonly site: string[] = [];
  /** Files that could not be downloaded. */
  readonly failures: { readonly url: string; readonly reason: string }[] = [];
  /** Local usernames with the way in which each was found, as `USERNAME (same username)`, keyed by usernames in the file. */
  readonly authors = new Map<string, string>();

  count(kind: string, outcome: Outcome, n = 1): void {
    this.counts[outcome].add(kind, n);
  }

  mapAuthor(sourceLogin: string, localLogin: string, matchedBy: AuthorMatch): void {
    if (!this.authors.has(sourceLogin) && this.authors.size < maxAuthors)
      this.authors.set(sourceLogin, `${localLogin} (${matchedBy})`);
  }

  /** Adds a note about a record. `about` describes the record, for example by its title and ID. */
  note(noteText: string, about: string): void {
    this.notes.add(noteText);
    this.#addExample(noteText, about);
  }

  #addExample(noteText: string, about: string): void {
    const known = this.examples.get(noteText) ?? [];
    if (known.length < maxExamples && (known.length > 0 || this.examples.size < maxSentences))
      this.examples.set(noteText, [...known, about.slice(0, maxExampleLength)]);
  }

  fail(url: string, reason: string): void {
    this.failures.push({ url, reason });
  }

  /** Adds the counts, notes and authors in the report of a batch. Called after the batch has been committed. */
  addAll(batch: Report): void {
    for (const outcome of outcomes) this.counts[outcome].addAll(batch.counts[outcome]);
    this.metaKeys.addAll(batch.metaKeys);
    this.notes.addAll(batch.notes);
    this.structures.addAll(batch.structures);
    for (const [noteText, all] of batch.examples) for (const about of all) this.#addExample(noteText, about);
    for (const [sourceLogin, localLogin] of batch.authors) {
      if (!this.authors.has(sourceLogin) && this.authors.size < maxAuthors) this.authors.set(sourceLogin, localLogin);
    }
  }

  /** Number of created records. */
  get imported(): number {
    return this.counts.imported.total;
  }
}

const maxAuthors = 1000;

/** Maximum number of examples per note. */
const maxExamples = 20;

/** Maximum number of notes with examples. */
const maxSentences = 200;

/** Maximum length of an example, in characters. */
const maxExampleLength = 200;

/** Returns the title of an item and its ID in the file. */
export const describeItem = ({ title, sourceId }: { readonly title: string; readonly sourceId: number }): string =>
  `“${title || '(no title)'}” (ID ${sourceId} in the file)`;

/** Returns the title of an imported entry and its local ID. */
export const describeEntry = ({ title, id }: { readonly title: string; readonly id: number }): string =>
  `“${title || '(no title)'}” (ID ${id})`;

export const outcomes = ['imported', 'there', 'left'] as const satisfies readonly Outcome[];
