/**
 * Opens tokens, login links and the audit trail of a data directory for the command line, while no service runs there. Apart from `app/start-service.ts`,
 * so that a token does not wait for the exchanges' libraries to load.
 */
import type { TurnEnd } from '../ports/clock.ts';
import { holdDataDirectory } from '../store/data-lock.ts';
import { openDatabase } from '../store/database.ts';
import { createSqliteAuditTrail } from '../store/sqlite-audit.ts';
import { createSqliteLoginStore } from '../store/sqlite-login-store.ts';
import { createSqliteTokenStore } from '../store/sqlite-tokens.ts';
import { describeHolder } from './run-file.ts';
import type { OpenTokenStore } from './token.ts';

/** The answer rejects with DataDirectoryHeldError while a service holds the directory. */
export function tokenStoreOpener(turnEnd: TurnEnd): OpenTokenStore {
	return async (dataDir) => {
		const lock = holdDataDirectory(dataDir, () => describeHolder(dataDir));
		const database = openDatabase(dataDir);
		return {
			store: createSqliteTokenStore(database),
			links: createSqliteLoginStore(database).links,
			audit: createSqliteAuditTrail(database, turnEnd),
			close() {
				database.close();
				lock.release();
			},
		};
	};
}
