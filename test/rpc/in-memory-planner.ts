/**
 * Plans one pair of BTC at fixed rates, for conversations: it is opened, or closed if the user holds it. The second
 * exchange of a plan has no equity unless the margin lies wherever the plan needs it.
 */
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type {
	MarginPlace,
	MarginUnderMove,
	PlannedChange,
	PlannedMargin,
	PlanRequest,
	PortfolioPlan,
	PortfolioPlanner,
} from '../../src/ports/portfolio-planner.ts';
import { NOW_MS } from './in-memory-trading.ts';

const HORIZON_HOURS = 720;
const YEAR_HOURS = 8_760;
/** Carry of the pair over the horizon and cost of opening it, fractions of one leg's notional. */
const CARRY = 0.0045;
const COST = 0.0022;
const PRICE = 96_000.5;
const MOVES = [-0.5, -0.3, 0.3, 0.5];
/** Equity of the accounts, USD. */
const ACCOUNTS = 20_000;
/** A smaller share of one exchange has no room for the smallest pair. */
const EXCHANGE_SHARE_MIN = 0.05;

/** Returns the planner. A plan for ETH alone gets no answer from the solver. */
export function inMemoryPlanner(): PortfolioPlanner {
	return {
		async plan(request) {
			const { coins, exchangeShare } = request;
			if (coins?.length === 1 && coins[0] === 'ETH')
				throw new CarrywireError('PLAN_UNAVAILABLE', 'The solver did not answer within 2 s. Plan again.');
			if (exchangeShare !== undefined && exchangeShare < EXCHANGE_SHARE_MIN)
				throw new CarrywireError(
					'PLAN_CONTRADICTION',
					'No plan meets all limits: BTC is held at Bybit, and exchange_share leaves no room for it.',
				);
			return planOf(request);
		},
	};
}

function planOf(request: PlanRequest): PortfolioPlan {
	const { capital = ACCOUNTS, exchanges = ['bybit', 'kucoin'], margin = 'free' } = request;
	const legNotionalMax = (capital * (1 - request.idle) * request.leverage) / 2;
	const notional = legNotionalMax * request.coinShare;
	const [first = 'bybit', second = 'kucoin'] = exchanges;
	const long = { exchange: first, symbol: 'BTCUSDT' };
	const short = { exchange: second, symbol: 'BTCUSDTM' };
	const limit = { limit: 'BTC: the limit per coin', shadowPrice: 0.0279833333333 };
	const executionId = request.executionIds?.[0] ?? null;
	const isOpening = executionId === null;
	const change: PlannedChange = {
		kind: isOpening ? 'open' : 'close',
		coin: 'BTC',
		long,
		short,
		executionId,
		share: isOpening ? null : 1,
		roll: null,
		notional,
		gain: notional * CARRY,
		cost: notional * COST,
		ratio: CARRY / COST,
		limits: [limit],
		message: isOpening ? 'Open BTC: it earns twice its cost.' : 'Close BTC: it loses more than its cost.',
	};
	const target = isOpening ? notional : 0;
	const held = notional - target;
	return {
		at: NOW_MS,
		terms: {
			...request,
			capital,
			exchanges,
			margin,
			legNotionalMax,
			horizonHours: request.horizonHours ?? HORIZON_HOURS,
		},
		legs: [
			{ coin: 'BTC', ...long, held, target, price: PRICE, cost: COST / 2, reasons: [] },
			{ coin: 'BTC', ...short, held: -held, target: -target, price: PRICE, cost: COST / 2, reasons: [] },
			{ coin: 'SOL', ...short, symbol: 'SOL', held: 0, target: 0, price: 150, cost: 0.002, reasons: [] },
		],
		changes: [change],
		outcome: outcomeOf(request, notional, capital),
		limits: [limit],
		margins: [long, short].map(({ exchange }, at) =>
			marginOf(exchange, (at === 0 ? 1 : -1) * target, equityOf(capital, margin, at)),
		),
		transfers: [
			{
				from: first,
				to: second,
				amount: parseDecimal('1250'),
				by: null,
				message: 'Bybit would have too little margin.',
				without: 'Without it, positions at Bybit must be reduced.',
				transferId: null,
			},
		],
		plannedTransfers: [],
		reasons: ['The account at Hyperliquid did not answer.'],
	};
}

function outcomeOf(
	{ cashApr, leverage }: PlanRequest,
	notional: number,
	capital: number,
): PortfolioPlan['outcome'] {
	const netPerYear = (notional * (CARRY - COST) * YEAR_HOURS) / HORIZON_HOURS;
	const netOnCapital = netPerYear / capital;
	const isTrade = netOnCapital > cashApr;
	return {
		netPerYear,
		costPerYear: (notional * COST * YEAR_HOURS) / HORIZON_HOURS,
		netOnCapital,
		netOnCapitalLow: netOnCapital / 2,
		netOnCapitalHigh: netOnCapital * 1.5,
		cashApr,
		overCash: netOnCapital - cashApr,
		leverageOfCash: (leverage * cashApr) / netOnCapital,
		verdict: isTrade ? 'trade' : 'no_trade',
		message: isTrade ? 'The plan pays more than cash.' : 'Keep cash: it pays more than the plan.',
	};
}

function equityOf(capital: number, margin: MarginPlace, at: number): number {
	return margin === 'accounts' && at > 0 ? 0 : capital / 2;
}

function marginOf(exchange: string, net: number, equity: number): PlannedMargin {
	const moves = MOVES.map((move): MarginUnderMove => {
		const notional = Math.abs(net) * (1 + move);
		const after = equity + net * move;
		const ratio = notional === 0 ? null : after / notional;
		return { move, equity: after, ratio, level: after > 0 ? 'ok' : 'empty' };
	});
	return { exchange, equity, notional: Math.abs(net), net, moves };
}
