/** Opens every store of the service over one database. */
import type { DatabaseSync } from 'node:sqlite';
import { GUEST_ISSUER } from '../identity/guest-login.ts';
import type { TurnEnd } from '../ports/clock.ts';
import type { StoreMeter } from '../ports/metrics.ts';
import { readRestoreMark } from '../store/restore-mark.ts';
import { createSqliteAgentStore } from '../store/sqlite-agents.ts';
import { createSqliteAlertStore } from '../store/sqlite-alerts.ts';
import { createSqliteAuditTrail } from '../store/sqlite-audit.ts';
import { createSqliteCarryModelStore } from '../store/sqlite-carry-model.ts';
import { createSqliteExchangeAccountStore } from '../store/sqlite-exchange-accounts.ts';
import { createSqliteFundingHistory } from '../store/sqlite-funding-history.ts';
import { createSqliteHaltStore } from '../store/sqlite-halts.ts';
import { createSqliteIdentityStore, hasIdentityBut } from '../store/sqlite-identities.ts';
import { createSqliteJournal } from '../store/sqlite-journal.ts';
import { createSqliteLedgerEvents } from '../store/sqlite-ledger-events.ts';
import { createSqliteLifeStore } from '../store/sqlite-lives.ts';
import { createSqliteLoginStore } from '../store/sqlite-login-store.ts';
import { createSqliteOAuthPendingStore } from '../store/sqlite-oauth-pending.ts';
import { createSqliteOAuthRecordStore, createSqliteSigningKeyStore } from '../store/sqlite-oauth-records.ts';
import { createSqlitePaperStore } from '../store/sqlite-paper.ts';
import { createSqlitePasskeyStore } from '../store/sqlite-passkeys.ts';
import { createSqlitePromiseStore } from '../store/sqlite-promises.ts';
import { createSqliteSelfCheckStore } from '../store/sqlite-self-checks.ts';
import { createSqliteTokenStore, listUsers } from '../store/sqlite-tokens.ts';
import { createSqliteVaultStore } from '../store/sqlite-vault.ts';
import { createSqliteWebSessionStore } from '../store/sqlite-web-sessions.ts';

/** Every store of the service. */
export type Stores = ReturnType<typeof openStores>;

/** Stores of who is calling. */
export type IdentityStores = ReturnType<typeof openIdentityStores>;

/** Opens all stores. Appends are committed together at the end of a turn. */
export function openStores(database: DatabaseSync, turnEnd: TurnEnd, meter?: StoreMeter) {
	const journal = createSqliteJournal(database, turnEnd, meter);
	return {
		journal,
		ledgerEvents: createSqliteLedgerEvents(database, journal),
		settledRates: createSqliteFundingHistory(database),
		lives: createSqliteLifeStore(database),
		promises: createSqlitePromiseStore(database),
		carryModels: createSqliteCarryModelStore(database),
		halts: createSqliteHaltStore(database),
		paper: createSqlitePaperStore(database),
		exchangeAccounts: createSqliteExchangeAccountStore(database),
		selfChecks: createSqliteSelfCheckStore(database),
		alerts: createSqliteAlertStore(database),
		oauthPending: createSqliteOAuthPendingStore(database),
		vault: createSqliteVaultStore(database),
		identity: openIdentityStores(database, turnEnd, meter),
		/** Marks a journal that was restored from a backup; undefined of any other. */
		restoreMark: readRestoreMark(database),
		users: () => listUsers(database),
		/** Whether this machine made the user, as its operator or as a guest. */
		isLocalUser: (userId: string) => !hasIdentityBut(GUEST_ISSUER, database, userId),
	};
}

/** Opens the stores of users, logins, tokens and agents. */
export function openIdentityStores(database: DatabaseSync, turnEnd: TurnEnd, meter?: StoreMeter) {
	return {
		audit: createSqliteAuditTrail(database, turnEnd, meter),
		agents: createSqliteAgentStore(database),
		identities: createSqliteIdentityStore(database),
		oauthRecords: createSqliteOAuthRecordStore(database),
		signingKeys: createSqliteSigningKeyStore(database),
		logins: createSqliteLoginStore(database),
		passkeys: createSqlitePasskeyStore(database),
		tokens: createSqliteTokenStore(database),
		webSessions: createSqliteWebSessionStore(database),
	};
}
