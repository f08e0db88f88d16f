// The signals that determine the score of a comment, with their weights.
import { __, sprintf } from '@wordpress/i18n';
import type { Explanation, Signal } from '../../data/resources/spam-filter.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { describeSignal } from './describe-signal.ts';

/** The table of the signals, the most significant first. */
export function Signals({ explanation: { signals, bias } }: { readonly explanation: Explanation }) {
  return (
    <>
      {signals.length === 0 ? (
        <p className="quiet">{__('The filter knows none of the signals of this comment yet.')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className="table-frame" tabIndex={0} aria-label={__('Signals')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{__('Signal')}</th>
                <th scope="col">{__('Weight')}</th>
                <th scope="col">{__('In spam')}</th>
                <th scope="col">{__('In other comments')}</th>
              </tr>
            </thead>
            <tbody>
              {signals.map((signal) => (
                <Row key={`${signal.kind}:${signal.value}`} signal={signal} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p className="quiet">
        {sprintf(
          /* translators: %s: number. */
          __(
            'Positive weights speak for spam, negative ones against it. The score follows from their sum and the constant %s, because mistaken comments are worse than missed spam. The numbers are those of comments in the training.',
          ),
          formatWeight(bias),
        )}
      </p>
    </>
  );
}

function Row({ signal }: { readonly signal: Signal }) {
  return (
    <tr>
      <th scope="row">{describeSignal(signal)}</th>
      <td className={signal.weight > 0 ? 'bad' : 'good'}>{formatWeight(signal.weight)}</td>
      <td>{formatNumber(signal.spam)}</td>
      <td>{formatNumber(signal.ham)}</td>
    </tr>
  );
}

/** Formats a weight with its sign. */
const formatWeight = (weight: number): string =>
  weight > 0 ? `+${formatNumber(weight)}` : formatNumber(weight).replace('-', '−');
