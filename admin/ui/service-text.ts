// Translates texts of the service, which are in English: labels, help, results and errors. The build knows them from the declarations and
// the sources of the service (`scripts/service-messages.ts`); others, such as those of the site itself, stay as they are.
import { getLocaleData } from '@wordpress/i18n';

/** Labels of types and taxonomies, or other texts. */
type Context = 'label' | 'service';

/** A translation of a text with values that the service has inserted. */
interface Pattern {
  readonly expression: RegExp;
  /** The translation, with placeholders such as `%1$s`. */
  readonly translation: string;
  /** Whether the value of each placeholder is another sentence of the service, because it follows one. */
  readonly areSentences: readonly boolean[];
}

/** The messages from which the patterns were created, because catalogues are loaded later. */
let readData: object | undefined;
let patterns: Readonly<Record<Context, readonly Pattern[]>> = { label: [], service: [] };

/** Returns the translation of a text of the service; the text itself if it has none. */
export const serviceText = (text: string): string => translate(text, 'service');

/** Returns the translation of a label of a content type or taxonomy; the label itself if it has none. */
export const serviceLabel = (label: string): string => translate(label, 'label');

/** Returns labels with their translations. */
export const serviceLabels = (labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name, typeof label === 'string' ? serviceLabel(label) : label]),
  );

function translate(text: string, context: Context): string {
  const found = find(text, context);
  if (found !== undefined) return found;
  for (const { expression, translation, areSentences } of patternsOf(context)) {
    const values = expression.exec(text)?.slice(1);
    if (values)
      return translation.replace(/%(\d+)\$s/g, (_, position) => {
        const value = values[Number(position) - 1] ?? '';
        return areSentences[Number(position) - 1] ? insertedSentence(value, context) : insertedText(value, context);
      });
  }
  return text;
}

/** Returns the text for an inserted value: names of types, and reasons, have translations; titles begin with capital letters. */
const insertedText = (value: string, context: Context): string =>
  /^\p{Ll}/u.test(value) ? (find(value, 'label') ?? translate(value, context)) : value;

/** Returns the text for a sentence of the service after another one, with the space between them. */
const insertedSentence = (value: string, context: Context): string =>
  value.replace(/\S.*/s, (sentence) => translate(sentence, context));

function find(text: string, context: Context): string | undefined {
  const forms: unknown = getLocaleData()[`${context}\u0004${text}`];
  return Array.isArray(forms) ? forms[0] : undefined;
}

function patternsOf(context: Context): readonly Pattern[] {
  const data = getLocaleData();
  if (data !== readData) {
    patterns = { label: readPatterns(data, 'label'), service: readPatterns(data, 'service') };
    readData = data;
  }
  return patterns[context];
}

/** Returns the patterns, those with the longest texts first, because they are the most specific ones. */
const readPatterns = (data: Readonly<Record<string, unknown>>, context: Context): readonly Pattern[] =>
  Object.keys(data)
    .filter((key) => key.startsWith(`${context}\u0004`) && /%\d+\$s/.test(key))
    .sort((one, other) => other.length - one.length)
    .flatMap((key) => {
      const [translation] = [data[key]].flat();
      const parts = key.slice(context.length + 1).split(/%\d+\$s/);
      if (typeof translation !== 'string' || !parts.some((part) => /\p{L}{2}/u.test(part))) return [];
      const areSentences = parts.slice(0, -1).map((part) => /\.\s?$/.test(part));
      return [{ expression: new RegExp(`^${expressionOf(parts)}$`, 's'), translation, areSentences }];
    });

/** Returns the expression for the texts between the placeholders. A sentence that is appended without a space can be missing. */
const expressionOf = (parts: readonly string[]): string =>
  parts.reduce((all, part, at) => {
    const isOptional = part === '' && at === parts.length - 1 && parts[at - 1]?.endsWith('.') === true;
    return `${all}${at === 0 ? '' : isOptional ? '(.*)' : '(.+?)'}${escapeExpression(part)}`;
  }, '');

const escapeExpression = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
