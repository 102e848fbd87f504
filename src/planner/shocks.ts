/**
 * Says what a shock does to a user's present positions: profit, funding, margin and liquidations per execution and
 * exchange, and what the service would do. Pure functions; figures are doubles in USD or fractions.
 *
 * Funding settles at the moved price and before the liquidation. A liquidated leg pays its funding but receives none,
 * because it may be gone by then.
 */
import type { Reduction } from '../ports/margin-plan.ts';
import type { Shock, ShockedExchange, ShockedLeg, ShockResult } from '../ports/what-if.ts';
import {
	accountAfter,
	accountFigures,
	accountSigma,
	type BookAccount,
	type BookPosition,
	emptyingMoves,
	type MovedPosition,
	movedAccount,
} from './margin-book.ts';
import { marginLevel, targetShare } from './margin-levels.ts';
import { allReductions } from './margin-reduction.ts';
import { planTransfers } from './margin-transfers.ts';
import { exchangeActions, executionActions } from './shock-actions.ts';
import { fundingOf } from './shock-funding.ts';
import {
	moveAt,
	type ShockAccount,
	type ShockBook,
	type ShockExecution,
	type ShockedAccount,
	type ShockLeg,
} from './shock-types.ts';

/** Applies a shock to a book. */
export function shocked(book: ShockBook, shock: Shock): ShockResult {
	const { rateOf, unknown } = fundingOf(book, shock);
	const accounts = book.accounts.map((account) => shockedAccount(book, account, shock, rateOf));
	const legs = (execution: ShockExecution) => ({
		long: shockedLeg(accounts, execution.long, execution.coin, 1, shock),
		short: shockedLeg(accounts, execution.short, execution.coin, -1, shock),
	});
	const executions = book.executions.map((execution) => ({ execution, ...legs(execution) }));
	const reductions = reductionsAfter(accounts, executions);
	const exchanges = accounts.map((one) => shockedExchange(one, shock));
	const sum = (value: (one: ShockedExchange) => number) =>
		exchanges.reduce((total, one) => total + value(one), 0);
	return {
		executions: executions.map(({ execution, long, short }) => {
			const isUneven = long.isLiquidated !== short.isLiquidated;
			return {
				executionId: execution.executionId,
				symbol: execution.symbol,
				long,
				short,
				profit: long.profit + short.profit,
				funding: long.funding + short.funding,
				unhedged: isUneven ? Math.abs(long.notional - short.notional) : 0,
				actions: executionActions(execution, { long, short }, shock, reductions, accounts),
			};
		}),
		exchanges,
		totals: {
			equityBefore: sum(({ before }) => before.equity),
			equityAfter: sum(({ after }) => after.equity),
			profit: sum(({ profit }) => profit),
			funding: sum(({ funding }) => funding),
			liquidations: sum(({ liquidated }) => liquidated.length),
		},
		transfers: planTransfers(
			accounts.map(({ after }) => after),
			new Map(accounts.map(({ account, levels }) => [account.exchange, levels.after])),
			new Map(accounts.map(({ account, target }) => [account.exchange, target])),
			book.now,
		),
		reductions,
		unknown,
	};
}

function shockedAccount(
	{ leverage }: ShockBook,
	account: ShockAccount,
	shock: Shock,
	rateOf: (position: BookPosition) => number,
): ShockedAccount {
	const move = ({ coin }: BookPosition): number => moveAt(shock, account.exchange, coin);
	const funding = (position: BookPosition): number =>
		0 - position.notional * (1 + move(position)) * rateOf(position);
	// A position that would be liquidated without the funding that it receives is liquidated.
	const paid = movedAccount(account, { move, funding: (position) => Math.min(0, funding(position)) });
	const gone = new Set(paid.positions.filter((one) => one.isLiquidated).map(({ position }) => position));
	const moved = movedAccount(account, {
		move,
		funding: (position) => (gone.has(position) ? Math.min(0, funding(position)) : funding(position)),
	});
	const target = targetShare(account, leverage);
	const before = marginLevel(accountFigures(account).share, target);
	return {
		account,
		moved,
		after: accountAfter(account, moved),
		target,
		levels: { before, after: marginLevel(moved.share, target, before) },
	};
}

function shockedExchange(one: ShockedAccount, shock: Shock): ShockedExchange {
	const { account, moved, target, levels } = one;
	const { positions, ...figures } = moved;
	return {
		exchange: account.exchange,
		before: { ...accountFigures(account), level: levels.before },
		after: { ...figures, level: levels.after },
		target,
		profit: positions.reduce((sum, { profit }) => sum + profit, 0),
		funding: positions.reduce((sum, { funding }) => sum + funding, 0),
		liquidated: positions.filter(({ isLiquidated }) => isLiquidated).map(({ position }) => position.symbol),
		actions: exchangeActions(one, shock, accountSigma(account)),
	};
}

/** Returns an execution's part of the position that its leg belongs to. */
function shockedLeg(
	accounts: readonly ShockedAccount[],
	leg: ShockLeg,
	coin: string,
	side: 1 | -1,
	shock: Shock,
): ShockedLeg {
	const { exchange, symbol, notional } = leg;
	const account = accounts.find((one) => one.account.exchange === exchange);
	const found = account?.moved.positions.find(({ position }) => position.symbol === symbol);
	const move = found?.move ?? moveAt(shock, exchange, coin);
	const price = side * notional * move;
	const common = { exchange, symbol, move };
	if (account === undefined || found === undefined)
		return {
			...common,
			profit: price,
			funding: 0,
			notional: notional * (1 + move),
			isLiquidated: false,
			distance: null,
		};
	const part = partOf(leg, side, found);
	const lost = found.isLiquidated ? found.profit - found.position.notional * found.move : 0;
	return {
		...common,
		profit: price + lost * Math.max(0, part),
		funding: found.funding * part,
		notional: found.isLiquidated ? 0 : notional * (1 + move),
		isLiquidated: found.isLiquidated,
		distance: found.isLiquidated ? 0 : distanceOf(account.after, coin, side),
	};
}

/** Returns the leg's share of the account's position; negative if other executions outweigh it. */
function partOf({ notional }: ShockLeg, side: 1 | -1, { position }: MovedPosition): number {
	return position.notional === 0 ? 0 : (side * notional) / position.notional;
}

/** Returns how far the coin's price may move against the leg, a fraction of the price; null if nothing liquidates it. */
function distanceOf(after: BookAccount, coin: string, side: 1 | -1): number | null {
	const { fall, rise } = emptyingMoves(after, coin);
	const move = side === 1 ? fall : rise;
	return move === null ? null : Math.abs(move);
}

type ShockedLegs = {
	readonly execution: ShockExecution;
	readonly long: ShockedLeg;
	readonly short: ShockedLeg;
};

function reductionsAfter(
	accounts: readonly ShockedAccount[],
	executions: readonly ShockedLegs[],
): readonly Reduction[] {
	const strained = accounts.map(({ account, moved, target, levels }) => ({
		exchange: account.exchange,
		equity: moved.equity,
		gross: moved.gross,
		target,
		level: levels.after,
	}));
	const pairs = executions.flatMap(({ execution, long, short }) =>
		long.isLiquidated || short.isLiquidated
			? []
			: [{ ...execution, notional: Math.min(long.notional, short.notional) }],
	);
	return allReductions(strained, pairs);
}
