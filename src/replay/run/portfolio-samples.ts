/** Samples the replayed portfolio over time, through the method that shows it. */

import type { MethodResult } from '../../../client/methods.ts';
import { type Decimal, toNumber } from '../../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import type { SeatPair } from '../policies/policy.ts';
import type { PortfolioColumns, Transfer } from '../report/result.ts';
import { ask, type SeatAccess } from './seats.ts';

type Portfolio = MethodResult<'portfolio_live'>;
type Account = Portfolio['accounts'][number];
type ExchangeColumns = {
	readonly equity: number[];
	readonly marginUsed: number[];
	readonly liquidationDistance: (number | null)[];
};

/** Takes samples of all seats. */
export type PortfolioSamples = {
	/** Takes the samples of the days that began since the last call. The first call takes one sample. */
	readonly takeUpTo: (seats: readonly SeatAccess[], now: number) => Promise<void>;
	/** Takes a sample at the end. */
	readonly takeLast: (seats: readonly SeatAccess[], now: number) => Promise<void>;
	readonly columns: () => PortfolioColumns;
	readonly transfers: () => readonly Transfer[];
};

/** Exchanges and pairs that are sampled. */
export type SampledPlan = {
	readonly exchanges: readonly string[];
	/**
	 * The pair of each user; `undefined` for a user who trades everything. The user of a pair has capital at its two
	 * exchanges only, so the service's accounts at the others do not count.
	 */
	readonly pairs: readonly (SeatPair | undefined)[];
	/** Deposit of each paper account, USD. */
	readonly depositUsd: Decimal;
};

/** Starts to sample once a day, in its last hour, and at the start and the end of the replay. */
export function samplePortfolio({ exchanges, pairs, depositUsd }: SampledPlan): PortfolioSamples {
	const at: number[] = [];
	const equity: number[] = [];
	const exposure: number[] = [];
	const idle: number[] = [];
	const byExchange = new Map<string, ExchangeColumns>(
		exchanges.map((exchange) => [exchange, { equity: [], marginUsed: [], liquidationDistance: [] }]),
	);
	const transfers: Transfer[] = [];
	let nextAt = Number.NEGATIVE_INFINITY;
	/** Drops the last sample: orders filled at the same instant after it. */
	function dropLast(): void {
		for (const column of [at, equity, exposure, idle]) column.pop();
		for (const columns of byExchange.values()) for (const column of Object.values(columns)) column.pop();
		while (transfers.at(-1)?.at === at.at(-1) && transfers.length > 0) transfers.pop();
	}
	/** Last known equity of each user's account at each exchange. */
	const known = new Map<string, number>();
	/**
	 * Returns an account's equity. If it is not known now, the last known one counts; before the exchange's first data,
	 * the deposit.
	 */
	function equityOf(user: number, { exchange, equity: now }: Account): number {
		const key = `${user} ${exchange}`;
		if (now !== null) known.set(key, now);
		return now ?? known.get(key) ?? toNumber(depositUsd);
	}
	async function take(seats: readonly SeatAccess[], now: number): Promise<void> {
		const portfolios: Portfolio[] = [];
		for (const [user, seat] of seats.entries())
			portfolios.push(ofPair(await ask(seat, 'portfolio_live', { funding_events: false }), pairs[user]));
		if (at.at(-1) === now) dropLast();
		at.push(now);
		transfers.push(...portfolios.flatMap((portfolio) => transfersOf(portfolio, now)));
		let whole = 0;
		let used = 0;
		for (const [exchange, columns] of byExchange) {
			const accounts = portfolios.flatMap(({ accounts: rows }, user) =>
				rows.filter((row) => row.exchange === exchange).map((row) => ({ user, row })),
			);
			const held = accounts.reduce((total, { user, row }) => total + equityOf(user, row), 0);
			const margin = accounts.reduce((total, { row }) => total + (row.margin_used ?? 0), 0);
			columns.equity.push(rounded(held));
			columns.marginUsed.push(rounded(margin));
			columns.liquidationDistance.push(nearest(portfolios, exchange));
			whole += held;
			used += margin;
		}
		equity.push(rounded(whole));
		idle.push(rounded(whole - used));
		exposure.push(rounded(portfolios.reduce((total, portfolio) => total + heldUsd(portfolio), 0)));
	}
	return {
		async takeUpTo(seats, now) {
			if (now < nextAt) return;
			nextAt = Math.floor((now + HOUR_MS) / DAY_MS) * DAY_MS + DAY_MS - HOUR_MS;
			await take(seats, now);
		},
		takeLast: take,
		transfers: () => transfers,
		columns: () => ({
			stepMs: DAY_MS,
			at,
			equity,
			exposure,
			idle,
			exchanges: [...byExchange].map(([exchange, columns]) => ({ exchange, ...columns })),
		}),
	};
}

/** Rounds USD to the sixth place: equal deposits of a capital may lack a fraction of a cent. */
function rounded(usd: number): number {
	return Number(usd.toFixed(6));
}

/** Returns a portfolio with only the accounts of a pair. */
function ofPair(portfolio: Portfolio, pair: SeatPair | undefined): Portfolio {
	if (pair === undefined) return portfolio;
	return {
		...portfolio,
		accounts: portfolio.accounts.filter(({ exchange }) => pair.exchanges.includes(exchange)),
	};
}

/** Returns the value of both legs of all positions at their marks, USD. */
function heldUsd({ executions }: Portfolio): number {
	return executions.reduce(
		(total, { long_position: long, short_position: short }) =>
			total + long.size * (long.mark_price ?? 0) + short.size * (short.mark_price ?? 0),
		0,
	);
}

/** Returns the transfers that the service advises, so that no account runs short of margin. */
function transfersOf({ accounts }: Portfolio, at: number): readonly Transfer[] {
	return accounts.flatMap(({ margin_runway: runway }) =>
		runway?.move ? [{ at, from: runway.move.from, to: runway.move.to, usd: runway.move.amount }] : [],
	);
}

/** Returns the smallest distance from a mark to its liquidation price, as a fraction; null without a position. */
function nearest(portfolios: readonly Portfolio[], exchange: string): number | null {
	const distances = portfolios.flatMap(({ executions }) =>
		executions
			.flatMap(({ long_position, short_position }) => [long_position, short_position])
			.flatMap(({ exchange: where, mark_price: mark, liquidation_price: at, size }) =>
				where === exchange && size > 0 && mark !== null && at !== null && mark > 0
					? [Math.abs(mark - at) / mark]
					: [],
			),
	);
	return distances.length === 0 ? null : Math.min(...distances);
}
