/** The work of an operator's command on a data directory, beside a running service or instead of one. Implemented by `store/`. */
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

/** The stores of one data directory, each opened when it is first asked for. */
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
	/** Sums over all forecasts (promises) that the directory keeps. */
	forecastSums(): { readonly groups: readonly ForecastGroup[]; readonly tallies: readonly ScoreTally[] };
	/** The damage, in at most `limit` sentences; none where all of the directory is whole. */
	damage(limit: number): readonly string[];
	/** Lets go of the directory. */
	close(): void;
}

/** Facts of a copy that its backup states. */
export type CopyFacts = {
	/** Id of the last migration that was applied. */
	readonly schema: number;
	/** Trading mode of the directory; undefined before it was used in any. */
	readonly mode: string | undefined;
	readonly counts: {
		readonly events: number;
		readonly executions: number;
		readonly openExecutions: number;
		readonly users: number;
		readonly exchangeAccounts: number;
	};
	/** Open executions of which an order is under way, or whose legs differ. */
	readonly unsettled: readonly string[];
};

/** Everything throws an Error with a sentence where it cannot be done. */
export interface DataDirectories {
	/** Name of the database's file below a data directory. */
	readonly file: string;
	/** Id of the last migration that this program knows. */
	readonly schemaKnown: number;
	/** Whether a service has run on the directory. */
	has(dataDir: string): boolean;
	/** Reads beside a service or alone. Refuses a schema that is not this program's. */
	openToRead(dataDir: string): OperatorStores;
	/** Reads settled rates also where the schema is older. */
	openRatesToRead(dataDir: string): Pick<OperatorStores, 'settledRates' | 'close'>;
	/** Writes while nobody else holds the directory. @throws DataDirectoryHeldError */
	hold(dataDir: string): OperatorStores;
	/** Writes to a directory that is not in its place yet, and is nobody's. */
	open(dataDir: string): OperatorStores;
	/** Copies a database file as it is at one instant; it may be written to meanwhile. `to` must not be there. */
	copy(from: string, to: string): void;
	/** Throws where the file is not a whole database. */
	requireSound(path: string): void;
	/** How far the schema of the directory is, and which migration a program must know to run on it. */
	schemaOf(dataDir: string): { readonly last: number; readonly compatibleFrom: number };
	/** Facts of the copy of the service's own database in the directory. */
	factsOf(dataDir: string): Promise<CopyFacts>;
}
