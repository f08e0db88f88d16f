// Defines the form templates of the setup wizard.
import type { Field } from './field.ts';

/** A template for new forms. */
export interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

const name: Field = { name: 'name', kind: 'text', label: 'Name', required: true, longest: 200 };
const email: Field = { name: 'email', kind: 'email', label: 'Email address', required: true };

export const templates: readonly Template[] = [
  {
    name: 'contact',
    title: 'Contact',
    description: 'Name, email address and a message.',
    fields: [name, email, { name: 'message', kind: 'textarea', label: 'Message', required: true }],
  },
  {
    name: 'newsletter',
    title: 'Newsletter',
    description: 'An email address, and consent to receive a newsletter.',
    fields: [
      email,
      {
        ...{ name: 'consent', kind: 'consent', required: true },
        label: 'I agree to receive the newsletter at this address until I unsubscribe.',
      },
    ],
  },
  {
    name: 'feedback',
    title: 'Feedback',
    description: 'A rating from 1 to 5, the subject of the feedback, and a comment.',
    fields: [
      {
        name: 'mark',
        kind: 'number',
        label: 'How did you like it, from 1 to 5?',
        required: true,
        minimum: 1,
        maximum: 5,
      },
      {
        name: 'about',
        kind: 'choice',
        label: 'What was it about?',
        choices: ['The site', 'A product', 'Something else'],
      },
      { name: 'remark', kind: 'textarea', label: 'What else should we know?' },
      { ...email, required: false },
    ],
  },
];
