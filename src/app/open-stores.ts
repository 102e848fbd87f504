/** Opens all of the service's stores over one database. */
import type { CarryModel } from '../domain/carry-model.ts';
import { GUEST_ISSUER } from '../identity/guest-login.ts';
import type { Halt } from '../ports/halts.ts';
import type { Life } from '../ports/lives.ts';
import { createAgentStore } from '../store/agents.ts';
import { createAlertRuleStore } from '../store/alert-rules.ts';
import { createAlertSettingsStore } from '../store/alert-settings.ts';
import { createAlertStore } from '../store/alerts.ts';
import { createAuditTrail } from '../store/audit.ts';
import { createCarryModelStore } from '../store/carry-model.ts';
import { createChatStore } from '../store/chats.ts';
import { createDirectoryFacts } from '../store/directory-facts.ts';
import { createExchangeAccountStore } from '../store/exchange-accounts.ts';
import { createForecastStore } from '../store/forecasts.ts';
import { createHaltStore } from '../store/halts.ts';
import { createIdentityStore } from '../store/identities.ts';
import { createLifeStore } from '../store/lives.ts';
import { createLoginStore } from '../store/logins.ts';
import { createMidSampleStore } from '../store/mid-samples.ts';
import { createSampleStore } from '../store/money-samples.ts';
import { createOAuthPendingStore } from '../store/oauth-pending.ts';
import { createOAuthRecordStore, createSigningKeyStore } from '../store/oauth-records.ts';
import { createOwnTransferStore } from '../store/own-transfers.ts';
import { createPaperStore } from '../store/paper.ts';
import { createPasskeyStore } from '../store/passkeys.ts';
import { createPlanForecastStore } from '../store/plan-forecasts.ts';
import { createPlannedTransferStore } from '../store/planned-transfers.ts';
import { createPotStore } from '../store/pots.ts';
import { createPreferenceStore } from '../store/preferences.ts';
import { createSelfCheckStore } from '../store/self-checks.ts';
import { createSettledRateStore } from '../store/settled-rates.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import type { StoreEngine } from '../store/store-engine.ts';
import { createTokenStore } from '../store/tokens.ts';
import { createVaultStore } from '../store/vault.ts';
import { createWebSessionStore } from '../store/web-sessions.ts';

/** All stores of the service. */
export type Stores = ReturnType<typeof openStores>;

/** Stores for users, logins, tokens and agents. */
export type IdentityStores = ReturnType<typeof openIdentityStores>;

/**
 * Opens all stores. @param owner the user whose accounts, alerts, pots and transfers the stores load; undefined for
 * those of all users
 */
export function openStores(
	{ database, journal, ledgerEvents, size, followerOf }: StoreEngine,
	owner?: string,
) {
	const identity = openIdentityStores(database);
	return {
		journal,
		ledgerEvents,
		settledRates: createSettledRateStore(database),
		midSamples: createMidSampleStore(database),
		samples: createSampleStore(database),
		lives: createLifeStore(database),
		forecasts: createForecastStore(database),
		planForecasts: createPlanForecastStore(database),
		carryModels: createCarryModelStore(database),
		halts: createHaltStore(database),
		paper: createPaperStore(database),
		exchangeAccounts: createExchangeAccountStore(database, owner),
		selfChecks: createSelfCheckStore(database, owner),
		alerts: createAlertStore(database, followerOf(owner), owner),
		alertRules: createAlertRuleStore(database, owner),
		alertSettings: createAlertSettingsStore(database, owner),
		chats: createChatStore(database),
		pots: createPotStore(database, owner),
		ownTransfers: createOwnTransferStore(database, owner),
		plannedTransfers: createPlannedTransferStore(database, owner),
		oauthPending: createOAuthPendingStore(database),
		vault: createVaultStore(database),
		identity,
		directory: createDirectoryFacts(database),
		size,
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
export function openIdentityStores(database: SqlDatabase) {
	return {
		audit: createAuditTrail(database),
		agents: createAgentStore(database),
		identities: createIdentityStore(database),
		oauthRecords: createOAuthRecordStore(database),
		signingKeys: createSigningKeyStore(database),
		logins: createLoginStore(database),
		passkeys: createPasskeyStore(database),
		preferences: createPreferenceStore(database),
		tokens: createTokenStore(database),
		webSessions: createWebSessionStore(database),
	};
}
