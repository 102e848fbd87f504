/** Opens the portfolio planner over a real scanner, with a market and settled rates that a test sets. */

import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { createScanner } from '../../src/opportunities/scanner.ts';
import type { JudgedFlow } from '../../src/planner/margin-arrivals.ts';
import { createPortfolioPlanner } from '../../src/planner/service/plan-service.ts';
import { openPlannedTransfers } from '../../src/planner/service/planned-transfers.ts';
import { loadInThreadSolver } from '../../src/planner/solver/in-thread-solver.ts';
import type { AskedTransfer } from '../../src/ports/planned-transfers.ts';
import type { PortfolioExecution, PortfolioRecord } from '../../src/ports/portfolio.ts';
import type { PlanRequest } from '../../src/ports/portfolio-planner.ts';
import type { Squeeze } from '../../src/ports/squeezes.ts';
import type { InstrumentTicker } from '../../src/ports/venue-market.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	HOUR_MS,
	instrumentOf,
	tickerOf,
} from './hand-driven-market.ts';
import { createHeldHistory } from './held-history.ts';
import { createScannerSources } from './scanner-sources.ts';

export const NOW = Date.UTC(2026, 10, 21, 0, 10);
const SETTLES_AT = Date.UTC(2026, 10, 21, 8);
export const VENUES = ['bybit', 'hyperliquid', 'kucoin'] as const;
export type Venue = (typeof VENUES)[number];
const DAYS = 60;

export const REQUEST: PlanRequest = {
	userId: 'user_1',
	executionIds: undefined,
	capital: 10_000,
	exchanges: undefined,
	coins: undefined,
	withoutCoins: [],
	margin: undefined,
	leverage: 2,
	idle: 0,
	coinShare: 0.5,
	exchangeShare: undefined,
	exchangeNetShare: undefined,
	cashApr: 0.04,
};

/** Rates per 8 hours at each exchange, settled and predicted. */
type Rates = Partial<Record<Venue, string>>;

export type Setup = {
	readonly coins: Readonly<Record<string, Rates>>;
	readonly executions?: readonly PortfolioExecution[];
	readonly equity?: Partial<Record<Venue, number>>;
	readonly squeezed?: string;
	readonly days?: number;
	readonly tickers?: Readonly<Record<string, Partial<InstrumentTicker>>>;
	readonly halted?: Venue;
	readonly transfers?: readonly AskedTransfer[];
	readonly flows?: readonly JudgedFlow[];
	readonly adlRanks?: Readonly<Record<string, number>>;
	/** Exchange whose account could not be read now. */
	readonly stale?: Venue;
};

const contractOf = (venue: Venue, coin: string) =>
	instrumentOf(venue, coin, venue === 'kucoin' ? { symbol: `${coin}USDTM` } : {});

/** A position of one coin per leg at 100 USD. */
export function heldPair(
	id: string,
	coin: string,
	[long, short]: readonly [Venue, Venue],
	coins: string,
	status: PortfolioExecution['execution']['status'] = 'running',
	planned: string | null = null,
): PortfolioExecution {
	const size = parseDecimal(coins);
	const leg = (venue: Venue) => ({
		exchange: venue,
		symbol: contractOf(venue, coin).symbol,
		size,
		margin: fromInteger(50),
	});
	return {
		execution: { id, status, longSize: size, shortSize: size },
		longPosition: leg(long),
		shortPosition: leg(short),
		progress: planned === null ? null : { quantity: parseDecimal(planned) },
	} as PortfolioExecution;
}

function accountOf(exchange: Venue, equity: number, stale: boolean): PortfolioRecord['accounts'][number] {
	const usd = fromInteger(equity);
	return {
		exchange,
		connected: true,
		equity: usd,
		available: usd,
		marginUsed: 0n,
		stale,
	} as unknown as PortfolioRecord['accounts'][number];
}

export async function openPlanner({ coins, executions = [], equity = {}, days = DAYS, ...given }: Setup) {
	const market = createHandDrivenMarket(VENUES);
	const clock = createVirtualClock(NOW);
	const history = createHeldHistory();
	const limits = {
		tickerStaleMs: 60_000,
		bookStaleMs: 60_000,
		maxAmountSlippageBps: fromInteger(15),
		stressMovePct: fromInteger(10),
		tooGoodApr: fromInteger(50),
	};
	const sources = createScannerSources(clock, history);
	const scanner = createScanner({ market, clock, ...sources, limits });
	for (const [coin, rates] of Object.entries(coins))
		for (const [venue, rate] of Object.entries(rates) as readonly [Venue, string][]) {
			const instrument = contractOf(venue, coin);
			history.put(
				venue,
				instrument.symbol,
				Array.from({ length: 3 * days }, (_, index) => ({
					settledAt: SETTLES_AT - (index + 1) * 8 * HOUR_MS,
					rate: parseDecimal(rate),
				})),
			);
			market.list(instrument);
			market.put(instrument, {
				ticker: tickerOf(
					instrument.symbol,
					'100',
					fundingOf(rate, 8, SETTLES_AT),
					given.tickers?.[`${coin} ${venue}`] ?? {},
				),
				tickerReceivedAt: NOW,
				book: bookOf([['99.99', '1000']], [['100.01', '1000']]),
				bookReceivedAt: NOW,
			});
		}
	clock.after(0, () => {});
	while (await clock.advance(NOW));
	const transfers = await openPlannedTransfers({
		store: { load: async () => given.transfers ?? [], save: async () => {} },
		flowsOf: () => given.flows ?? [],
		clock,
		random: seededRandom(3),
	});
	await transfers.advance();
	return createPortfolioPlanner({
		transfers,
		market,
		opportunities: scanner,
		portfolio: {
			live: async () =>
				({
					executions,
					accounts: Object.entries(equity).map(([venue, usd]) =>
						accountOf(venue as Venue, usd, venue === given.stale),
					),
					reasons: [],
				}) as unknown as PortfolioRecord,
		},
		squeezes: {
			recent: async (instruments) =>
				instruments.map(({ coin }): readonly Squeeze[] =>
					coin === given.squeezed ? [{ kind: 'move', at: NOW - HOUR_MS, move: -0.2 }] : [],
				),
		},
		feesOf: () => undefined,
		adlRankOf: (_userId, venue, symbol) => given.adlRanks?.[`${venue} ${symbol}`] ?? null,
		orders: {
			tradingState: (_userId, venue) =>
				venue === given.halted
					? { trading: 'halted', reason: 'Trading is halted.' }
					: { trading: 'enabled', reason: null },
			isConnected: (_userId, venue) => venue in equity,
		},
		rulesOff: new Set(),
		pause: () => undefined,
		bookStaleMs: 60_000,
		solver: await loadInThreadSolver(),
		clock,
	});
}
