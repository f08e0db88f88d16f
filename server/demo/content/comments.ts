// Declares the comments of the demo content.
import type { AuthorName, authors } from './people.ts';

/** A comment on an article. */
export interface DemoComment {
  /** An author of the site, or the name of a reader. */
  readonly from: { readonly author: AuthorName } | { readonly reader: string };
  readonly text: string;
  /** Time between the publication of the article and the comment, in hours. */
  readonly afterHours: number;
  readonly isPending?: true;
  readonly replies: readonly DemoComment[];
}

const reader = (name: string, afterHours: number, text: string, ...replies: DemoComment[]): DemoComment => ({
  ...{ from: { reader: name }, afterHours, text, replies },
});

const author = (
  name: keyof typeof authors,
  afterHours: number,
  text: string,
  ...replies: DemoComment[]
): DemoComment => ({
  ...{ from: { author: name }, afterHours, text, replies },
});

/** The comments by the slug of their article. */
export const comments: Readonly<Record<string, readonly DemoComment[]>> = {
  'mending-a-chair': [
    reader(
      'Greta Holm',
      30,
      'I did this with a kitchen chair and it has held for two winters now. The syringe was the part that I would never have thought of.',
      author('tomas', 41, 'Two winters is when you may begin to lean back.'),
    ),
    reader(
      'Osei',
      75,
      'What do you do if there is already a screw in the joint?',
      author(
        'tomas',
        90,
        'Sigh, take it out, plug the hole with a matchstick dipped in glue, and never mention it to the chair.',
        reader('Osei', 93, 'The chair has been informed that this conversation did not take place.'),
      ),
    ),
  ],
  'learning-the-grasses': [
    reader(
      'Pilar N.',
      20,
      'I began with five last week. I am at three. Quaking grass is the one that made my children put down what they were holding.',
    ),
  ],
  'walking-home-after-midnight': [
    reader(
      'A night nurse',
      14,
      'I have walked home at four in the morning for eleven years, and this is the first time that I have seen it written down. The keys! Yes. One pocket.',
      author('ines', 33, 'Four in the morning is the real thing. I am only an amateur.'),
    ),
    reader('Bertil', 52, 'Which lamp do you not use?'),
  ],
  'a-clock-that-only-knows-the-tide': [
    reader(
      'Marguerite',
      26,
      'Mine is off by forty minutes at the neaps. Have I set it wrong?',
      author(
        'tomas',
        31,
        'No, that is the sun interfering. Set it at a spring tide and again two weeks later, then choose the middle.',
      ),
    ),
  ],
  'the-road-that-is-there-twice-a-day': [
    reader(
      'Hal',
      9,
      'My grandfather told me about the horse. In his version it was a mule.',
      author(
        'ines',
        22,
        'That makes twelve versions. I shall have to go back.',
        reader(
          'Hal',
          27,
          'He also said that it got out by itself and was seen in the village that evening, so perhaps go back twice.',
        ),
      ),
    ),
    reader(
      'Sunniva',
      48,
      'I read this aloud to a class of eight-year-olds. They want it to be known that the girl was right about the birds.',
    ),
  ],
  'bread-for-people-who-are-out-all-day': [
    reader(
      'Femi',
      30,
      'Came home at two in the morning instead of six in the evening. It was still fine. I cannot say the same about myself.',
      author('jun', 44, 'That is the best review that this loaf has ever had.'),
    ),
    reader(
      'Greta Holm',
      60,
      'Can I leave out the rye?',
      author(
        'jun',
        71,
        'You can. Use the same weight of white flour and a little less water, and it will be a milder bread.',
      ),
    ),
  ],
  'a-field-guide-to-fog': [
    reader(
      'Isolde',
      40,
      'From my window: the washing line, the pear tree, the bus stop, the water tower, the hill. I have begun.',
      author('wilma', 58, 'Write to me after a year. I should like to know what your stream is.'),
    ),
    {
      ...reader(
        'Quick Profits',
        200,
        'Great site! You will not believe how much fog you can save with this one simple offer.',
      ),
      isPending: true,
    },
  ],
  'what-the-barometer-knows': [reader('Bertil', 2, 'I have just tapped mine for the first time in thirty years. Hm.')],
};
