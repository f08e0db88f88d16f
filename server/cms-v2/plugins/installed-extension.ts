// Defines the properties of extensions that the plugins endpoints present, and the permission errors of these endpoints.

/** Presented properties of an enabled extension. */
export interface InstalledExtension {
  readonly name: string;
  readonly version: string;
  /** Display name. */
  readonly title: string;
  readonly description: string;
  readonly author?: string;
}

/** Permission errors. Extensions are enabled and disabled in the operator's configuration only. */
export const forbiddenErrors = {
  list: { code: 'rest_cannot_view_plugins', message: 'You are not allowed to list extensions.' },
  read: { code: 'rest_cannot_view_plugin', message: 'You are not allowed to view this extension.' },
  install: {
    code: 'rest_cannot_install_plugin',
    message: 'Extensions cannot be installed through the API; add them to the configuration instead.',
  },
  manage: { code: 'rest_cannot_manage_plugins', message: 'You are not allowed to manage extensions.' },
  deactivate: {
    code: 'rest_cannot_deactivate_plugin',
    message: 'Extensions cannot be deactivated through the API; remove them from the configuration instead.',
  },
} as const;
