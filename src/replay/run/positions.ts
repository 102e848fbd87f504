/** Reads every position of a finished play, with its journal, through the service's own methods and stores. */

import type { MethodResult } from '../../../client/methods.ts';
import { toNumber } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { eventSentence } from '../../domain/event-sentence.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { PairForecast } from '../../ports/forecasts.ts';
import type { Journaled } from '../../ports/journal.ts';
import { textOf } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { FundingColumns, Position, PositionEvent, ProfitParts } from '../report/result.ts';
import type { Played, PlayedService } from './play.ts';
import { ask, type SeatAccess } from './seats.ts';

/** All positions of a play in the order of their opening, and the funding that they received and paid. */
export type PlayedPositions = {
	readonly positions: readonly Position[];
	readonly funding: FundingColumns;
	/** Number of positions that filled. An opening that failed before its first fill proves nothing. */
	readonly trades: number;
};

type Execution = MethodResult<'get_execution'>;
type Payment = { readonly at: number; readonly usd: number; readonly leg: 'long' | 'short' };
type Read = {
	readonly position: Position;
	readonly payments: readonly Payment[];
	readonly isFilled: boolean;
};

/** Executions that one read of the store returns. */
const PAGE = 500;

/** Parts that the reading of positions needs besides the play. */
export type PositionsOptions = {
	/** False for data without prices; the basis is then not known. */
	readonly hasPrices: boolean;
	/**
	 * Returns the headline spread that a contract pair showed at a time, in the direction of the legs, as a fraction
	 * per hour; null if it showed none.
	 */
	readonly headlineAt: (at: number, long: Leg, short: Leg) => number | null;
};

type Leg = Position['long'];

/** Reads all positions. */
export async function readPositions(played: Played, options: PositionsOptions): Promise<PlayedPositions> {
	const found: Read[] = [];
	for (const [user, seat] of played.seats.entries())
		for (const executionId of await executionsOf(played, seat))
			found.push(await readOne(played, options, { seat, user, executionId }));
	found.sort(
		({ position: a }, { position: b }) =>
			a.openedAt - b.openedAt || a.user - b.user || (placeOf(a) < placeOf(b) ? -1 : 1),
	);
	return {
		positions: found.map(({ position }) => position),
		funding: columnsOf(found),
		trades: found.filter(({ isFilled }) => isFilled).length,
	};
}

/** Names a position by its contracts. The sums then do not depend on drawn ids. */
function placeOf({ coin, long, short, id }: Position): string {
	return [coin, long.exchange, long.symbol, short.exchange, short.symbol, id].join(' ');
}

async function executionsOf(
	{ replayed: { stores } }: PlayedService,
	{ userId }: SeatAccess,
): Promise<readonly string[]> {
	const ids: string[] = [];
	for (const ended of [false, true])
		for (let offset = 0; ; offset += PAGE) {
			const page = await stores.journal.userExecutions(userId, { ended, offset, limit: PAGE });
			ids.push(...page.map(({ executionId }) => executionId));
			if (page.length < PAGE) break;
		}
	return ids;
}

async function readOne(
	{ replayed: { stores }, playedUntil }: Played,
	{ hasPrices, headlineAt }: PositionsOptions,
	{
		seat,
		user,
		executionId,
	}: { readonly seat: SeatAccess; readonly user: number; readonly executionId: string },
): Promise<Read> {
	const shown = await ask(seat, 'get_execution', {
		...{ execution_id: executionId, events: 1, funding_events: false },
	});
	const rows = await stores.journal.readExecution(executionId);
	const state = foldExecution(rows);
	const { long, short } = state.plan.legs;
	const payments = paymentsOf(rows);
	const forecast = (await stores.forecasts.ofExecutions([executionId])).get(executionId);
	const { filled_amount: filled, input_amount: wanted } = shown.execution;
	const legUsd = (filled > 0 ? filled : wanted) / 2;
	const openedAt = Date.parse(shown.execution.created_at);
	const closedAt = shown.execution.closed_at === null ? null : Date.parse(shown.execution.closed_at);
	const legs = {
		long: { exchange: long.venue, symbol: long.instrument.symbol },
		short: { exchange: short.venue, symbol: short.instrument.symbol },
	};
	const position: Position = {
		id: executionId,
		user,
		coin: state.plan.coin,
		...legs,
		openedAt,
		closedAt,
		legUsd,
		parts: partsOf(shown, payments, hasPrices),
		unhedgedMs: shown.risk.unhedged_ms,
		forecast:
			forecast === undefined
				? null
				: statedOf(forecast, {
						legUsd,
						heldUntil: closedAt ?? playedUntil,
						payments,
						headline: headlineAt(openedAt, legs.long, legs.short),
					}),
		events: sentencesOf(rows, state),
	};
	return { position, payments, isFilled: filled > 0 };
}

function partsOf({ pnl }: Execution, payments: readonly Payment[], hasPrices: boolean): ProfitParts {
	const fundingReceived = sumOf(payments.filter(({ usd }) => usd > 0));
	const fundingPaid = sumOf(payments.filter(({ usd }) => usd < 0));
	const basis = hasPrices ? pnl.price_pnl : null;
	return {
		fundingReceived,
		fundingPaid,
		fees: -pnl.fee_cost,
		slippage: -pnl.slippage_cost,
		basis,
		idleInterest: 0,
		net: fundingReceived + fundingPaid - pnl.fee_cost - pnl.slippage_cost + (basis ?? 0),
	};
}

function sumOf(payments: readonly Payment[]): number {
	return payments.reduce((sum, { usd }) => sum + usd, 0);
}

function paymentsOf(rows: readonly Journaled<ExecutionEvent>[]): readonly Payment[] {
	return rows.flatMap(({ event }) =>
		event.type === 'FundingBooked'
			? [{ at: event.settledAt, usd: toNumber(event.amount), leg: event.leg }]
			: [],
	);
}

/** Writes a sentence for each event except payments of funding, which have their own columns. */
function sentencesOf(
	rows: readonly Journaled<ExecutionEvent>[],
	state: ExecutionState,
): readonly PositionEvent[] {
	return rows.flatMap(({ event, recordedAt }) =>
		event.type === 'FundingBooked'
			? []
			: [{ at: recordedAt, sentence: textOf(eventSentence(event, state, shownNameOf)) }],
	);
}

function statedOf(
	{ entryAt, horizonHours, expectedCarry, probabilityPositive }: PairForecast,
	held: {
		readonly legUsd: number;
		readonly heldUntil: number;
		readonly payments: readonly Payment[];
		readonly headline: number | null;
	},
): Position['forecast'] {
	const endsAt = entryAt + horizonHours * HOUR_MS;
	const within = held.payments.filter(({ at }) => at > entryAt && at <= endsAt);
	return {
		horizonHours,
		expectedUsd: toNumber(expectedCarry) * held.legUsd,
		headlineUsd: held.headline === null ? null : held.headline * horizonHours * held.legUsd,
		probability: probabilityPositive === null ? null : toNumber(probabilityPositive),
		receivedUsd: held.heldUntil >= endsAt ? sumOf(within) : null,
	};
}

function columnsOf(found: readonly Read[]): FundingColumns {
	const all = found.flatMap(({ payments }, position) =>
		payments.map((payment) => ({ ...payment, position })),
	);
	all.sort((a, b) => a.at - b.at || a.position - b.position);
	return {
		at: all.map(({ at }) => at),
		position: all.map(({ position }) => position),
		leg: all.map(({ leg }) => (leg === 'long' ? 0 : 1)),
		usd: all.map(({ usd }) => usd),
	};
}
