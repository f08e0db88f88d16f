// Form templates of the wizard.
import type { Field } from './field.ts';

export interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

const name: Field = { name: 'name', kind: 'text', label: 'Name', required: true, longest: 200 };
const email: Field = { name: 'email', kind: 'email', label: 'E-mail address', required: true };

export const templates: readonly Template[] = [
  {
    name: 'contact',
    title: 'Contact',
    description: 'Name, e-mail address and a message.',
    fields: [name, email, { name: 'message', kind: 'textarea', label: 'Message', required: true }],
  },
  {
    name: 'newsletter',
    title: 'Newsletter',
    description: 'An e-mail address, and consent to receive a newsletter.',
    fields: [
      email,
      {
        ...{ name: 'consent', kind: 'consent', required: true },
        label: 'I agree that the newsletter is sent to this address until I object.',
      },
    ],
  },
  {
    name: 'feedback',
    title: 'Feedback',
    description: 'A rating from 1 to 5, its subject, and a comment.',
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
      { name: 'remark', kind: 'textarea', label: 'What should we know?' },
      { ...email, required: false },
    ],
  },
];
