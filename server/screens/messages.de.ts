// The texts of the screens in German, by their English text. The words are those of the admin (admin/locales/glossary.md).

export const german = {
  // Sign-in and sign-out
  'Sign in': 'Anmelden',
  'Sign out': 'Abmelden',
  'Username or email address': 'Benutzername oder E-Mail-Adresse',
  Password: 'Passwort',
  'Keep me signed in for two weeks': 'Zwei Wochen lang angemeldet bleiben',
  'Forgot your password?': 'Passwort vergessen?',
  'The username or password is incorrect. Please try again.':
    'Benutzername oder Passwort ist falsch. Bitte versuchen Sie es noch einmal.',
  'You have signed out.': 'Sie haben sich abgemeldet.',
  'Your password was changed, and all browsers were signed out. Sign in with the new password.':
    'Ihr Passwort wurde geändert, und alle Browser wurden abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
  'Your account is ready. Sign in with the password that you have chosen.':
    'Ihr Konto ist bereit. Melden Sie sich mit dem Passwort an, das Sie gewählt haben.',
  'You are signed in as {login}.': 'Sie sind als {login} angemeldet.',
  'Stay signed in': 'Angemeldet bleiben',

  // Forgotten passwords
  'Forgotten password': 'Passwort vergessen',
  'Enter your username or email address, and we will email you a link to choose a new password.':
    'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Wir senden Ihnen per E-Mail einen Link, mit dem Sie ein neues Passwort festlegen.',
  'Send me a link': 'Link senden',
  'Back to sign-in': 'Zurück zur Anmeldung',
  'Check your email': 'Sehen Sie in Ihre E-Mails',
  'If there is an account with this username or email address, an email with a link is on its way. The link expires in one hour.':
    'Wenn es ein Konto mit diesem Benutzernamen oder dieser E-Mail-Adresse gibt, ist eine E-Mail mit einem Link unterwegs. Der Link gilt eine Stunde lang.',
  'No email? Check your spam folder, or ask an administrator of this site to set a new password for you.':
    'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach, oder bitten Sie einen Administrator dieser Website, ein neues Passwort für Sie festzulegen.',
  'This site cannot send email, so it cannot send you a link. Ask an administrator to set a new password for you.':
    'Diese Website kann keine E-Mails senden und Ihnen deshalb keinen Link schicken. Bitten Sie einen Administrator, ein neues Passwort für Sie festzulegen.',
  'If you run this site, set a password with {command}, or configure a mail server with {variable}.':
    'Wenn Sie diese Website betreiben, legen Sie mit {command} ein Passwort fest, oder konfigurieren Sie mit {variable} einen Mailserver.',
  'Too many requests': 'Zu viele Anfragen',
  'There were too many password reset requests from your IP address. Try again in {seconds} seconds.':
    'Von Ihrer IP-Adresse wurden zu viele Links zum Zurücksetzen von Passwörtern angefordert. Versuchen Sie es in {seconds} Sekunden noch einmal.',

  // Choosing a password
  'Choose a new password': 'Neues Passwort festlegen',
  'Choose a password': 'Passwort festlegen',
  'Set the password': 'Passwort speichern',
  'Accept the invitation': 'Einladung annehmen',
  'for {login}': 'für {login}',
  'New password': 'Neues Passwort',
  'Confirm new password': 'Neues Passwort bestätigen',
  'At least {count} characters; longer is better.': 'Mindestens {count} Zeichen; länger ist besser.',
  'The new passwords do not match.': 'Die neuen Passwörter stimmen nicht überein.',
  'A password must have at least 8 characters.': 'Ein Passwort muss mindestens 8 Zeichen haben.',
  'A password must have at most 4096 bytes.': 'Ein Passwort darf höchstens 4096 Byte haben.',
  'A password cannot contain a backslash.': 'Ein Passwort darf keinen Backslash enthalten.',
  'This link has expired': 'Dieser Link ist abgelaufen',
  'It has already been used, has been replaced by a newer one, or is more than an hour old.':
    'Er wurde schon verwendet, durch einen neueren ersetzt oder ist älter als eine Stunde.',
  'Request a new link': 'Neuen Link anfordern',
  'The invitation has already been accepted, was withdrawn or sent again, or is more than a week old. Ask the person who invited you to send it again.':
    'Die Einladung wurde schon angenommen, zurückgezogen, noch einmal gesendet oder ist älter als eine Woche. Bitten Sie die Person, die Sie eingeladen hat, sie noch einmal zu senden.',
  'Go to sign-in': 'Zur Anmeldung',

  // Confirming an email address
  'Confirm your email address': 'E-Mail-Adresse bestätigen',
  'The email address of {login} will be {email}.': 'Die E-Mail-Adresse von {login} wird zu {email} geändert.',
  Confirm: 'Bestätigen',
  'Email address confirmed': 'E-Mail-Adresse bestätigt',
  'The email address of {login} is now {email}.': 'Die E-Mail-Adresse von {login} ist jetzt {email}.',
  'Go to your account': 'Zu Ihrem Konto',
  'It has already been used, has been replaced by a newer one, or is more than a day old.':
    'Er wurde schon verwendet, durch einen neueren ersetzt oder ist älter als einen Tag.',
  'This email address is taken': 'Diese E-Mail-Adresse ist vergeben',
  'Another user of this site has this email address, so yours was not changed.':
    'Ein anderer Benutzer dieser Website hat diese E-Mail-Adresse, deshalb wurde Ihre nicht geändert.',

  // Authorizing an application
  'Authorize an application': 'Anwendung autorisieren',
  'This application cannot be authorized': 'Diese Anwendung kann nicht autorisiert werden',
  'The application sent an invalid request. Please report this to its developer.':
    'Die Anwendung hat eine ungültige Anfrage gesendet. Bitte melden Sie dies den Entwicklern der Anwendung.',
  'You are not signed in.': 'Sie sind nicht angemeldet.',
  'The ID of the application (app_id) must be a UUID in lower case.':
    'Die ID der Anwendung (app_id) muss eine UUID in Kleinbuchstaben sein.',
  'The callback URL ({name}) is invalid. {error}': 'Die Callback-URL ({name}) ist ungültig. {error}',
  'It must have at most 2000 characters.': 'Sie darf höchstens 2000 Zeichen haben.',
  'It must be an absolute URL with a scheme and a host.': 'Sie muss eine absolute URL mit Schema und Host sein.',
  'It must begin with https:// or with the scheme of an application.':
    'Sie muss mit https:// oder mit dem Schema einer Anwendung beginnen.',
  'It must not contain a username or password.': 'Sie darf weder Benutzernamen noch Passwort enthalten.',
  'An application': 'Eine Anwendung',
  '{application} requests access to your account on this site. It will be able to do everything that you can do, until you revoke its access on your profile page.':
    '{application} bittet um Zugriff auf Ihr Konto auf dieser Website. Die Anwendung darf dann alles, was Sie dürfen, bis Sie ihr den Zugriff auf Ihrer Profilseite entziehen.',
  'Signed in as': 'Angemeldet als',
  'Redirects to': 'Leitet weiter zu',
  'Name of the application': 'Name der Anwendung',
  'Your profile page lists the application under this name.':
    'Ihre Profilseite führt die Anwendung unter diesem Namen auf.',
  'Enter a name of at most {count} characters for the application.':
    'Geben Sie einen Namen mit höchstens {count} Zeichen für die Anwendung ein.',
  Allow: 'Erlauben',
  Deny: 'Ablehnen',
  'Not you?': 'Das sind nicht Sie?',
  'Application authorized': 'Anwendung autorisiert',
  '{application} has been authorized': '{application} wurde autorisiert',
  'Enter this username and this password in the application. The password is displayed only once.':
    'Geben Sie diesen Benutzernamen und dieses Passwort in der Anwendung ein. Das Passwort wird nur einmal angezeigt.',
  Username: 'Benutzername',
  'Application password': 'Anwendungspasswort',
  'Go to your profile': 'Zu Ihrem Profil',

  // The profile
  'Your profile': 'Ihr Profil',
  Account: 'Konto',
  Name: 'Name',
  Email: 'E-Mail',
  Role: 'Rolle',
  'no role': 'keine Rolle',
  administrator: 'Administrator',
  editor: 'Redakteur',
  author: 'Autor',
  contributor: 'Mitarbeiter',
  subscriber: 'Abonnent',
  'Current password': 'Aktuelles Passwort',
  'Change the password': 'Passwort ändern',
  'The current password is incorrect.': 'Das aktuelle Passwort ist falsch.',
  'Your password was changed. All other browsers were signed out.':
    'Ihr Passwort wurde geändert. Alle anderen Browser wurden abgemeldet.',
  'Application passwords': 'Anwendungspasswörter',
  'Each application signs in as you with its own password, so that you can revoke it separately. It can do everything that you can do, unless its password is restricted.':
    'Jede Anwendung meldet sich mit einem eigenen Passwort in Ihrem Namen an, so dass Sie es einzeln widerrufen können. Sie darf alles, was Sie dürfen, wenn ihr Passwort nicht eingeschränkt ist.',
  'Name of a new application': 'Name einer neuen Anwendung',
  'Create password': 'Passwort erstellen',
  'created {time}': 'erstellt am {time}',
  'last used {time}': 'zuletzt verwendet am {time}',
  'last used {time} from {address}': 'zuletzt verwendet am {time} von {address}',
  'never used': 'nie verwendet',
  'read-only': 'nur lesend',
  'limited to {namespaces}': 'beschränkt auf {namespaces}',
  'expires {time}': 'gültig bis {time}',
  Revoke: 'Widerrufen',
  'Revoke {name}': '{name} widerrufen',
  'The password for {name} is {password}. It is displayed only once.':
    'Das Passwort für {name} ist {password}. Es wird nur einmal angezeigt.',
  'The application password was revoked and can no longer be used.':
    'Das Anwendungspasswort wurde widerrufen und kann nicht mehr verwendet werden.',
  'Where you are signed in': 'Wo Sie angemeldet sind',
  'this browser': 'dieser Browser',
  '{browser} on {system}': '{browser} unter {system}',
  'An unknown browser': 'Ein unbekannter Browser',
  '{address}, signed in {created}, last seen {seen}': '{address}, angemeldet am {created}, zuletzt gesehen am {seen}',
  'Sign out {browser}, signed in {time}': '{browser} abmelden, angemeldet am {time}',
  'Sign out everywhere else': 'Überall sonst abmelden',
  'That browser was signed out.': 'Dieser Browser wurde abgemeldet.',
  'All other browsers were signed out.': 'Alle anderen Browser wurden abgemeldet.',

  // Setting up a site
  'Set up your site': 'Ihre Website einrichten',
  'Setup link': 'Link zum Einrichten',
  'Paste the link that the service has printed at its start.':
    'Fügen Sie den Link ein, den der Dienst bei seinem Start ausgegeben hat.',
  'Title of the site': 'Titel der Website',
  'Language of the site': 'Sprache der Website',
  'You can change it later.': 'Sie können ihn später ändern.',
  'The URL of the site is {url}.': 'Die URL der Website ist {url}.',
  'You have opened this page at {host}.': 'Sie haben diese Seite unter {host} geöffnet.',
  'If this URL is wrong, set {variable} in the configuration and restart the service before you continue.':
    'Ist diese URL falsch, setzen Sie {variable} in der Konfiguration und starten Sie den Dienst neu, bevor Sie fortfahren.',
  'Your account': 'Ihr Konto',
  'You will be the administrator.': 'Sie werden der Administrator.',
  'Email address': 'E-Mail-Adresse',
  'How to begin': 'Womit beginnen?',
  'With an example post': 'Mit einem Beispielbeitrag',
  Empty: 'Leer',
  'With demo content: a small magazine, to try everything out':
    'Mit Demo-Inhalten: ein kleines Magazin, um alles auszuprobieren',
  'With the content of another site: import its export file':
    'Mit den Inhalten einer anderen Website: deren Exportdatei importieren',
  'With a backup of a site: upload it next; its users then replace this account':
    'Mit dem Backup einer Website: Sie laden es als Nächstes hoch; seine Benutzer ersetzen dann dieses Konto',
  'Set up the site': 'Website einrichten',
  'This link is not valid. It was replaced by a newer one, or is more than an hour old: restart the service to get a new one.':
    'Dieser Link ist nicht gültig. Er wurde durch einen neueren ersetzt oder ist älter als eine Stunde: Starten Sie den Dienst neu, um einen neuen zu erhalten.',
  'This username is already taken.': 'Dieser Benutzername ist schon vergeben.',
  'This email address is already taken.': 'Diese E-Mail-Adresse ist schon vergeben.',
  'A username may contain only letters, digits, single spaces and the characters _ . - @.':
    'Ein Benutzername darf nur Buchstaben ohne Umlaute und Akzente, Ziffern, einzelne Leerzeichen und die Zeichen _ . - @ enthalten.',
  'A username can have at most 60 characters.': 'Ein Benutzername darf höchstens 60 Zeichen haben.',
  'No email can be sent to this address.': 'An diese Adresse können keine E-Mails gesendet werden.',
  'This site is set up': 'Diese Website ist eingerichtet',
  'It has an administrator, so this link is no longer valid.':
    'Sie hat einen Administrator, deshalb ist dieser Link nicht mehr gültig.',
  'This site is not set up yet': 'Diese Website ist noch nicht eingerichtet',
  'If you run it, open the link that the service has printed at its start. It is valid for an hour; restart the service to get a new one.':
    'Wenn Sie sie betreiben, öffnen Sie den Link, den der Dienst bei seinem Start ausgegeben hat. Er gilt eine Stunde lang; starten Sie den Dienst neu, um einen neuen zu erhalten.',

  // Errors of all screens
  'Page not found': 'Seite nicht gefunden',
  'There is no page at this URL.': 'Unter dieser URL gibt es keine Seite.',
  'Method not allowed': 'Methode nicht erlaubt',
  'This page does not support this request method.': 'Diese Seite unterstützt diese Anfragemethode nicht.',
  'This form has expired': 'Dieses Formular ist abgelaufen',
  'It was not submitted from a page of this site, or you have signed in or out since you opened it. This also happens when your browser blocks cookies.':
    'Es wurde nicht von einer Seite dieser Website abgesendet, oder Sie haben sich seit dem Öffnen an- oder abgemeldet. Das geschieht auch, wenn Ihr Browser Cookies blockiert.',
  Continue: 'Weiter',
  'Temporarily unavailable': 'Vorübergehend nicht verfügbar',
  'Internal server error': 'Interner Serverfehler',
  'An unexpected error occurred; it was logged with the ID {id}.':
    'Es ist ein unerwarteter Fehler aufgetreten; er wurde mit der ID {id} protokolliert.',
  'Too many failed login attempts from this address; try again in {seconds} seconds.':
    'Zu viele fehlgeschlagene Anmeldungen von dieser Adresse; versuchen Sie es in {seconds} Sekunden noch einmal.',
  'Too many passwords are being checked; try again in {seconds} seconds.':
    'Es werden zu viele Passwörter geprüft; versuchen Sie es in {seconds} Sekunden noch einmal.',
  'Your session or application password has been revoked; sign in again.':
    'Ihre Sitzung oder Ihr Anwendungspasswort wurde widerrufen; melden Sie sich noch einmal an.',
  'The service is busy; try again.': 'Der Dienst ist ausgelastet; versuchen Sie es noch einmal.',
  'The database is unreachable; try again later.':
    'Die Datenbank ist nicht erreichbar; versuchen Sie es später noch einmal.',
  'The storage is full; try again later.': 'Der Speicher ist voll; versuchen Sie es später noch einmal.',
  'The storage is unusable until its operator has fixed it.':
    'Der Speicher ist unbrauchbar, bis der Betreiber ihn repariert hat.',
  'The request could not be processed; try again later.':
    'Die Anfrage konnte nicht verarbeitet werden; versuchen Sie es später noch einmal.',
} as const;
