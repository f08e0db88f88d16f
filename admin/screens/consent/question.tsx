// The question to visitors: the text and the categories of cookies.
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import { type ConsentText, consentName } from '../../data/resources/consent.ts';
import { paths } from '../../ui/paths.ts';

/** A panel with the text and the categories, and a link to the settings that change them. */
export function Question({ consent: { text, categories } }: { readonly consent: ConsentText }) {
  return (
    <section className="panel" aria-labelledby="question">
      <h2 id="question">{__('What visitors are asked')}</h2>
      <p className="consent-text">{text}</p>
      <ul className="cookie-categories">
        {categories.map(({ name, label, description, required }) => (
          <li key={name}>
            <strong>{label}</strong>
            {required && <span className="badge">{__('Required')}</span>}
            {description !== '' && <span className="quiet block">{description}</span>}
          </li>
        ))}
      </ul>
      <p>
        <Link href={paths.settings(consentName)}>{__('Change the text and the categories')}</Link>
        <span className="quiet block">
          {__('After a change, all visitors must choose again. Their earlier receipts remain.')}
        </span>
      </p>
    </section>
  );
}
