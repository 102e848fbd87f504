/**
 * Splits the equity of all exchange accounts so that the least equity per notional after a move of ±30 % is as large as
 * possible. Idle capital therefore goes to the exchange with the least equity per notional. Pure functions; doubles.
 */
import { accountFigures, type BookAccount } from './margin-book.ts';

/** Common moves that the split looks at, fractions. */
const MOVES = [-0.3, 0.3] as const;
const SHARE_MAX = 1e6;
const STEPS = 200;

/** Result of a split: USD per exchange, and the equity per notional that each keeps after the worse move. */
export type EquityTargets = {
	readonly equity: ReadonlyMap<string, number>;
	/** Equity per USD of notional after the worse of the moves, equal at all exchanges with a net position. */
	readonly shareAfter: number;
};

/**
 * Computes the equity that each account should hold. The sum is that of all accounts. An account without a position
 * should hold nothing, unless no account has one; then each keeps what it has.
 */
export function equityTargets(accounts: readonly BookAccount[]): EquityTargets {
	const figures = accounts.map((account) => ({ account, ...accountFigures(account) }));
	const total = figures.reduce((sum, { equity }) => sum + equity, 0);
	if (figures.every(({ gross }) => gross === 0))
		return {
			equity: new Map(figures.map(({ account, equity }) => [account.exchange, equity])),
			shareAfter: 0,
		};
	const need = (share: number) => figures.map(({ gross, net }) => needed(share, gross, net));
	const sumAt = (share: number) => need(share).reduce((sum, usd) => sum + usd, 0);
	let low = -1;
	let high = SHARE_MAX;
	for (let step = 0; step < STEPS; step += 1) {
		const middle = (low + high) / 2;
		if (sumAt(middle) > total) high = middle;
		else low = middle;
	}
	// With less equity than the exchanges need for a share of zero, all get the same part of it.
	const needs = need(low);
	const sum = needs.reduce((all, usd) => all + usd, 0);
	const scale = sum > 0 ? Math.max(0, total) / sum : 0;
	return {
		equity: new Map(figures.map(({ account }, index) => [account.exchange, (needs[index] ?? 0) * scale])),
		shareAfter: low,
	};
}

/** Returns the equity now that leaves `share` of the notional after the worse of the moves, USD. */
function needed(share: number, gross: number, net: number): number {
	return Math.max(0, ...MOVES.map((move) => share * gross * (1 + move) - net * move));
}
