/**
 * A text is more than the service works on: it has more markup than fits its limit, or the texts of one request together
 * take too long. It would be so again.
 */
export class TextTooHeavy extends Error {
  override readonly name = 'TextTooHeavy';
  /** The property that weighs most. */
  readonly property: string;
  /** Whether it would be taken alone: what came before it in the same request has used up the time. */
  readonly isBudgetSpent: boolean;

  constructor(property: string, isBudgetSpent: boolean) {
    super(`The text of ${property} is too expensive to process.`);
    this.property = property;
    this.isBudgetSpent = isBudgetSpent;
  }
}
