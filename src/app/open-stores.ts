/** Opens all of the service's stores over one database. */
import type { DatabaseSync } from 'node:sqlite';
import type { CarryModel } from '../domain/carry-model.ts';
import { GUEST_ISSUER } from '../identity/guest-login.ts';
import type { TurnEnd } from '../ports/clock.ts';
import type { Halt } from '../ports/halts.ts';
import type { Life } from '../ports/lives.ts';
import type { StoreMeter } from '../ports/metrics.ts';
import { createSqliteAgentStore } from '../store/sqlite-agents.ts';
import { createSqliteAlertRuleStore } from '../store/sqlite-alert-rules.ts';
import { createSqliteAlertSettingsStore } from '../store/sqlite-alert-settings.ts';
import { createSqliteAlertStore } from '../store/sqlite-alerts.ts';
import { createSqliteAuditTrail } from '../store/sqlite-audit.ts';
import { createSqliteCarryModelStore } from '../store/sqlite-carry-model.ts';
import { createSqliteChatStore } from '../store/sqlite-chats.ts';
import { createSqliteDirectoryFacts } from '../store/sqlite-directory-facts.ts';
import { createSqliteExchangeAccountStore } from '../store/sqlite-exchange-accounts.ts';
import { createSqliteForecastStore } from '../store/sqlite-forecasts.ts';
import { createSqliteFundingHistory } from '../store/sqlite-funding-history.ts';
import { createSqliteHaltStore } from '../store/sqlite-halts.ts';
import { createSqliteIdentityStore } from '../store/sqlite-identities.ts';
import { createSqliteJournal } from '../store/sqlite-journal.ts';
import { createSqliteLedgerEvents } from '../store/sqlite-ledger-events.ts';
import { createSqliteLifeStore } from '../store/sqlite-lives.ts';
import { createSqliteLoginStore } from '../store/sqlite-login-store.ts';
import { createSqliteMidSampleStore } from '../store/sqlite-mid-samples.ts';
import { createSqliteOAuthPendingStore } from '../store/sqlite-oauth-pending.ts';
import { createSqliteOAuthRecordStore, createSqliteSigningKeyStore } from '../store/sqlite-oauth-records.ts';
import { createSqliteOwnTransferStore } from '../store/sqlite-own-transfers.ts';
import { createSqlitePaperStore } from '../store/sqlite-paper.ts';
import { createSqlitePasskeyStore } from '../store/sqlite-passkeys.ts';
import { createSqlitePlanForecasts } from '../store/sqlite-plan-forecasts.ts';
import { createSqlitePlannedTransferStore } from '../store/sqlite-planned-transfers.ts';
import { createSqlitePotStore } from '../store/sqlite-pots.ts';
import { createSqlitePreferenceStore } from '../store/sqlite-preferences.ts';
import { createSqliteSampleStore } from '../store/sqlite-samples.ts';
import { createSqliteSelfCheckStore } from '../store/sqlite-self-checks.ts';
import { createSqliteTokenStore } from '../store/sqlite-tokens.ts';
import { createSqliteVaultStore } from '../store/sqlite-vault.ts';
import { createSqliteWebSessionStore } from '../store/sqlite-web-sessions.ts';
import { storeSizeReader } from '../store/store-size.ts';

/** All stores of the service. */
export type Stores = ReturnType<typeof openStores>;

/** Stores for users, logins, tokens and agents. */
export type IdentityStores = ReturnType<typeof openIdentityStores>;

/** Opens all stores. Appends made in one turn of the event loop are committed together. */
export function openStores(database: DatabaseSync, turnEnd: TurnEnd, meter?: StoreMeter) {
	const journal = createSqliteJournal(database, turnEnd, meter);
	const identity = openIdentityStores(database, turnEnd, meter);
	return {
		journal,
		ledgerEvents: createSqliteLedgerEvents(database, journal),
		settledRates: createSqliteFundingHistory(database),
		midSamples: createSqliteMidSampleStore(database),
		samples: createSqliteSampleStore(database),
		lives: createSqliteLifeStore(database),
		forecasts: createSqliteForecastStore(database),
		planForecasts: createSqlitePlanForecasts(database),
		carryModels: createSqliteCarryModelStore(database),
		halts: createSqliteHaltStore(database),
		paper: createSqlitePaperStore(database),
		exchangeAccounts: createSqliteExchangeAccountStore(database),
		selfChecks: createSqliteSelfCheckStore(database),
		alerts: createSqliteAlertStore(database),
		alertRules: createSqliteAlertRuleStore(database),
		alertSettings: createSqliteAlertSettingsStore(database),
		chats: createSqliteChatStore(database),
		pots: createSqlitePotStore(database),
		ownTransfers: createSqliteOwnTransferStore(database),
		plannedTransfers: createSqlitePlannedTransferStore(database),
		oauthPending: createSqliteOAuthPendingStore(database),
		vault: createSqliteVaultStore(database),
		identity,
		directory: createSqliteDirectoryFacts(database),
		size: storeSizeReader(database),
		/** True if this machine created the user, as its operator or as a guest. */
		isLocalUser: async (userId: string) => !(await identity.identities.hasIdentityBut(GUEST_ISSUER, userId)),
	};
}

/** Stored data that trading needs at startup. It is read once and then kept in memory. */
export type StoredTrading = {
	/** Kill switches that were active when the service started. */
	readonly standingHalts: readonly Halt[];
	/** The stored carry model that an earlier process fitted; undefined if there is none. */
	readonly fittedModel: CarryModel | undefined;
	/** Lifetimes of opportunities that had not ended when the previous process stopped. */
	readonly openLives: readonly Life[];
	/** Identifies a journal restored from a backup; undefined for any other journal. */
	readonly restoreMark: string | undefined;
};

/** Reads the stored data that trading starts with. Rejects with a store's error. */
export async function readStoredTrading(
	stores: Pick<Stores, 'halts' | 'carryModels' | 'lives' | 'directory'>,
): Promise<StoredTrading> {
	return {
		standingHalts: await stores.halts.load(),
		fittedModel: await stores.carryModels.load(),
		openLives: await stores.lives.open(),
		restoreMark: await stores.directory.restoreMark(),
	};
}

/** Opens the stores for users, logins, tokens and agents. */
export function openIdentityStores(database: DatabaseSync, turnEnd: TurnEnd, meter?: StoreMeter) {
	return {
		audit: createSqliteAuditTrail(database, turnEnd, meter),
		agents: createSqliteAgentStore(database),
		identities: createSqliteIdentityStore(database),
		oauthRecords: createSqliteOAuthRecordStore(database),
		signingKeys: createSqliteSigningKeyStore(database),
		logins: createSqliteLoginStore(database),
		passkeys: createSqlitePasskeyStore(database),
		preferences: createSqlitePreferenceStore(database),
		tokens: createSqliteTokenStore(database),
		webSessions: createSqliteWebSessionStore(database),
	};
}
