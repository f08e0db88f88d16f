// Declares the authors of the demo content.

/** An author, who has an account but cannot sign in. */
export interface DemoAuthor {
  readonly firstName: string;
  readonly lastName: string;
  /** The biography. */
  readonly biography: string;
}

/** The authors by username. */
export const authors = {
  ines: {
    firstName: 'Ines',
    lastName: 'Calloway',
    biography:
      'Ines Calloway walks, mostly at the wrong time of day. She used to draw maps for a living and now leaves them at home.',
  },
  tomas: {
    firstName: 'Tomas',
    lastName: 'Ferrant',
    biography:
      'Tomas Ferrant mends furniture, clocks and, when asked, sentences. His workshop is open whenever the water is high.',
  },
  wilma: {
    firstName: 'Wilma',
    lastName: 'Achterberg',
    biography:
      'Wilma Achterberg keeps the diary of fogs, now in its tenth notebook. She can name sixty-one grasses and one kind of moss.',
  },
  jun: {
    firstName: 'Jun',
    lastName: 'Lindqvist',
    biography: 'Jun Lindqvist cooks for more people than expected and asks them questions while they are eating.',
  },
} satisfies Readonly<Record<string, DemoAuthor>>;

export type AuthorName = keyof typeof authors;
