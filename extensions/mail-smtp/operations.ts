// Declares the types of the operations of mail-smtp.
import type { Operations } from 'octavo/extension';
import type { MailSmtpEndpoints } from './contract.ts';

/** The operations, keyed by their names in the contract. */
export type MailSmtpOperations = Operations<MailSmtpEndpoints>;
