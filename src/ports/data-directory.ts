/**
 * Gives operators' commands access to a data directory, whether or not a service is running. `store/` implements it.
 */
import type { ScoreTally } from '../domain/forecast-scores.ts';
import type { PlanForecastSums } from '../domain/plan-track-record.ts';
import type { ForecastGroup } from '../domain/track-record.ts';
import type { AuditTrail } from './audit.ts';
import type { DirectoryFacts } from './directory-facts.ts';
import type { ExchangeAccountStore } from './exchange-accounts.ts';
import type { HaltStore } from './halts.ts';
import type { Journal } from './journal.ts';
import type { LoginLinkStore } from './login-store.ts';
import type { SelfCheckStore } from './self-check.ts';
import type { SettledRateStore } from './settled-rate-store.ts';
import type { TokenStore } from './token-store.ts';
import type { VaultStore } from './vault.ts';

/** The stores in one data directory. */
export interface OperatorStores {
	readonly journal: Journal;
	readonly directory: DirectoryFacts;
	readonly halts: HaltStore;
	readonly exchangeAccounts: ExchangeAccountStore;
	readonly selfChecks: SelfCheckStore;
	readonly vault: VaultStore;
	readonly tokens: TokenStore;
	readonly loginLinks: LoginLinkStore;
	readonly audit: AuditTrail;
	readonly settledRates: SettledRateStore;
	/** Returns sums over all stored forecasts. */
	forecastSums(): Promise<{
		readonly groups: readonly ForecastGroup[];
		readonly tallies: readonly ScoreTally[];
		readonly plans: readonly PlanForecastSums[];
	}>;
	/** Returns up to `limit` sentences that describe damage; empty if the directory is intact. */
	damage(limit: number): readonly string[];
	/** Closes the stores and releases the directory. */
	close(): void;
}

/** Properties of a copied data directory that its backup records. */
export type CopyFacts = {
	/** Id of the last applied migration. */
	readonly schema: number;
	/** Trading mode of the directory; undefined before its first use. */
	readonly mode: string | undefined;
	readonly counts: {
		readonly events: number;
		readonly executions: number;
		readonly openExecutions: number;
		readonly users: number;
		readonly exchangeAccounts: number;
	};
	/** Ids of the open executions with an order in flight or with unequal legs. */
	readonly unsettled: readonly string[];
};

/** Opens and copies data directories. Every method throws an Error with a message for the user if it fails. */
export interface DataDirectories {
	/** Name of the database file within a data directory. */
	readonly file: string;
	/** Id of the last migration that this program knows. */
	readonly schemaKnown: number;
	/** True if a service has run on the directory. */
	has(dataDir: string): boolean;
	/**
	 * Opens the stores for reading, whether or not a service is running. Refuses a schema that differs from this
	 * program's.
	 */
	openToRead(dataDir: string): OperatorStores;
	/** Opens settled rates for reading, even in an older schema. */
	openRatesToRead(dataDir: string): Pick<OperatorStores, 'settledRates' | 'close'>;
	/** Opens the stores for writing while no other process holds the directory. @throws DataDirectoryHeldError */
	hold(dataDir: string): OperatorStores;
	/** Opens the stores for writing in a directory that is still being built and that no service uses. */
	open(dataDir: string): OperatorStores;
	/** Copies a database file as of one instant, even while it is being written. `to` must not exist. */
	copy(from: string, to: string): void;
	/** Throws if the file is not a complete database. */
	requireSound(path: string): void;
	/** Returns the directory's last migration, and the oldest migration that a program must know to run on it. */
	schemaOf(dataDir: string): { readonly last: number; readonly compatibleFrom: number };
	/** Returns the properties of a directory that holds a copy of the service's own database. */
	factsOf(dataDir: string): Promise<CopyFacts>;
}
