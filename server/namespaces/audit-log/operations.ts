// Declares the types of the audit log operations.
import type { AuditEndpoints } from '../../../contract/octavo-v1/audit-log.ts';
import type { AuditRow } from '../../audit/store.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type AuditOperations = Operations<AuditEndpoints, object, AuditRow>;
