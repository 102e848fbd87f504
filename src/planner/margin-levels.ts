/**
 * Says how thin the margin of an exchange account is, and what it is after common price moves. The levels are shares of
 * 1/L, the equity per USD of notional that the planned leverage L leaves. Pure functions; figures are doubles.
 */
import {
	type ExchangeMargin,
	type FiguresAfter,
	MARGIN_LEVELS,
	type MarginLevel,
} from '../ports/margin-plan.ts';
import {
	accountFigures,
	accountRunway,
	type BookAccount,
	emptyingMoves,
	movedAccount,
} from './margin-book.ts';

/** Share of 1/L below which each level begins. */
export const LEVEL_SHARES = { watch: 0.7, transfer: 0.5, reduce: 0.3 } as const;
/** Hysteresis: a level ends only once the share exceeds its limit by this factor. */
export const LEVEL_ENDS_FACTOR = 1.1;
/** Common price moves that every margin report shows, fractions. */
export const SHOWN_MOVES = [-0.5, -0.3, -0.1, 0.1, 0.3, 0.5] as const;
/** Leverage of a plan without a wish of its own. */
export const DEFAULT_LEVERAGE = 1.8;

/**
 * Returns the level of an account.
 * @param share equity per USD of notional; null without a position
 * @param target 1/L
 * @param before the level at the last check; `ok` if there was none
 */
export function marginLevel(share: number | null, target: number, before: MarginLevel = 'ok'): MarginLevel {
	if (share === null) return 'ok';
	const worst = [...MARGIN_LEVELS].reverse();
	for (const level of worst) {
		if (level === 'ok') break;
		const holds = MARGIN_LEVELS.indexOf(before) >= MARGIN_LEVELS.indexOf(level);
		const limit = LEVEL_SHARES[level] * target * (holds ? LEVEL_ENDS_FACTOR : 1);
		if (share < limit) return level;
	}
	return 'ok';
}

/**
 * Returns 1/L of an account: the margin that its positions' leverages leave per USD of notional. `leverage` replaces
 * the positions' own.
 */
export function targetShare({ positions }: BookAccount, leverage?: number): number {
	if (leverage !== undefined) return 1 / leverage;
	const gross = positions.reduce((sum, { notional }) => sum + Math.abs(notional), 0);
	if (gross === 0) return 1 / DEFAULT_LEVERAGE;
	return positions.reduce((sum, { notional, leverage: own }) => sum + Math.abs(notional) / own, 0) / gross;
}

/** Returns the margin of an account now and after moves. */
export function exchangeMargin(
	account: BookAccount,
	options: { readonly leverage?: number | undefined; readonly before?: MarginLevel | undefined } = {},
): ExchangeMargin {
	const now = accountFigures(account);
	const target = targetShare(account, options.leverage);
	return {
		exchange: account.exchange,
		now,
		target,
		level: marginLevel(now.share, target, options.before),
		common: SHOWN_MOVES.map((move) => figuresAfter(account, null, move)),
		worstCoin: worstCoins(account),
		empties: emptyingMoves(account),
		runwayHours: accountRunway(account),
	};
}

/** Returns an account's figures after a move of one coin, or of all coins with null. */
export function figuresAfter(account: BookAccount, coin: string | null, move: number): FiguresAfter {
	const { equity, gross, net, share, positions } = movedAccount(account, {
		move: (position) => (coin === null || position.coin === coin ? move : 0),
	});
	const liquidated = positions.filter((one) => one.isLiquidated).map(({ position }) => position.symbol);
	return { coin, move, equity, gross, net, share, liquidated };
}

function worstCoins(account: BookAccount): readonly FiguresAfter[] {
	const coins = [...new Set(account.positions.map(({ coin }) => coin))];
	if (coins.length === 0) return [];
	return SHOWN_MOVES.map((move) =>
		coins
			.map((coin) => figuresAfter(account, coin, move))
			.reduce((worst, next) => (next.equity < worst.equity ? next : worst)),
	);
}
