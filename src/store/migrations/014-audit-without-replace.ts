import type { Migration } from './migration.ts';

/** Makes the audit trail refuse `REPLACE` too. */
export const auditWithoutReplace: Migration = {
	id: 14,
	name: 'audit-without-replace',
	compatibleFrom: 14,
	sql: `
	-- REPLACE removes a row without the trigger that refuses removal.
	CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)
		BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
	`,
};
