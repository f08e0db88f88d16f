// Declares the screens that extensions add to the admin, and reads the files with their components.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A screen of the admin with a component of an extension. */
export interface DeclaredScreen {
  /** Name of lowercase letters, digits and hyphens, unique within the extension. It is part of the URL. */
  readonly name: string;
  /** The title in English, which is also the label in the navigation. */
  readonly title: string;
  /** The capability that users need to see the screen. It protects no data: check permissions in the endpoints. */
  readonly capability: string;
  /** The file with the component: an ES module in JavaScript that imports no other files. */
  readonly component: URL;
  /** Translations of the title and of other texts of the component, keyed by language, such as `de`, and by the English text. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Renders a screen. The module in the file of a component exports such a function as its default. */
export type ScreenComponent = (context: ScreenContext) => ScreenCleanup | Promise<ScreenCleanup>;

/** Ends what the component has started, when the user leaves the screen; undefined if nothing is to be ended. */
// biome-ignore lint/suspicious/noConfusingVoidType: components without a cleanup return nothing.
export type ScreenCleanup = (() => void) | undefined | void;

/** An element of the page, if the types of browsers are known where a component is compiled. */
type PageElement = typeof globalThis extends { HTMLElement: { prototype: infer E } } ? E : unknown;

/** The interface between the admin and a component. */
export interface ScreenContext {
  /** An empty element in the page, in which the component renders the screen. The admin removes it when the user leaves the screen. */
  readonly element: PageElement;
  /**
   * Sends a request to the API as the signed-in user, with the nonce. `path` begins with a slash and the namespace, in the spelling of
   * `/wp-json`. Rejects with an Error with the properties `code`, `status` and `data` if the response is an error, and with an AbortError
   * after the user has left the screen.
   */
  request<T = unknown>(path: string, options?: ScreenRequest): Promise<ScreenResponse<T>>;
  /** Returns the declared translation of a text; the text itself if there is none. */
  translate(text: string): string;
  /** Shows a message, which screen readers announce. */
  notify(kind: 'success' | 'error', text: string): void;
  /** The language of the admin, such as `en` or `de`. */
  readonly language: string;
  /** Aborts when the user leaves the screen. */
  readonly signal: AbortSignal;
}

/** The options of a request of a component. */
export interface ScreenRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;
  /** The JSON body. */
  readonly body?: object;
  /** The version of the record that the request changes, from the header `ETag`. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

/** A successful response to a component. */
export interface ScreenResponse<T> {
  readonly data: T;
  readonly headers: Headers;
}

/** An extension with its screens. */
export interface WithScreens {
  readonly name: string;
  readonly screens?: readonly DeclaredScreen[];
}

/** A file with a component, and its entity tag. */
interface ScreenFile {
  readonly content: Buffer;
  readonly etag: string;
}

/** Files with components, keyed by their paths below the files of the admin. */
export type ScreenFiles = ReadonlyMap<string, ScreenFile>;

/** Maximum size of a file with a component, in bytes. */
const maxFileBytes = 1024 * 1024;

const namePattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Returns the first error in the screens of an extension; undefined if there is none. */
export function findScreenError({ screens = [] }: WithScreens): string | undefined {
  const names = screens.map(({ name }) => name);
  const duplicate = names.find((name, at) => names.indexOf(name) !== at);
  if (duplicate !== undefined) return `has two screens named ${duplicate}`;
  for (const { name, title, capability, component } of screens) {
    if (typeof name !== 'string' || !namePattern.test(name))
      return `has a screen with the invalid name ${JSON.stringify(name)}: use lowercase letters, digits and hyphens`;
    if (typeof title !== 'string' || title.trim() === '') return `has the screen ${name} without a title`;
    if (typeof capability !== 'string' || capability === '') return `has the screen ${name} without a capability`;
    const error = findFileError(component);
    if (error !== undefined) return `has the screen ${name}, whose component ${error}`;
  }
  return undefined;
}

function findFileError(component: unknown): string | undefined {
  if (!(component instanceof URL) || component.protocol !== 'file:' || !component.pathname.endsWith('.js'))
    return "must be the URL of a file that ends with .js, such as new URL('./screen.js', import.meta.url)";
  const found = statSync(component, { throwIfNoEntry: false });
  if (!found?.isFile()) return `${fileURLToPath(component)} does not exist`;
  return found.size > maxFileBytes ? `is larger than ${maxFileBytes} bytes` : undefined;
}

const screenFilePath = (extension: string, screen: string): string => `extensions/${extension}/${screen}.js`;

/** Returns an extension with its screens, each with the path of its component below the path of the admin instead of its file. */
export const describeScreens = ({ name, screens = [] }: WithScreens) => ({
  name,
  screens: screens.map((screen) => ({
    ...{ name: screen.name, title: screen.title, capability: screen.capability },
    ...{ component: `assets/${screenFilePath(name, screen.name)}`, translations: screen.translations ?? {} },
  })),
});

/** Reads the components of all screens. Throws an Error if one cannot be read. */
export function readScreenFiles(extensions: readonly WithScreens[]): ScreenFiles {
  const files = extensions.flatMap(({ name, screens = [] }) =>
    screens.map((screen): readonly [string, ScreenFile] => {
      const content = readFileSync(screen.component);
      const digest = createHash('sha256').update(content).digest('base64url');
      return [screenFilePath(name, screen.name), { content, etag: `"${digest}"` }];
    }),
  );
  return new Map(files);
}
