// JSON that is text already, so that what was written once is not written again.

/** A value as its JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON of a value, whether it is text already or not. */
export const textOf = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value));

/** The JSON of an object with one more member at its end, given as JSON too. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)}${object === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`;
