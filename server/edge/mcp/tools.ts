// Abilities as tools of the Model Context Protocol.

/** An ability, as far as tools show it. */
export interface OfferedAbility {
  readonly declared: {
    readonly name: string;
    readonly label: string;
    readonly description: string;
    readonly category: string;
  };
  /** JSON schemas of objects. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readonly: boolean; readonly destructive: boolean; readonly idempotent: boolean };
  /** The method that it is run by. */
  readonly method: string;
}

/** The name of a tool may have no slash. */
export const toolName = ({ declared }: OfferedAbility): string => declared.name.replace('/', '-');

/** An ability as a tool. */
export function toolOf(ability: OfferedAbility): object {
  const { declared, input, output, annotations } = ability;
  return {
    name: toolName(ability),
    title: declared.label,
    description: declared.description,
    inputSchema: input,
    outputSchema: output,
    annotations: {
      title: declared.label,
      readOnlyHint: annotations.readonly,
      destructiveHint: annotations.destructive,
      idempotentHint: annotations.idempotent,
    },
  };
}
