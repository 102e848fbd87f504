/**
 * Access of an operator's command to a data directory, beside a running service or without one. Implemented by
 * `store/`.
 */
import type { ScoreTally } from '../domain/forecast-scores.ts';
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

/** The stores of one data directory, each opened on first use. */
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
	/** Sums over all stored forecasts. */
	forecastSums(): { readonly groups: readonly ForecastGroup[]; readonly tallies: readonly ScoreTally[] };
	/** The damage, in at most `limit` sentences; empty if the directory is intact. */
	damage(limit: number): readonly string[];
	/** Releases the directory. */
	close(): void;
}

/** Facts that a backup states about its copy. */
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
	/** Open executions with an order in flight, or with legs that differ. */
	readonly unsettled: readonly string[];
};

/** Every method throws an Error with a sentence if it fails. */
export interface DataDirectories {
	/** Name of the database file within a data directory. */
	readonly file: string;
	/** Id of the last migration that this program knows. */
	readonly schemaKnown: number;
	/** True if a service has run on the directory. */
	has(dataDir: string): boolean;
	/** Reads beside a service or alone. Refuses a schema of another program version. */
	openToRead(dataDir: string): OperatorStores;
	/** Reads settled rates, even from an older schema. */
	openRatesToRead(dataDir: string): Pick<OperatorStores, 'settledRates' | 'close'>;
	/** Writes while no other process holds the directory. @throws DataDirectoryHeldError */
	hold(dataDir: string): OperatorStores;
	/** Writes to a directory that is still being built and belongs to no service. */
	open(dataDir: string): OperatorStores;
	/** Copies a database file as of one instant, even while it is being written. `to` must not exist. */
	copy(from: string, to: string): void;
	/** Throws if the file is not a complete database. */
	requireSound(path: string): void;
	/** Last migration of the directory, and the oldest migration that a program must know to run on it. */
	schemaOf(dataDir: string): { readonly last: number; readonly compatibleFrom: number };
	/** Facts about the copy of the service's own database in the directory. */
	factsOf(dataDir: string): Promise<CopyFacts>;
}
