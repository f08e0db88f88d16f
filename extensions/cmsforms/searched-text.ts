// Derives the text that is searched from the values of a submission.
import { readStoredObject } from 'octavo/extension';

/**
 * Returns the text in which submissions are searched: the values of stored answers, in lower case, without the names of the fields. It is
 * empty for answers that are damaged.
 */
export const searchedText = (answers: string): string =>
  Object.values(readStoredObject(answers, 'cmsforms_submissions.answers'))
    .flat()
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => foldCase(String(value)))
    .join('\n');

/** Returns a text in the form in which it is compared. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
