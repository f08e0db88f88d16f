/**
 * A text exceeds the processing limit: it has too much markup, or the texts of one request together take too long. A retry does
 * not help.
 */
export class TextTooHeavy extends Error {
  override readonly name = 'TextTooHeavy';
  /** Property with the highest weight. */
  readonly property: string;
  /** Whether the text would be accepted alone, but earlier texts of the request have used up the budget. */
  readonly isBudgetSpent: boolean;

  constructor(property: string, isBudgetSpent: boolean) {
    super(`The text of ${property} is too expensive to process.`);
    this.property = property;
    this.isBudgetSpent = isBudgetSpent;
  }
}
