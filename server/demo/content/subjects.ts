// Declares the categories and tags of the demo content.

/** A category or tag. */
export interface DemoTerm {
  readonly name: string;
  readonly description: string;
  /** The slug of the parent category, which is declared before. */
  readonly parent?: string;
}

/** The categories by slug. */
export const categories = {
  walks: { name: 'Walks', description: 'From one place to another, by a way that takes longer.' },
  'night-walks': { name: 'Night walks', description: 'The same, without a lamp.', parent: 'walks' },
  workshop: { name: 'Workshop', description: 'Things that can be mended, and a few that were made.' },
  kitchen: { name: 'Kitchen', description: 'Meals that can be left alone, for more people than expected.' },
  weather: { name: 'Weather', description: 'Fog, tides, pressure and light, as seen from one window.' },
} satisfies Readonly<Record<string, DemoTerm>>;

const tag = (name: string, description: string): DemoTerm => ({ name, description });

/** The tags by slug. */
export const tags = {
  tides: tag('Tides', 'Everything that happens twice a day, or a little less.'),
  instruments: tag('Instruments', 'Clocks, barometers, and other things with a hand.'),
  wood: tag('Wood', ''),
  bread: tag('Bread', ''),
  company: tag('Company', 'Evenings with more than four people.'),
  plants: tag('Plants', ''),
  birds: tag('Birds', ''),
  light: tag('Light', 'And the lack of it.'),
  slowness: tag('Slowness', 'Pieces in which nobody is in a hurry.'),
} satisfies Readonly<Record<string, DemoTerm>>;

export type CategoryName = keyof typeof categories;
export type TagName = keyof typeof tags;
