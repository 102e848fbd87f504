/** Sets up accounts with self-checks at one simulated exchange, over real sockets and with a separate database. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountBook, openAccountBook } from '../../src/accounts/account-book.ts';
import { adoptAccount } from '../../src/accounts/adopted-account.ts';
import { createSelfChecks, type RunningSelfChecks } from '../../src/accounts/self-checks.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createMarket } from '../../src/market/market.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type {
	ProbeOrder,
	SelfCheckState,
	SelfCheckStep,
	SelfCheckStore,
} from '../../src/ports/self-check.ts';
import type { VenueCredentials, VenueTrading } from '../../src/ports/venue.ts';
import { systemClock as clock } from '../../src/runtime/clock.ts';
import { systemRandom as random } from '../../src/runtime/random.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { createExchangeAccountStore } from '../../src/store/exchange-accounts.ts';
import { createSelfCheckStore } from '../../src/store/self-checks.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { isTradedAt, type TradedVenue } from '../../src/venues/facts.ts';
import { clockLimits, moduleOf } from '../../src/venues/modules.ts';
import { openVenueMarketData } from '../../src/venues/shared/market-data.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import { openVenueTrading } from '../../src/venues/shared/trading.ts';
import { type Simulator, startSimulator } from '../conformance/harness.ts';
import { TestRunError, until } from '../e2e/polling.ts';
import { openEmptyDatabase } from './memory-database.ts';
import { testVault } from './test-vault.ts';

export type CheckedAccount = {
	readonly name: string;
	readonly accountId: string;
	readonly userId: string;
	readonly credentials: VenueCredentials;
};

export type SelfCheckFixture = AsyncDisposable & {
	readonly simulator: Simulator;
	readonly book: AccountBook;
	/** Returns the self-checks of the most recently started service. */
	readonly checks: () => RunningSelfChecks;
	/** Starts another service on the same database. The previous one is left hanging, as if it had been killed. */
	readonly startAnew: () => Promise<RunningSelfChecks>;
	/** Connects an account with a key, without checking it. */
	readonly connect: (wish?: Readonly<Record<string, unknown>>) => Promise<CheckedAccount>;
	readonly fault: (
		operation: string,
		action: Readonly<Record<string, unknown>>,
		count?: number,
	) => Promise<void>;
	/** Silences the streams of this account, which stay open. */
	readonly silence: (account: CheckedAccount, isSilent: boolean) => Promise<void>;
	/**
	 * Checks the account and returns the state once `isWanted` accepts it, by default once passed or failed. On a
	 * busy exchange the outcome of a check may stay unknown; the function then waits until the service has repeated
	 * the check.
	 */
	readonly check: (
		account: CheckedAccount,
		isWanted?: (state: SelfCheckState) => boolean,
	) => Promise<SelfCheckState>;
	/**
	 * Checks the account until a check passes. If the account's stream reported the probe order too late, the service
	 * repeats the check.
	 */
	readonly passes: (account: CheckedAccount) => Promise<SelfCheckState>;
	/** Returns the open probe orders of this account only, because other accounts may be checked at the same time. */
	readonly openProbes: (account: CheckedAccount) => Promise<readonly ProbeOrder[]>;
	/** Returns how many of the account's orders rest, as the exchange reports it. */
	readonly resting: (account: CheckedAccount) => Promise<number>;
};

export async function openSelfCheckFixture(venue: TradedVenue): Promise<SelfCheckFixture> {
	const simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-self-check-'));
	const database = openEmptyDatabase(folder);
	const redirect = { port: simulator.port };
	const sharedAddress = createSharedAddress(clock);
	const source = openVenueMarketData({
		module: moduleOf(venue),
		clock,
		random,
		log: SILENT_LOGGER,
		redirect,
		sharedAddress,
	});
	const config = loadConfig({ flags: {}, env: {}, cwd: folder });
	const market = createMarket({
		sources: [source],
		isTraded: isTradedAt,
		clock,
		random,
		log: SILENT_LOGGER,
		limits: config.marketData,
	});
	const accounts = createExchangeAccountStore(createSqliteDatabase(database));
	const vault = testVault();
	const book = await openAccountBook({ store: accounts, vault, log: SILENT_LOGGER });
	const store: SelfCheckStore = createSelfCheckStore(createSqliteDatabase(database));
	const open: RunningSelfChecks[] = [];
	let counter = 0;
	// Waits until the first market reads are complete, because they use up the request budget. A round trip measured
	// earlier would include waiting for the budget.
	await until({ what: `prices and the clock of ${venue}`, periodMs: 250 }, async () => {
		if (market.status(venue).state !== 'fresh' || market.status(venue).clockOffsetMs === null)
			return undefined;
		return source.measureClockOffset().catch(() => undefined);
	});

	async function startAnew(): Promise<RunningSelfChecks> {
		const checks = await createSelfChecks({
			book,
			store,
			openKey: (_venue, credentials): VenueTrading =>
				openVenueTrading({
					module: moduleOf(venue),
					credentials,
					clock,
					random,
					log: SILENT_LOGGER,
					redirect,
					sharedAddress,
					instrumentOf: (symbol) => market.get(venue, symbol)?.instrument,
					clockOffsetMs: () => market.status(venue).clockOffsetMs,
				}),
			market,
			measureClock: () => source.measureClockOffset(),
			clockLimits,
			clock,
			random,
			log: SILENT_LOGGER,
		});
		open.push(checks);
		checks.start();
		return checks;
	}
	let present = await startAnew();

	async function check(
		{ accountId }: CheckedAccount,
		isWanted: (state: SelfCheckState) => boolean = isJudged,
	): Promise<SelfCheckState> {
		const stateNow = (): SelfCheckState => {
			const state = present.stateOf(accountId);
			if (state === null) throw new Error('Live mode has a state for every account.');
			return state;
		};
		await present.check(accountId);
		const seen = (): string => JSON.stringify(stateNow());
		return until({ what: `the self-check of ${accountId}`, periodMs: 50, seen }, () => {
			const state = stateNow();
			if (isWanted(state)) return state;
			const isOver = isJudged(state) && state.retryAt === null;
			if (isOver) throw new TestRunError(`The self-check ended otherwise: ${seen()}`);
			return undefined;
		});
	}

	return {
		simulator,
		book,
		checks: () => present,
		async startAnew() {
			present = await startAnew();
			return present;
		},
		async connect(wish = {}) {
			counter += 1;
			const name = `checked${counter}`;
			const made = await simulator.createAccount(name, { deposit: '10000', ...wish });
			const credentials = { apiKey: made.key, secret: made.secret, passphrase: made.passphrase };
			const userId = `user_${counter}`;
			const parts = { book, store: accounts, vault, clock, random };
			const { accountId } = await adoptAccount(parts, { userId, venue, label: name, credentials });
			return { name, accountId, userId, credentials };
		},
		async fault(operation, action, count = 1) {
			await simulator.admin('POST', '/faults', { operation, count, action });
		},
		async silence({ name }, isSilent) {
			await simulator.admin('POST', `/accounts/${name}/stream`, { silent: isSilent });
		},
		check,
		passes: (account) => check(account, ({ status }) => status === 'passed'),
		openProbes: async ({ accountId }) =>
			(await store.openProbes()).filter((probe) => probe.accountId === accountId),
		async resting({ name }) {
			const { accounts: rows } = (await simulator.admin('GET', '/accounts')) as {
				readonly accounts: readonly { readonly name: string; readonly openOrders: number }[];
			};
			return rows.find((row) => row.name === name)?.openOrders ?? -1;
		},
		async [Symbol.asyncDispose]() {
			await Promise.all(open.map((checks) => checks.close()));
			await market.close();
			await source.close();
			await simulator[Symbol.asyncDispose]();
			database.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function isJudged({ status }: SelfCheckState): boolean {
	return status === 'passed' || status === 'failed';
}

/** Returns a step with its message in English. */
export function stepOf(
	{ steps }: SelfCheckState,
	name: SelfCheckStep['name'],
): SelfCheckStep & { readonly said: string } {
	const step = steps.find((one) => one.name === name);
	if (step === undefined) throw new Error(`The self-check has no step ${name}.`);
	return { ...step, said: textOf(step.said) };
}

export function verdictsOf({ steps }: SelfCheckState): readonly string[] {
	return steps.map(({ name, verdict }) => `${name} ${verdict}`);
}
