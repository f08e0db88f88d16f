// Displays a message when a screen fails, instead of an empty page.
import { __ } from '@wordpress/i18n';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ApiError } from '../../data/client.ts';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
  /** The message of an error that is no mistake of the program. */
  readonly message?: string | undefined;
}

/** Catches errors in the rendering of its children. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, message: error instanceof ApiError ? error.message : undefined };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render() {
    const { hasFailed, message } = this.state;
    if (!hasFailed) return this.props.children;
    return (
      <div className="failure" role="alert">
        <h1>{message === undefined ? __('This page has failed') : __('This page could not be loaded')}</h1>
        <p>{message ?? __('An unexpected error occurred in the admin. Reload the page to continue.')}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {__('Reload')}
        </button>
      </div>
    );
  }
}
