// Validates XML documents against XML Schemas, with libxml2.
import { readFileSync } from 'node:fs';
import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';

/**
 * Returns a function that returns the errors of an XML document: why it is not well-formed, or violates the schema in a file. Throws
 * XmlValidateError if the schema is invalid.
 */
export function openSchema(file: string): (xml: string) => string[] {
  const schema = XmlDocument.fromString(readFileSync(file, 'utf8'));
  const validator = XsdValidator.fromDoc(schema);
  return (xml) => {
    let parsed: XmlDocument | undefined;
    try {
      parsed = XmlDocument.fromString(xml);
      validator.validate(parsed);
      return [];
    } catch (error) {
      if (error instanceof XmlLibError)
        return error.details.map(({ line, message }) => `line ${line}: ${message.trim()}`);
      throw error;
    } finally {
      parsed?.dispose();
    }
  };
}
