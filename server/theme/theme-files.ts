// The files of a theme's folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { requireObject, ThemeFault } from './requirements.ts';

/** The version of the form that theme.json and variations are written in. */
export const themeJsonVersion = 3;

/** What a file in JSON says. */
export type Declared = Readonly<Record<string, unknown>>;

/** Whether a file of a theme may be called so, without its ending. */
export const isThemeFileName = (name: string): boolean => /^[a-z0-9][a-z0-9_-]{0,150}$/.test(name);

/** The names of the files of a folder of the theme, without their ending. Throws ThemeFault for one that cannot be a slug. */
export function namesIn(folder: string, kind: string, ending: string): string[] {
  const place = path.join(folder, kind);
  if (!existsSync(place)) return [];
  const names = readdirSync(place)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
  const wrong = names.find((name) => !isThemeFileName(name));
  if (wrong !== undefined)
    throw new ThemeFault(`${kind}/${wrong}${ending} must be called by small letters, digits, _ and -`);
  return names;
}

/** The text of a file of the theme, without the line end that editors put behind it. Throws ThemeFault. */
export function readText(folder: string, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path.join(folder, file))).trimEnd();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? '';
    throw new ThemeFault(
      reason === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? `${file} is not UTF-8` : `${file} cannot be read (${reason})`,
    );
  }
}

/** What a file in JSON says. Throws ThemeFault where it is none, or of another version. */
export function readJson(folder: string, file: string): Declared {
  const text = readText(folder, file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ThemeFault(`${file} is not JSON`);
  }
  const declared = requireObject(value, file);
  if (declared.version !== themeJsonVersion) throw new ThemeFault(`${file} must say "version": ${themeJsonVersion}`);
  return declared;
}
