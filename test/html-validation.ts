// Validates HTML documents against the HTML Standard.
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document'],
  // The standard requires no hashes of the service's own style sheets.
  rules: { 'require-sri': 'off' },
});

/**
 * Returns the violations of the HTML Standard in a complete document: the rule, its message, the position and the beginning of the line. The
 * rules are about syntax, elements and their content, attributes and their values, IDs and references.
 */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const lines = html.split('\n');
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ severity }) => severity === 2)
      .map(({ ruleId, message, line, column }) => {
        const source = (lines[line - 1] ?? '').slice(Math.max(0, column - 41), column + 80).trim();
        return `${ruleId}: ${message} (${line}:${column}) ${source}`;
      }),
  );
}
