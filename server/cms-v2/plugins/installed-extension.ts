// Extensions as the plugins module presents them, and its permission errors.

/** The presented properties of an active extension. */
export interface InstalledExtension {
  readonly name: string;
  readonly version: string;
  /** The display name. */
  readonly title: string;
  readonly description: string;
  readonly author?: string;
}

/** Errors for forbidden operations. Only the operator's configuration decides which extensions are active. */
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
