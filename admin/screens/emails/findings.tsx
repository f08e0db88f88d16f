// Displays problems of outgoing mail with what to do about them.
import type { MailFinding } from '../../data/resources/mail-setup.ts';
import { serviceText } from '../../ui/service-text.ts';
import { adviceFor } from './advice.ts';

/** The problems, each with advice. */
export function Findings({ findings }: { readonly findings: readonly MailFinding[] }) {
  return (
    <div className="findings">
      {findings.map(({ code, severity, message }) => (
        <div key={code}>
          <p className={severity === 'error' ? 'problem' : ''}>{serviceText(message)}</p>
          {adviceFor(code) !== undefined && <p>{adviceFor(code)}</p>}
        </div>
      ))}
    </div>
  );
}
