/** Answers what a shock would do to a user's present positions. It reads accounts and memory, and sends nothing else. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Decimal } from '../domain/decimal.ts';
import { approximately } from '../domain/estimate.ts';
import { type ExecutionState, legPlan } from '../domain/execution.ts';
import { horizonLeftMs } from '../domain/horizon-left.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { openExecutionsOf } from '../domain/user-executions.ts';
import { MARGIN_TEXT } from '../planner/margin-text.ts';
import {
	type BookReason,
	bookAccount,
	bookExecution,
	type ContractFigures,
} from '../planner/reported-book.ts';
import type { ShockBook } from '../planner/shock-types.ts';
import { shocked } from '../planner/shocks.ts';
import type { Journal } from '../ports/journal.ts';
import type { Market } from '../ports/market.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type { PositionReport } from '../ports/venue.ts';
import type { HeldExecution, Shock, ShockReader, WhatIfOptions, WhatIfResult } from '../ports/what-if.ts';
import { shownNameOf } from '../venues/facts.ts';
import { type Reads, readSnapshots, type SnapshotReading } from './current-accounts.ts';
import { createFailedReads } from './failed-reads.ts';
import type { VolatilityWatch } from './volatility.ts';

/** Sources of what-if. */
export type WhatIfParts = Omit<SnapshotReading, 'failedReads'> &
	Parameters<typeof createFailedReads>[0] & {
		readonly journal: Pick<Journal, 'findExecution'>;
		readonly market: Pick<Market, 'get'>;
		readonly expectedCarry: OpportunityBook['expectedCarry'];
		readonly volatility: Pick<VolatilityWatch, 'hourlySigmaOf'>;
		/** Returns the user's executions in memory. */
		readonly statesOf: (userId: string) => readonly ExecutionState[];
		/** Ticker marks older than this, milliseconds, count as unknown. */
		readonly markAgeMsMax: number;
	};

/** Creates the reader of what-if shocks. */
export function createWhatIf(parts: WhatIfParts): ShockReader {
	const reading: SnapshotReading = { ...parts, failedReads: createFailedReads(parts) };
	return {
		async shock(userId, shock, options) {
			const reasons: BookReason[] = [];
			await requireOwn(parts, userId, options.executionId);
			const reads = await readSnapshots(reading, userId, reasons);
			// From here on everything is from memory, so all figures are of one time.
			return answer(parts, userId, reads, { shock, options, reasons });
		},
		async holdings(userId) {
			const reads = await readSnapshots(reading, userId, []);
			const { accounts, executions } = bookOf(parts, userId, reads, []);
			const states = new Map(parts.statesOf(userId).map((state) => [state.plan.executionId, state]));
			return {
				held: executions.flatMap(({ executionId, coin, long, short }): HeldExecution[] => {
					const state = states.get(executionId);
					const legUsd = Math.min(long.notional, short.notional);
					if (state === undefined || legUsd <= 0) return [];
					const leverage = approximately(state.plan.leverage);
					return [{ executionId, coin, long: long.exchange, short: short.exchange, legUsd, leverage }];
				}),
				equity: accounts.reduce((sum, { equity }) => sum + equity, 0),
			};
		},
	};
}

function answer(
	parts: WhatIfParts,
	userId: string,
	reads: Reads,
	asked: { readonly shock: Shock; readonly options: WhatIfOptions; readonly reasons: BookReason[] },
): WhatIfResult {
	const { shock, options, reasons } = asked;
	const now = parts.clock.now();
	const book = bookOf(parts, userId, reads, reasons);
	requireKnown(book, reads, shock);
	const { executionId } = options;
	if (executionId !== undefined && !book.executions.some((one) => one.executionId === executionId))
		reasons.push({
			field: 'executions',
			code: 'NOTHING_HELD',
			message: MARGIN_TEXT.nothingHeld({ id: executionId }),
		});
	const { unknown, ...result } = shocked({ ...book, leverage: options.leverage, now }, shock);
	return {
		...result,
		unknown,
		asOf: now,
		executions: result.executions.filter(
			(one) => executionId === undefined || one.executionId === executionId,
		),
		reasons: [
			...reasons,
			...unknown.map(({ exchange, message }) => ({
				field: `exchanges.${exchange}`,
				code: 'FUNDING_UNKNOWN',
				message,
			})),
		],
	};
}

function bookOf(
	parts: WhatIfParts,
	userId: string,
	reads: Reads,
	reasons: BookReason[],
): Pick<ShockBook, 'accounts' | 'executions'> {
	const states = openExecutionsOf(parts.statesOf(userId), userId);
	const figures: ContractFigures = {
		inputsOf: (venue, symbol) => parts.market.get(venue, symbol),
		markOf: (venue, symbol) => markOf(parts, venue, symbol),
		hourlySigmaOf: parts.volatility.hourlySigmaOf,
		shownNameOf,
	};
	const positionOf = (venue: VenueName, symbol: string): PositionReport | undefined =>
		reads.get(venue)?.snapshot?.positions.get(symbol);
	return {
		accounts: [...reads].flatMap(([exchange, { snapshot }]) => {
			if (snapshot === undefined) return [];
			const report = { exchange, balance: snapshot.balance, positions: [...snapshot.positions.values()] };
			return [bookAccount(report, states, figures, reasons)];
		}),
		executions: states.flatMap((state) => {
			const expectedCarry = carryOf(parts, state);
			const execution = bookExecution(state, figures, { positionOf, expectedCarry });
			if (execution === undefined && state.held.long + state.held.short > 0n)
				reasons.push({
					field: `executions.${state.plan.executionId}`,
					code: 'MARK_UNKNOWN',
					message: MARGIN_TEXT.noMarks({ symbol: state.plan.symbol }),
				});
			return execution ?? [];
		}),
	};
}

function carryOf({ expectedCarry, clock }: WhatIfParts, state: ExecutionState): number | null {
	const nameOf = (leg: LegRole) => {
		const { venue, instrument } = legPlan(state, leg);
		return { venue, symbol: instrument.symbol };
	};
	const found = expectedCarry(nameOf('long'), nameOf('short'), horizonLeftMs(state, clock.now()));
	return 'carry' in found ? found.carry : null;
}

function markOf(
	{ market, clock, markAgeMsMax }: WhatIfParts,
	venue: VenueName,
	symbol: string,
): Decimal | null {
	const inputs = market.get(venue, symbol);
	if (inputs?.tickerReceivedAt === undefined || clock.now() - inputs.tickerReceivedAt > markAgeMsMax)
		return null;
	return inputs.ticker?.mark ?? null;
}

/** @throws CarrywireError UNKNOWN_EXECUTION if the execution is not the user's */
async function requireOwn(
	{ journal }: WhatIfParts,
	userId: string,
	executionId: string | undefined,
): Promise<void> {
	if (executionId === undefined) return;
	const row = await journal.findExecution(executionId);
	if (row?.userId !== userId)
		throw new CarrywireError('UNKNOWN_EXECUTION', MARGIN_TEXT.unknownExecution({ id: executionId }), {
			field: 'execution_id',
		});
}

/** @throws CarrywireError INVALID_PARAMS for a coin or an exchange that the user has not */
function requireKnown(
	{ accounts, executions }: Pick<ShockBook, 'accounts' | 'executions'>,
	reads: Reads,
	{ coin, gap, down }: Shock,
): void {
	const coins = new Set([
		...accounts.flatMap(({ positions }) => positions.map((position) => position.coin)),
		...executions.map((execution) => execution.coin),
	]);
	if (coin !== null && !coins.has(coin))
		throw new CarrywireError('INVALID_PARAMS', MARGIN_TEXT.unknownCoin({ coin }), { field: 'shock.coin' });
	for (const [place, field] of [
		[gap?.exchange, 'shock.gap_exchange'],
		[down?.exchange, 'shock.exchange_down'],
	] as const)
		if (place !== undefined && !reads.has(place))
			throw new CarrywireError(
				'INVALID_PARAMS',
				MARGIN_TEXT.unknownExchange({ exchange: shownNameOf(place) }),
				{ field },
			);
}
