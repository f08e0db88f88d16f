// Converts abilities into tools of the Model Context Protocol.
import type { Ability } from '../../../contract/grammar/ability.ts';

/** The properties of an ability that tools present. */
export interface OfferedAbility {
  readonly declared: Pick<Ability, 'name' | 'label' | 'description' | 'category'>;
  /** JSON schemas of the input and output objects. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readonly: boolean; readonly destructive: boolean; readonly idempotent: boolean };
  /** HTTP method with which the ability is run. */
  readonly method: string;
}

/** Returns the name of an ability's tool. It contains no slash, because names of tools must not. */
export const toolName = ({ declared }: OfferedAbility): string => declared.name.replace('/', '-');

/** Converts an ability into a tool. */
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
