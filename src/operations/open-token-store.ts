/**
 * Opens tokens, login links and the audit trail of a data directory for the command line, while no service runs there. Apart from `app/start-service.ts`,
 * so that a token does not wait for the exchanges' libraries to load.
 */
import type { AuditTrail } from '../ports/audit.ts';
import type { TurnEnd } from '../ports/clock.ts';
import type { LoginLinkStore } from '../ports/login-store.ts';
import type { TokenStore } from '../ports/token-store.ts';
import { holdDataDirectory } from '../store/data-lock.ts';
import { openDatabase } from '../store/database.ts';
import { describeHolder } from '../store/run-file.ts';
import { createSqliteAuditTrail } from '../store/sqlite-audit.ts';
import { createSqliteLoginStore } from '../store/sqlite-login-store.ts';
import { createSqliteTokenStore } from '../store/sqlite-tokens.ts';

/** Opens the token store of a data directory that no service holds. */
export type OpenTokenStore = (dataDir: string) => Promise<{
	readonly store: TokenStore;
	readonly links: LoginLinkStore;
	readonly audit: AuditTrail;
	readonly close: () => void | Promise<void>;
}>;

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
