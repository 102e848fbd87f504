/**
 * Provides the service's own order service, portfolio and exchange accounts behind the fixture's server. Engine,
 * journal and risk gate are real. The trading fixture provides the exchanges behind the trading port. Their clock
 * advances while a test waits for a response.
 */

import { openAccountBook } from '../../src/accounts/account-book.ts';
import { createExchangeAccounts } from '../../src/accounts/exchange-accounts.ts';
import { openOwnTransfers } from '../../src/accounts/own-transfers.ts';
import { NO_SELF_CHECKS } from '../../src/accounts/self-checks.ts';
import { createPerformanceReader } from '../../src/portfolio/performance.ts';
import { createSqueezeReplays } from '../../src/portfolio/squeeze-replays.ts';
import { NO_REPLAYS } from '../../src/replay/jobs/no-replays.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createExchangeAccountStore } from '../../src/store/exchange-accounts.ts';
import { createForecastStore } from '../../src/store/forecasts.ts';
import { createSampleStore } from '../../src/store/money-samples.ts';
import { createOwnTransferStore } from '../../src/store/own-transfers.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { inMemoryServices, storedChats } from '../rpc/in-memory-services.ts';
import { scriptedAlertService } from '../support/alert-service.ts';
import { createTradingFixture, type RiskChange, type TradingFixture } from '../support/trading-fixture.ts';
import { TRADING_KEY } from '../support/trading-key.ts';
import type { Trading, TradingNeeds } from './fixture.ts';

export type RealTrading = {
	readonly floor: TradingFixture;
	readonly open: (needs: TradingNeeds) => Promise<Trading>;
	/** Advances the exchanges' clock and feeds prices until the promise has settled. */
	readonly during: <T>(work: Promise<T>) => Promise<T>;
};

const COINS = ['SOL', 'BTC', 'ETH', 'XRP', 'ADA', 'DOT', 'LTC', 'TRX'];
const HOUR_MS = 3_600_000;

export function realTrading(risk: RiskChange = {}): RealTrading {
	const floor = createTradingFixture(20_261_203, { executionsOpenMax: 20, ...risk });
	const feed = (): void => {
		for (const coin of COINS) floor.feed(coin);
	};
	feed();
	return {
		floor,
		async open({ clock, agents, audit, own, database, vault, log }) {
			const store = createExchangeAccountStore(createSqliteDatabase(database));
			const book = await openAccountBook({ store, vault, log });
			const exchangeAccounts = createExchangeAccounts({
				mode: 'simulated',
				book,
				vault,
				trade: floor.accountTrade,
				// In this fixture, the exchange derives the account's uid from its key.
				openKey: (venue, { apiKey }) => ({
					...floor.session(venue === 'kucoin' ? 'kucoin' : 'bybit'),
					describeKey: async () => ({ ...TRADING_KEY, uid: `uid of ${apiKey}` }),
					close: async () => {},
				}),
				selfChecks: NO_SELF_CHECKS,
				clock,
				random: systemRandom,
				log,
				disconnectWaitMs: 1_000,
			});
			return {
				services: {
					...inMemoryServices(clock, {
						agents,
						audit,
						access: own,
						alerts: scriptedAlertService(clock, {
							database,
							vault,
							log,
							isOwnExecution: (userId, executionId) =>
								floor.driver.state(executionId)?.plan.userId === userId,
						}),
						chats: storedChats(clock, database),
					}),
					opportunities: floor.scanner,
					market: floor.market,
					orderService: floor.orderService,
					controls: floor.controls,
					switches: floor.switches,
					portfolio: floor.portfolio,
					whatIf: createSqueezeReplays({ reader: floor.whatIf, replays: NO_REPLAYS }),
					moneyHistory: createPerformanceReader({
						samples: createSampleStore(createSqliteDatabase(floor.database)),
						failingSince: () => undefined,
						journal: floor.journal,
						ended: floor.ended,
						forecasts: createForecastStore(createSqliteDatabase(floor.database)),
						statesOf: floor.executions.statesOf,
						clock,
					}),
					figures: floor.figures,
					ledger: floor.ledger,
					exchangeAccounts,
					ownTransfers: await openOwnTransfers({
						store: createOwnTransferStore(createSqliteDatabase(database)),
						accounts: book.all,
						session: (_userId, venue) => ({
							...floor.session(venue === 'kucoin' ? 'kucoin' : 'bybit'),
							transferOwn: async () => ({ kind: 'accepted', venueTransferId: undefined }),
							describeKey: async () => ({ ...TRADING_KEY, canTransfer: true }),
						}),
						clock,
						random: systemRandom,
						log,
					}),
				},
				async stopWork(userId, agentId) {
					floor.stoppedAgents.add(agentId);
					await floor.controls.stopAgent(userId, agentId);
				},
			};
		},
		async during(work) {
			let done = false;
			const finish = (): void => {
				done = true;
			};
			work.then(finish, finish);
			while (!done) {
				feed();
				await floor.clock.advance(floor.clock.now() + HOUR_MS);
				await new Promise((resolve) => setImmediate(resolve));
			}
			return work;
		},
	};
}
