// Reads the files in the folder of a theme.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { requireObject, ThemeError } from './validation.ts';

/** The supported format version of theme.json and of style variations. */
export const themeJsonVersion = 3;

/** The content of a JSON file. */
export type JsonFile = Readonly<Record<string, unknown>>;

/** Returns whether a file name without its extension is valid in a theme. */
export const isThemeFileName = (name: string): boolean => /^[a-z0-9][a-z0-9_-]{0,150}$/.test(name);

/**
 * Returns the sorted names, without their extension, of the files in the subfolder `kind` of the theme; empty if there is no such
 * folder. Throws ThemeError when a name is invalid.
 */
export function listFileSlugs(folder: string, kind: string, extension: string): string[] {
  const directory = path.join(folder, kind);
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory)
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .sort();
  const invalidName = names.find((name) => !isThemeFileName(name));
  if (invalidName !== undefined)
    throw new ThemeError(
      `invalid file name ${kind}/${invalidName}${extension}: use only lowercase letters, digits, _ and -`,
    );
  return names;
}

/** Returns the text of a file of the theme, without trailing whitespace. Throws ThemeError when it cannot be read. */
export function readTextFile(folder: string, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path.join(folder, file))).trimEnd();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? '';
    throw new ThemeError(
      reason === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? `${file} is not valid UTF-8`
        : `${file} cannot be read (${reason})`,
    );
  }
}

/** Returns the content of a JSON file. Throws ThemeError when it cannot be read, is invalid or has an unsupported version. */
export function readJsonFile(folder: string, file: string): JsonFile {
  const text = readTextFile(folder, file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ThemeError(`${file} is not valid JSON`);
  }
  const declared = requireObject(value, file);
  if (declared.version !== themeJsonVersion) throw new ThemeError(`${file} must have "version": ${themeJsonVersion}`);
  return declared;
}
