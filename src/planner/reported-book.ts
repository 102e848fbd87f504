/**
 * Builds a user's margin book from the exchanges' latest reports: each account with its positions, and the open
 * executions. Pure, except that it reads figures of contracts from memory.
 */
import { abs, type Decimal, mulTrunc } from '../domain/decimal.ts';
import { approximately } from '../domain/estimate.ts';
import { type ExecutionState, legPlan } from '../domain/execution.ts';
import { liquidationDistance } from '../domain/exit-liquidation.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { maintenanceRateMax } from '../domain/isolated-margin.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import type { BalanceReport, PositionReport } from '../ports/venue.ts';
import type { Words } from '../sentences/sentence.ts';
import { isolatedEquityOf } from './margin-book.ts';
import { DEFAULT_LEVERAGE } from './margin-levels.ts';
import { MARGIN_TEXT } from './margin-text.ts';
import type { ShockAccount, ShockExecution, ShockLeg, ShockPosition } from './shock-types.ts';

/** An exchange's report on an account. */
export type ReportedAccount = {
	readonly exchange: VenueName;
	readonly balance: Pick<BalanceReport, 'equity' | 'available'>;
	readonly positions: readonly PositionReport[];
};

/** Figures of contracts that the service has in memory. */
export type ContractFigures = {
	readonly inputsOf: (
		venue: VenueName,
		symbol: string,
	) => Pick<InstrumentInputs, 'instrument' | 'ticker' | 'fees'> | undefined;
	/** Returns the mark, USD per coin; null if it is stale. */
	readonly markOf: (venue: VenueName, symbol: string) => Decimal | null;
	readonly hourlySigmaOf: (venue: VenueName, symbol: string) => number | null;
	/** Returns the name of an exchange in sentences. */
	readonly shownNameOf: (venue: VenueName) => string;
};

/** Why a position is not in the book, or counts with less than is known of others. */
export type BookReason = { readonly field: string; readonly code: string; readonly message: Words };

/** Maintenance rate of a contract that the service does not know. */
const UNKNOWN_MAINTENANCE = 0.05;
/** Slippage of a close, a fraction: that of the planner's study. */
const SLIPPAGE = 0.0002;
const HOUR_MS = 3_600_000;
const LEGS: readonly LegRole[] = ['long', 'short'];

/** Builds one account of the book. Positions without a mark are left out, with a reason. */
export function bookAccount(
	{ exchange, balance, positions }: ReportedAccount,
	states: readonly ExecutionState[],
	figures: ContractFigures,
	reasons: BookReason[],
): ShockAccount {
	return {
		exchange,
		shownName: figures.shownNameOf(exchange),
		equity: approximately(balance.equity),
		available: approximately(balance.available),
		positions: positions.flatMap((position) => {
			if (position.quantity === 0n) return [];
			return bookPosition(exchange, position, states, figures, reasons) ?? [];
		}),
	};
}

/** Builds an open execution of the book; undefined if it holds nothing or a held leg has no mark. */
export function bookExecution(
	state: ExecutionState,
	figures: ContractFigures,
	options: {
		readonly positionOf: (venue: VenueName, symbol: string) => PositionReport | undefined;
		/** Carry that one USD of the pair is expected to bring, a fraction; null if unknown. */
		readonly expectedCarry: number | null;
	},
): ShockExecution | undefined {
	const long = bookLeg(state, 'long', figures, options.positionOf);
	const short = bookLeg(state, 'short', figures, options.positionOf);
	if (long === undefined || short === undefined || long.notional + short.notional === 0) return undefined;
	const limit = state.exit.minLiquidationDistancePct;
	return {
		executionId: state.plan.executionId,
		symbol: state.plan.symbol,
		coin: legPlan(state, 'long').instrument.coin,
		long,
		short,
		expectedCarry: options.expectedCarry,
		exitDistance: limit === null ? null : approximately(limit) / 100,
	};
}

function bookLeg(
	state: ExecutionState,
	leg: LegRole,
	{ inputsOf, markOf, shownNameOf }: ContractFigures,
	positionOf: (venue: VenueName, symbol: string) => PositionReport | undefined,
): ShockLeg | undefined {
	const { venue, instrument } = legPlan(state, leg);
	const { symbol } = instrument;
	const position = positionOf(venue, symbol);
	const mark = markOf(venue, symbol) ?? position?.markPrice ?? null;
	if (mark === null && state.held[leg] > 0n) return undefined;
	const taker = inputsOf(venue, symbol)?.fees.taker;
	return {
		exchange: venue,
		shownName: shownNameOf(venue),
		symbol,
		notional: mark === null ? 0 : approximately(mulTrunc(state.held[leg], mark)),
		cost: (taker === undefined ? 0 : approximately(taker)) + SLIPPAGE,
		adlRank: position?.adlRank ?? null,
		entryDistance: orNull(
			liquidationDistance(leg, position?.entryPrice ?? null, position?.liquidationPrice ?? null),
		),
	};
}

function bookPosition(
	exchange: VenueName,
	position: PositionReport,
	states: readonly ExecutionState[],
	{ inputsOf, markOf, hourlySigmaOf, shownNameOf }: ContractFigures,
	reasons: BookReason[],
): ShockPosition | undefined {
	const { symbol, quantity } = position;
	const inputs = inputsOf(exchange, symbol);
	const mark = markOf(exchange, symbol) ?? position.markPrice;
	const facts = { exchange: shownNameOf(exchange), symbol };
	const reason = (code: string, message: Words): void =>
		void reasons.push({ field: `exchanges.${exchange}`, code, message });
	if (mark === null || mark <= 0n) {
		reason('MARK_UNKNOWN', MARGIN_TEXT.noMark(facts));
		return undefined;
	}
	const maintenance =
		inputs === undefined
			? UNKNOWN_MAINTENANCE
			: approximately(maintenanceRateMax(inputs.instrument.leverageMax));
	const notional = approximately(mulTrunc(quantity, mark));
	const isolatedEquity =
		position.marginMode === 'cross'
			? null
			: isolatedEquityOf({
					notional,
					maintenance,
					mark: approximately(mark),
					liquidationPrice: orNull(position.liquidationPrice),
					margin: orNull(position.margin),
					unrealizedPnl: orNull(position.unrealizedPnl),
				});
	if (isolatedEquity === null && position.marginMode !== 'cross')
		reason('MARGIN_UNKNOWN', MARGIN_TEXT.noMargin(facts));
	return {
		symbol,
		coin: inputs?.instrument.coin ?? symbol,
		notional,
		maintenance,
		isolatedEquity,
		leverage: leverageOf(exchange, position, states),
		sigmaHourly: hourlySigmaOf(exchange, symbol),
		adlRank: position.adlRank ?? null,
		...fundingOf(inputs),
	};
}

function fundingOf(
	inputs: Pick<InstrumentInputs, 'ticker'> | undefined,
): Pick<ShockPosition, 'fundingRate' | 'fundingHours' | 'fundingCap' | 'fundingFloor'> {
	const ticker = inputs?.ticker;
	const funding = ticker?.funding ?? null;
	return {
		fundingRate: funding === null ? null : approximately(funding.predictedRate),
		fundingHours: funding === null ? null : funding.intervalMs / HOUR_MS,
		fundingCap: orNull(ticker?.fundingCap ?? null),
		fundingFloor: orNull(ticker?.fundingFloor ?? null),
	};
}

/**
 * Returns the leverage that the position was planned with: the mean of its executions, by quantity; otherwise the
 * exchange's own setting. On cross margin that setting is only an upper bound, so it does not count there.
 */
function leverageOf(
	exchange: VenueName,
	{ symbol, leverage, marginMode }: PositionReport,
	states: readonly ExecutionState[],
): number {
	let margin = 0;
	let held = 0;
	for (const state of states)
		for (const leg of LEGS) {
			const { venue, instrument } = legPlan(state, leg);
			if (venue !== exchange || instrument.symbol !== symbol) continue;
			const coins = approximately(abs(state.held[leg]));
			held += coins;
			margin += coins / approximately(state.plan.leverage);
		}
	if (margin > 0) return held / margin;
	return leverage === null || leverage <= 0n || marginMode === 'cross'
		? DEFAULT_LEVERAGE
		: approximately(leverage);
}

function orNull(value: Decimal | null): number | null {
	return value === null ? null : approximately(value);
}
