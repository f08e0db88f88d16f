/**
 * Error thrown when a text exceeds the processing limit, because it has too much markup or because the texts of one request together
 * are too expensive. A retry does not help.
 */
export class TextTooHeavy extends Error {
  override readonly name = 'TextTooHeavy';
  /** Property with the highest cost. */
  readonly property: string;
  /** Whether the text would be accepted alone, but earlier texts of the request have used up the budget. */
  readonly isBudgetSpent: boolean;

  constructor(property: string, isBudgetSpent: boolean) {
    super(`The text of ${property} is too expensive to process.`);
    this.property = property;
    this.isBudgetSpent = isBudgetSpent;
  }
}
