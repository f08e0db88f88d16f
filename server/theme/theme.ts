// A theme: what it says of itself, its settings and styles, and its files (docs/themes.md).

/** Settings or styles as theme.json has them. */
export type Configuration = Readonly<Record<string, unknown>>;

/** A template or a part as a file. */
export interface ThemeFile {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  /** Where a part is used. */
  readonly area: string;
  /** The types whose entries may choose a template; absent: the theme does not say. */
  readonly postTypes?: readonly string[];
}

/** Another choice of settings and styles that the theme offers. */
export interface Variation {
  readonly slug: string;
  readonly title: string;
  readonly version: number;
  readonly settings: Configuration;
  readonly styles: Configuration;
}

/** Blocks to begin with, as a file. */
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
  /** How wide it is in a preview. Dots. */
  readonly viewportWidth: number;
  /** Whether editors offer it. */
  readonly inserter: boolean;
}

/** A category of patterns. */
export interface PatternCategory {
  readonly name: string;
  readonly label: string;
  readonly description: string;
}

export interface Theme {
  /** Where it was read from. */
  readonly folder: string;
  /** By which it is known, and under which what is changed of it is stored. */
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
  readonly variations: readonly Variation[];
  readonly templates: ReadonlyMap<string, ThemeFile>;
  readonly parts: ReadonlyMap<string, ThemeFile>;
  /** In the order in which the theme names them. */
  readonly patterns: readonly ThemePattern[];
  readonly patternCategories: readonly PatternCategory[];
}
