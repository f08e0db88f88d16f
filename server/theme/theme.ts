// Declares the type of a theme: its metadata, settings, styles and files (docs/themes.md).

/** Settings or styles in the format of theme.json. */
export type Configuration = Readonly<Record<string, unknown>>;

/** A template or template part that comes from a file. */
export interface ThemeFile {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  /** Area of a template part; empty for a template. */
  readonly area: string;
  /** Content types whose entries may select the template; absent for parts and for undeclared templates. */
  readonly postTypes?: readonly string[];
}

/** A style variation: alternative settings and styles of the theme. */
export interface Variation {
  readonly slug: string;
  readonly title: string;
  readonly version: number;
  readonly settings: Configuration;
  readonly styles: Configuration;
}

/** A block pattern that comes from a file. */
export interface ThemePattern {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly blockTypes: readonly string[];
  readonly postTypes: readonly string[];
  readonly templateTypes: readonly string[];
  /** Width of the preview, in pixels. */
  readonly viewportWidth: number;
  /** Whether editors list the pattern in the inserter. */
  readonly inserter: boolean;
}

/** A category of block patterns. */
export interface PatternCategory {
  readonly name: string;
  readonly label: string;
  readonly description: string;
}

export interface Theme {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** Unique name, under which modified templates and styles are stored. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly authorUri: string;
  readonly themeUri: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly settings: Configuration;
  readonly styles: Configuration;
  /** CSS of the file style.css, which follows the styles; empty if there is none. It never ends a style element. */
  readonly styleSheet: string;
  readonly variations: readonly Variation[];
  readonly templates: ReadonlyMap<string, ThemeFile>;
  readonly parts: ReadonlyMap<string, ThemeFile>;
  /** Patterns in the order of theme.json. */
  readonly patterns: readonly ThemePattern[];
  readonly patternCategories: readonly PatternCategory[];
}
