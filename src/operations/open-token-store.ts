/**
 * Opens a data directory's tokens, login links and audit trail for the command line while no service runs there. It
 * is separate from `app/start-service.ts`, so that creating a token does not load the exchanges' libraries.
 */
import { dataDirectories } from '../app/data-directories.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { TurnEnd } from '../ports/clock.ts';
import type { LoginLinkStore } from '../ports/login-store.ts';
import type { TokenStore } from '../ports/token-store.ts';

/** Opens the token store in a data directory that no service holds. */
export type OpenTokenStore = (dataDir: string) => Promise<{
	readonly store: TokenStore;
	readonly links: LoginLinkStore;
	readonly audit: AuditTrail;
	readonly close: () => void | Promise<void>;
}>;

/** Creates an opener. It rejects with DataDirectoryHeldError while a service holds the directory. */
export function tokenStoreOpener(turnEnd: TurnEnd): OpenTokenStore {
	return async (dataDir) => {
		const { tokens, loginLinks, audit, close } = dataDirectories(turnEnd).hold(dataDir);
		return { store: tokens, links: loginLinks, audit, close };
	};
}
