/**
 * Provides services with a few given records, for conversations that need fixed data. Every port is fully
 * implemented.
 */

import type { DatabaseSync } from 'node:sqlite';
import { createAttempts } from '../../src/api/http/attempts.ts';
import type { Services } from '../../src/api/rpc/method.ts';
import { noConnection } from '../../src/chat/connection.ts';
import { createChatLinks } from '../../src/chat/links.ts';
import { type Decimal, parseDecimal as d, fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { CostTerms, Opportunity, OpportunityDetail } from '../../src/domain/opportunity.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { LifePage, LifeQuery, LifeRecord, OpportunityLives } from '../../src/ports/lives.ts';
import type { OpportunityBook, OpportunityPage, OpportunityQuery } from '../../src/ports/opportunities.ts';
import type { ExecuteRequest } from '../../src/ports/order-service.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createChatStore } from '../../src/store/chats.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { scriptedAlertService } from '../support/alert-service.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import { mainHostsOf } from '../support/venue-hosts.ts';
import { inMemoryAccess, inMemoryOffers } from './in-memory-access.ts';
import { inMemoryExchangeAccounts } from './in-memory-accounts.ts';
import { inMemoryAutopilot } from './in-memory-autopilot.ts';
import { inMemoryFigures } from './in-memory-figures.ts';
import { inMemoryFundingMap } from './in-memory-funding.ts';
import { inMemoryHistories } from './in-memory-histories.ts';
import { inMemoryMarket, instrument } from './in-memory-market.ts';
import { inMemoryOwnTransfers } from './in-memory-own-transfers.ts';
import { inMemoryPerformance } from './in-memory-performance.ts';
import { inMemoryPlanner } from './in-memory-planner.ts';
import { inMemoryReplays } from './in-memory-replays.ts';
import { inMemoryTrading, NOW, NOW_MS } from './in-memory-trading.ts';
import { inMemoryWatch } from './in-memory-watch.ts';
import { inMemoryWhatIf } from './in-memory-what-if.ts';

export const EXPIRED_ID = 'opp_000000000000000000000001';
/** Opportunity whose detail fails because the venue is down. */
export const VENUE_DOWN_ID = 'opp_00000000000000000000dead';
/** Opportunity whose detail fails with an internal error. */
export const BROKEN_ID = 'opp_00000000000000000000beef';
/** Opportunity whose detail request never gets a response. */
export const SILENT_ID = 'opp_00000000000000000000cafe';

type Given = { readonly id: string; readonly coin: string; readonly spread: string | null };

/**
 * BTC pays most after costs, and SOL's spread is unknown. DOGE has a rate with more digits than a double can
 * represent.
 */
const GIVEN: readonly Given[] = [
	{ id: 'opp_0000000000000000000000b1', coin: 'BTC', spread: '0.0003' },
	{ id: 'opp_0000000000000000000000e1', coin: 'ETH', spread: '0.0001' },
	{ id: 'opp_0000000000000000000000d1', coin: 'DOGE', spread: '0.001234567890123445' },
	{ id: 'opp_0000000000000000000000f1', coin: 'SOL', spread: null },
];

export type InMemory = Services & {
	/** Requests to open that the order service received, oldest first. */
	readonly opened: readonly ExecuteRequest[];
};

/** Creates the services. `given`: real services that use a store. */
export function inMemoryServices(
	clock: Clock,
	given: Pick<Services, 'agents' | 'audit'> &
		Partial<Pick<Services, 'alerts' | 'access' | 'chats' | 'offers'>>,
): InMemory {
	const opened: ExecuteRequest[] = [];
	const exchangeAccounts = inMemoryExchangeAccounts(clock);
	const replays = inMemoryReplays(clock);
	const trading = inMemoryTrading(clock, opened);
	return {
		opportunities: inMemoryBook(),
		lives: inMemoryLives(),
		histories: inMemoryHistories(clock),
		...trading,
		...inMemoryFigures(),
		...inMemoryPerformance(clock),
		alerts: scriptedAlertService(clock),
		access: inMemoryAccess(),
		chats: storedChats(clock),
		replays,
		planner: inMemoryPlanner(),
		transfers: { of: () => [] },
		ownTransfers: inMemoryOwnTransfers(exchangeAccounts),
		whatIf: inMemoryWhatIf(clock, replays, trading.portfolio),
		autopilot: inMemoryAutopilot(clock),
		offers: inMemoryOffers(),
		...given,
		exchangeAccounts,
		market: inMemoryMarket(),
		fundingMap: inMemoryFundingMap(clock),
		watch: inMemoryWatch(clock),
		clock,
		info: {
			service: 'carrywire',
			version: '0.2.0',
			tradingMode: 'simulated',
			isRehearsal: false,
			sites: { bybit: { hosts: mainHostsOf('bybit'), isTest: false } },
			startedAtMonotonic: 0,
		},
		limits: { leverageMax: fromInteger(5), maxSlippageBpsMax: fromInteger(100) },
		opened,
	};
}

/**
 * Links of chats, with a Telegram bot that is connected and no Slack app. @param given database of the users; by
 * default an empty one, which accepts any user
 */
export function storedChats(clock: Clock, given?: DatabaseSync): Services['chats'] {
	const database = given ?? openMemoryDatabase();
	if (given === undefined) database.exec('PRAGMA foreign_keys = OFF');
	return createChatLinks({
		store: createChatStore(createSqliteDatabase(database)),
		clock,
		random: systemRandom,
		guesses: createAttempts(clock),
		connections: () => [
			{ platform: 'telegram', state: 'connected', botName: 'a_bot', problem: null, since: NOW_MS },
			noConnection('slack'),
		],
	});
}

function inMemoryBook(): OpportunityBook {
	const known = [VENUE_DOWN_ID, BROKEN_ID, SILENT_ID, ...GIVEN.map(({ id }) => id)];
	const legs = { long: instrument('kucoin', 'BTC'), short: instrument('bybit', 'BTC') };
	return {
		version: 1,
		pairs: () => [
			{
				exchangepair: 'bybit-kucoin',
				exchanges: ['bybit', 'kucoin'],
				active: true,
				reason: null,
				dataOnly: [],
				symbols: 4,
				opportunities: 4,
				tradableOpportunities: 0,
				bestApr: d('0.3285'),
				bestNetApr: null,
				updatedAt: NOW,
			},
		],
		list: async (query) => listed(query),
		expectedCarry: () => ({ unknown: 'Nothing is expected here.' }),
		legHistory: () => undefined,
		outlook: () => ({ unknown: 'Nothing is expected here.' }),
		observedBasis: () => undefined,
		async dailySpreads(ids) {
			const spreads = Array.from({ length: 30 }, (_, day) => (day === 0 ? null : d('0.0001')));
			return {
				from: NOW_MS - 29 * 86_400_000,
				to: NOW_MS,
				rows: ids.map((opportunityId) => {
					if (opportunityId === EXPIRED_ID) return { opportunityId, missing: 'expired' };
					return known.includes(opportunityId)
						? { opportunityId, spreads }
						: { opportunityId, missing: 'unknown' };
				}),
			};
		},
		find: (id) => (id === EXPIRED_ID ? 'expired' : known.includes(id) ? legs : 'unknown'),
		record(id, terms) {
			const given = GIVEN.find((candidate) => candidate.id === id);
			return given === undefined ? undefined : record(given, terms);
		},
		async detail(id, terms) {
			if (id === VENUE_DOWN_ID)
				throw new VenueError('kucoin', 'unavailable', 'GET https://secret.example/internal: 502');
			if (id === BROKEN_ID) throw new Error('SELECT secret FROM inside');
			if (id === SILENT_ID) return new Promise<never>(() => undefined);
			const given = GIVEN.find((candidate) => candidate.id === id);
			return given === undefined ? undefined : detail(record(given, terms));
		},
	};
}

function listed(query: OpportunityQuery): OpportunityPage {
	const { exchangepair, limit, page, coins, q, tradableOnly, maxMinAmount, verdict, terms, sortby } = query;
	const found = GIVEN.map((given) => record(given, terms))
		.filter((row) => exchangepair === undefined || row.exchangepair === exchangepair)
		.filter(({ base }) => coins === undefined || coins.includes(base))
		.filter((row) => q === undefined || row.symbol.toLowerCase().includes(q.toLowerCase()))
		.filter(({ minAmount: least }) => maxMinAmount === undefined || (least !== null && least <= maxMinAmount))
		.filter((row) => !tradableOnly || row.net.verdict === 'trade')
		.filter((row) => verdict === undefined || row.net.verdict === verdict);
	const best = sortby === 'symbol' ? [...found].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)) : found;
	const unknown = best.filter(({ spread }) => sortby !== 'symbol' && spread === null);
	const known = best.filter((row) => !unknown.includes(row));
	const sorted = [...(query.order === 'best_first' ? known : known.toReversed()), ...unknown];
	const pages = Math.ceil(sorted.length / limit);
	const shown = sorted.slice((page - 1) * limit, page * limit);
	return {
		rows: shown.map((row) => ({ record: row, passedMs: 0 })),
		// Every coin has one opportunity here.
		coinCounts: query.isByCoin ? shown.map(({ base }) => ({ coin: base, count: 1 })) : undefined,
		pagination: {
			currentPage: page,
			perPage: limit,
			totalCount: sorted.length,
			totalPages: pages,
			hasNext: page < pages,
			hasPrevious: page > 1,
		},
		asOf: NOW,
	};
}

function record({ id, coin, spread }: Given, terms: CostTerms): Opportunity {
	const headline = spread === null ? null : d(spread);
	return {
		opportunityId: id,
		pairUid: id,
		symbol: `${coin}USDT`,
		base: coin,
		longSymbol: `${coin}USDTM`,
		shortSymbol: `${coin}USDT`,
		longQuote: 'USDT',
		shortQuote: 'USDT',
		exchangepair: 'bybit-kucoin',
		venues: 'bybit-kucoin',
		longVenue: 'kucoin',
		shortVenue: 'bybit',
		direction: 'Long KuCoin / Short Bybit',
		longRate: spread === null ? null : ZERO,
		shortRate: headline,
		longIntervalHours: fromInteger(8),
		shortIntervalHours: fromInteger(8),
		longNextFundingTimestamp: NOW_MS / 1_000 + 3_600,
		shortNextFundingTimestamp: NOW_MS / 1_000 + 3_600,
		nextFundingTimestamp: NOW_MS / 1_000 + 3_600,
		epochHours: fromInteger(8),
		spread: headline,
		fundingDelta: headline,
		apr: headline === null ? null : ((headline * 1_095n) as Decimal),
		chosenPerEpoch: null,
		net: {
			amount: terms.amount,
			horizonHours: terms.horizonHours ?? fromInteger(720),
			leverage: terms.leverage,
			expectedCarry: null,
			carrySd: null,
			cost: {
				entryFees: d('0.00115'),
				exitFees: d('0.00115'),
				entrySlippage: null,
				exitSlippage: null,
				basis: null,
				total: null,
			},
			expectedNet: null,
			netApr: null,
			netAprOnCapital: null,
			probabilityPositive: null,
			reversalProbability: null,
			breakEvenHours: null,
			bestHorizonHours: null,
			verdict: 'unknown',
			reasons: ['No book yet.'],
			model: null,
		},
		longPrice: null,
		shortPrice: null,
		priceBasis: null,
		maxAmount: null,
		minAmount: null,
		volume24h: null,
		liquidityScore: null,
		riskScore: null,
		anomalyDirection: false,
		anomalyReason: null,
		guards: [],
		reasons: [{ field: 'net.expected_carry', code: 'NO_HISTORY', message: 'No settled rates yet.' }],
		updatedAt: NOW_MS / 1_000,
		ageMs: 640,
		expiresAt: NOW,
	};
}

function detail(base: Opportunity): OpportunityDetail {
	return {
		...base,
		cash: null,
		longMarkPrice: d('96000.5'),
		shortMarkPrice: d('96010.25'),
		longIndexPrice: null,
		shortIndexPrice: null,
		long24hVolume: null,
		short24hVolume: null,
		longOpenInterest: null,
		shortOpenInterest: null,
		avgSpread24h: null,
		avgSpread7d: null,
		avgSpread30d: null,
		spreadSd7d: null,
		spreadSd30d: null,
		spreadStability: null,
		basisMean: null,
		basisSd: null,
		basisObservedHours: ZERO,
		basisHistory: [],
		trackRecord: null,
		life: null,
		fundingHistory: [
			{ timestamp: NOW_MS / 1_000, longRate: ZERO, shortRate: d('0.0003'), spread: d('0.0003') },
		],
		carryHistory: [],
		settlements: [],
		costCurve: [{ amount: base.net.amount, entrySlippage: null, exitSlippage: null, expectedNet: null }],
		books: { long: null, short: { bids: [[d('96010'), d('0.5')]], asks: [[d('96010.5'), ONE_COIN]] } },
		scoreComponents: null,
	};
}

/** BTC had an earlier lifetime before the current one. SOL's figures were never known. */
const LIVES: readonly LifeRecord[] = [
	lifeOf('BTC', { firstSeen: NOW }),
	lifeOf('SOL', {
		firstSeen: '2026-11-19T08:00:00.000Z',
		peakSpread: null,
		peakSpreadAt: null,
		reasons: [
			{ field: 'peak_spread', code: 'NEVER_KNOWN', message: 'The spread was never known.' },
			{ field: 'peak_spread_at', code: 'NEVER_KNOWN', message: 'The spread was never known.' },
		],
	}),
	lifeOf('BTC', {
		firstSeen: '2026-11-18T08:00:00.000Z',
		state: 'ended',
		endedAt: '2026-11-19T08:00:00.000Z',
		endReason: 'turned',
	}),
];

function lifeOf(coin: string, change: Partial<LifeRecord>): LifeRecord {
	return {
		opportunityId: GIVEN.find((given) => given.coin === coin)?.id ?? EXPIRED_ID,
		symbol: `${coin}USDT`,
		exchangepair: 'bybit-kucoin',
		state: 'open',
		firstSeen: NOW,
		lastSeen: NOW,
		peakSpread: d('0.00031'),
		peakSpreadAt: NOW,
		peakExpectedNet: d('0.0001'),
		peakExpectedNetAt: NOW,
		endedAt: null,
		endReason: null,
		reasons: [],
		...change,
	};
}

function inMemoryLives(): OpportunityLives {
	return {
		async list({ exchangepair, q, opportunityId, state, limit, page }: LifeQuery): Promise<LifePage> {
			const found = LIVES.filter(
				(life) =>
					(exchangepair === undefined || life.exchangepair === exchangepair) &&
					(q === undefined || life.symbol.includes(q.toUpperCase())) &&
					(opportunityId === undefined || life.opportunityId === opportunityId) &&
					(state === 'all' || life.state === state),
			);
			const pages = Math.ceil(found.length / limit);
			return {
				data: found.slice((page - 1) * limit, page * limit),
				pagination: {
					currentPage: page,
					perPage: limit,
					totalCount: found.length,
					totalPages: pages,
					hasNext: page < pages,
					hasPrevious: page > 1,
				},
				asOf: NOW,
			};
		},
	};
}

const ONE_COIN = fromInteger(1);
