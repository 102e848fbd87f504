/**
 * Builds the trading fixture with exchange accounts that are connected as users connect them. Vault, store, sessions
 * and the account service are real; the exchanges are fakes behind the trading port. A key is written
 * `ACCOUNT/NUMBER`: keys with the same account reach the same fake exchange. `describe` sets a key's permissions.
 */

import type { DatabaseSync } from 'node:sqlite';
import { openAccountBook } from '../../src/accounts/account-book.ts';
import {
	createExchangeAccounts,
	type RunningExchangeAccounts,
} from '../../src/accounts/exchange-accounts.ts';
import { NO_SELF_CHECKS } from '../../src/accounts/self-checks.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { TradingAccounts } from '../../src/ports/accounts.ts';
import type { ConnectRequest } from '../../src/ports/exchange-accounts.ts';
import type { LogFacts } from '../../src/ports/logger.ts';
import type { AccountHint, KeyDescription, VenueCredentials, VenueTrading } from '../../src/ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../src/ports/venue-error.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { createExchangeAccountStore } from '../../src/store/exchange-accounts.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createVaultStore } from '../../src/store/vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { createRawKeyProvider, newRawKey } from '../../src/vault/raw-keys.ts';
import { createSessions, type Sessions } from '../../src/venues/shared/sessions.ts';
import { createFaultyVenue } from './faulty-venue.ts';
import type { FaultyVenue } from './faulty-venue-controls.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { createTradingFixture, isIntendedIn, START_AT, type TradingFixture } from './trading-fixture.ts';
import { TRADING_KEY } from './trading-key.ts';
import { NO_FAULTS } from './venue-faults.ts';

/** Maximum time that a disconnect waits in this fixture, milliseconds. */
export const DISCONNECT_WAIT_MS = 20_000;

export type AccountFixture = {
	readonly fixture: TradingFixture;
	readonly clock: VirtualClock;
	readonly database: DatabaseSync;
	readonly accounts: RunningExchangeAccounts;
	/**
	 * Sets the venue's response to a key: its permissions, or a message that refuses the key; undefined if the venue
	 * does not respond.
	 */
	readonly describe: (apiKey: string, said: Partial<KeyDescription> | string | undefined) => void;
	/** Returns the fake exchange account that all keys with this account name reach. */
	readonly account: (venue: string, name: string) => FaultyVenue;
	/** Passes the hint to all listeners of the account stream opened with the key. Returns the number of listeners. */
	readonly hint: (apiKey: string, hint: AccountHint) => number;
	/** API keys whose sessions were closed, in the order of closing. */
	readonly closed: readonly string[];
	/** API keys with which orders were sent, one per order, in the order of sending. */
	readonly sentWith: readonly string[];
	readonly logged: readonly { readonly facts: LogFacts; readonly message: string }[];
	/** Connects a key, for `user_a` unless `change` names another user, and advances the clock until the response. */
	readonly connect: (
		venue: string,
		apiKey: string,
		change?: Partial<ConnectRequest>,
	) => ReturnType<RunningExchangeAccounts['connect']>;
	/** Returns the rows of the table `exchange_account`. */
	readonly rows: () => readonly Record<string, unknown>[];
	/** Simulates a crash: a new process starts on the same database. */
	readonly restart: () => Promise<void>;
};

export async function createAccountFixture(seed: number): Promise<AccountFixture> {
	const clock = createVirtualClock(START_AT);
	const database = openMemoryDatabase();
	const random = seededRandom(seed);
	const keys = createRawKeyProvider([newRawKey(systemRandom)], 'the test', systemRandom);
	const vaultStore = createVaultStore(createSqliteDatabase(database));
	const store = createExchangeAccountStore(createSqliteDatabase(database));
	const described = new Map<string, Partial<KeyDescription> | string | undefined>();
	const venues = new Map<string, FaultyVenue>();
	const heard = new Map<string, Set<(hint: AccountHint) => void>>();
	const closed: string[] = [];
	const sentWith: string[] = [];
	const logged: { readonly facts: LogFacts; readonly message: string }[] = [];
	const note = (facts: LogFacts, message: string): void => void logged.push({ facts, message });
	const log = { debug: note, info: note, warn: note, error: note };

	function account(venue: string, name: string): FaultyVenue {
		const known = venues.get(`${venue} ${name}`);
		if (known !== undefined) return known;
		const made = createFaultyVenue({
			venue,
			clock,
			random,
			lotSize: parseDecimal('0.1'),
			faults: NO_FAULTS,
			isIntended: isIntendedIn(database),
		});
		venues.set(`${venue} ${name}`, made);
		return made;
	}

	/** Opens a session with one key. A refused key does not affect the account itself. */
	function open(venue: string, { apiKey }: VenueCredentials): VenueTrading {
		const name = apiKey.split('/')[0] ?? '';
		const exchange = account(venue, name);
		const requireKey = (): void => {
			const said = described.get(apiKey);
			if (typeof said === 'string') throw new KeyRefusedError(venue, said);
			if (described.has(apiKey) && said === undefined)
				throw new VenueError(venue, 'unavailable', 'no answer');
		};
		const asking =
			<Args extends readonly unknown[], T>(read: (...args: Args) => Promise<T>) =>
			async (...args: Args): Promise<T> => {
				requireKey();
				return read(...args);
			};
		const listeners = heard.get(apiKey) ?? new Set();
		heard.set(apiKey, listeners);
		return {
			...exchange,
			describeKey: asking(async () => ({
				...TRADING_KEY,
				uid: name,
				...(described.get(apiKey) as Partial<KeyDescription> | undefined),
			})),
			balance: asking(exchange.balance),
			positions: asking(exchange.positions),
			placeOrder(order) {
				sentWith.push(apiKey);
				return exchange.placeOrder(order);
			},
			watchAccount(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			async close() {
				closed.push(apiKey);
			},
		};
	}

	let sessions: Sessions;
	const trading: TradingAccounts = {
		connected: (userId) => sessions.connected(userId),
		trading: (userId, venue) => sessions.trading(userId, venue),
		ensure: (userId, venues) => sessions.ensure(userId, venues),
		users: () => sessions.users(),
		journalId: (userId, venue) => sessions.journalId(userId, venue),
		tradingOn: (userId, venue, named) => sessions.tradingOn(userId, venue, named),
		isLeaving: (userId, venue) => sessions.isLeaving(userId, venue),
		onOpened: (prepare) => sessions.onOpened(prepare),
		onSwitch: (listener) => sessions.onSwitch(listener),
	};

	async function openBook() {
		const vault = await openVault({ keys, store: vaultStore, random: systemRandom });
		const book = await openAccountBook({ store, vault, log });
		sessions = createSessions({
			accounts: book.opened,
			clock,
			open,
			outcomes: { note: () => {} },
		});
		return { vault, book };
	}

	/** Composes the account service from the same parts as the product does. */
	function openService({ vault, book }: Awaited<ReturnType<typeof openBook>>): RunningExchangeAccounts {
		const service = createExchangeAccounts({
			mode: 'simulated',
			book,
			vault,
			trade: fixture.accountTrade,
			openKey: open,
			selfChecks: NO_SELF_CHECKS,
			clock,
			random: systemRandom,
			log,
			disconnectWaitMs: DISCONNECT_WAIT_MS,
		});
		sessions.onSwitch(fixture.snapshots.leave);
		fixture.accountReads.onState(service.health.heardOk);
		fixture.accountReads.onFailure(service.health.heardError);
		service.start();
		return service;
	}

	let opened = await openBook();
	const fixture: TradingFixture = createTradingFixture(seed, { own: { clock, database, accounts: trading } });
	let running = openService(opened);

	return {
		fixture,
		clock,
		database,
		get accounts() {
			return running;
		},
		describe: (apiKey, said) => void described.set(apiKey, said),
		account,
		hint(apiKey, hint) {
			const listeners = [...(heard.get(apiKey) ?? [])];
			for (const listener of listeners) listener(hint);
			return listeners.length;
		},
		closed,
		sentWith,
		logged,
		connect: (venue, apiKey, change = {}) =>
			fixture.settled(
				running.connect({
					userId: 'user_a',
					venue,
					kind: 'api_key',
					credentials: { apiKey, secret: `secret of ${apiKey}` },
					...change,
				}),
			),
		rows: () => database.prepare('SELECT * FROM exchange_account ORDER BY connected_at, account_id').all(),
		async restart() {
			running.close();
			await sessions.close();
			opened = await openBook();
			fixture.restart();
			running = openService(opened);
		},
	};
}
