// Displays a message when a screen fails, instead of an empty page.
import { __ } from '@wordpress/i18n';
import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/** Catches errors in the rendering of its children. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="failure" role="alert">
        <h1>{__('This page has failed')}</h1>
        <p>{__('An unexpected error occurred in the admin. Reload the page to continue.')}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {__('Reload')}
        </button>
      </div>
    );
  }
}
