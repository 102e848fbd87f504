/** Builds one exchange account's record in `portfolio_live`. Pure functions. */
import { worthOf } from '../domain/account-books.ts';
import { plus } from '../domain/account-identity.ts';
import { type Decimal, mulTrunc, sub, ZERO } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { RunwayOutcome } from '../domain/margin-runway.ts';
import type { PortfolioAccount } from '../ports/portfolio.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import { iso } from './execution-record.ts';
import type { AccountSnapshot } from './open-accounts.ts';
import { PORTFOLIO_TEXT } from './text.ts';

/** Inputs for an account's record: its last snapshot, and the profit in USD of our legs on the account. */
export type AccountFacts = {
	readonly venue: VenueName;
	/** Last snapshot of the account; undefined before the first read. */
	readonly snapshot: AccountSnapshot | undefined;
	readonly stale: boolean;
	/**
	 * True if nothing was booked since the snapshot. Later bookings are not in its wallet balance and would appear
	 * unexplained.
	 */
	readonly isCurrent: boolean;
	/** Realized profit of the executions' legs at the venue, USD. */
	readonly realized: Decimal;
	readonly unrealized: Decimal | null;
	readonly markOf: (symbol: string) => Decimal | null;
	/** Runway of the account's positions. */
	readonly runway: RunwayOutcome;
};

type Reason = { readonly field: string; readonly code: string; readonly message: Words };

type Row = { readonly row: PortfolioAccount; readonly reasons: readonly Reason[] };

/** Builds an account's record. Figures that are unknown, or cannot be compared right now, are null with a reason. */
export function accountRow(facts: AccountFacts): Row {
	const { venue, snapshot } = facts;
	if (snapshot === undefined) return { row: unread(venue), reasons: [] };
	const { balance, identity } = snapshot;
	const settled = snapshot.consistent && facts.isCurrent;
	const comparable = settled && identity.misfits.length === 0;
	const pnl = plus(facts.realized, facts.unrealized);
	const held = unmanagedWorth(facts, snapshot);
	const unmanaged = comparable
		? plus(identity.unmanaged.cash, minus(held, identity.unmanaged.worthThen))
		: null;
	const unexplained = comparable ? identity.unexplained : null;
	const revaluation = comparable ? identity.revaluation : null;
	const parts = [pnl, unmanaged, identity.externalFlows, revaluation, unexplained];
	return {
		row: {
			exchange: venue,
			connected: true,
			equity: comparable ? equityOf(facts, snapshot, held) : balance.equity,
			available: balance.available,
			marginUsed: balance.marginUsed,
			updatedAt: iso(snapshot.takenAt),
			stale: facts.stale,
			equityChange: comparable ? parts.reduce(plus, ZERO) : null,
			executionPnl: pnl,
			unmanagedPnl: unmanaged,
			externalFlows: identity.externalFlows,
			revaluation,
			unexplained,
			marginRunway: shownRunway(facts.runway),
		},
		reasons: [
			...reasonsOf(facts, snapshot, settled, { unmanaged, revaluation, unexplained }),
			...runwayReasons(facts),
		],
	};
}

/**
 * Computes the account's equity, USD: the wallet, the unrealized profit of all positions at our marks, and the other
 * assets. Positions include those that no execution opened.
 */
function equityOf(
	{ unrealized }: AccountFacts,
	{ balance, identity }: AccountSnapshot,
	unmanagedHeld: Decimal | null,
): Decimal | null {
	const others = balance.otherAssets.reduce<Decimal | null>(
		(total, { quantity, usdPrice }) => plus(total, worthOf(usdPrice, quantity)),
		ZERO,
	);
	return plus(
		plus(sub(balance.walletBalance, identity.costBeyondOurs), unrealized),
		plus(unmanagedHeld, others),
	);
}

/** Values the unmanaged positions at current marks, USD; null if a mark is unknown. */
function unmanagedWorth(facts: AccountFacts, { positions, identity }: AccountSnapshot): Decimal | null {
	let worth: Decimal | null = ZERO;
	for (const [symbol, quantity] of identity.unmanaged.held) {
		const mark = facts.markOf(symbol) ?? positions.get(symbol)?.markPrice ?? null;
		worth = plus(worth, mark === null ? null : mulTrunc(mark, quantity));
	}
	return worth;
}

function reasonsOf(
	{ venue }: AccountFacts,
	{ identity, balance }: AccountSnapshot,
	settled: boolean,
	parts: Readonly<Record<'unmanaged' | 'revaluation' | 'unexplained', Decimal | null>>,
): readonly Reason[] {
	const exchange = shownNameOf(venue);
	const of = (member: string, code: string, message: Words): Reason => ({
		field: `accounts.${venue}.${member}`,
		code,
		message,
	});
	if (!settled) return [of('unexplained', 'ACCOUNT_MOVING', PORTFOLIO_TEXT.moving({ exchange }))];
	if (identity.misfits.length > 0)
		return [
			of(
				'unmanaged_pnl',
				'UNMANAGED_POSITION',
				PORTFOLIO_TEXT.misfits({ exchange, symbols: identity.misfits }),
			),
		];
	const reasons: Reason[] = [];
	if (parts.unmanaged === null)
		reasons.push(of('unmanaged_pnl', 'MARK_UNKNOWN', PORTFOLIO_TEXT.unmanagedMark({ exchange })));
	if (parts.unexplained === null)
		reasons.push(of('unexplained', 'BASELINE_UNKNOWN', PORTFOLIO_TEXT.baseline({ exchange })));
	const unpriced = balance.otherAssets.filter(({ usdPrice }) => usdPrice === null);
	if (parts.revaluation === null || unpriced.length > 0)
		reasons.push(
			of(
				'revaluation',
				'PRICE_UNKNOWN',
				PORTFOLIO_TEXT.unpriced({ exchange, assets: unpriced.map(({ asset }) => asset) }),
			),
		);
	return reasons;
}

function unread(venue: VenueName): PortfolioAccount {
	return {
		exchange: venue,
		connected: true,
		equity: null,
		available: null,
		marginUsed: null,
		updatedAt: null,
		stale: true,
		equityChange: null,
		executionPnl: null,
		unmanagedPnl: null,
		externalFlows: null,
		revaluation: null,
		unexplained: null,
		marginRunway: null,
	};
}

function shownRunway({ runway }: RunwayOutcome): PortfolioAccount['marginRunway'] {
	if (runway === null) return null;
	const { hours, symbol, addMargin, move, text } = runway;
	return { hours, symbol, addMargin: addMargin, move, text };
}

const RUNWAY_CODES = {
	liquidation: 'LIQUIDATION_UNKNOWN',
	mark: 'MARK_UNKNOWN',
	volatility: 'VOLATILITY_TOO_YOUNG',
} as const;

function runwayReasons({ venue, runway }: AccountFacts): readonly Reason[] {
	return [...Map.groupBy(runway.unknown, ({ why }) => why)].map(([why, positions]) => ({
		field: `accounts.${venue}.margin_runway`,
		code: RUNWAY_CODES[why],
		message: PORTFOLIO_TEXT.leftOut({
			exchange: shownNameOf(venue),
			why,
			symbols: positions.map(({ symbol }) => symbol),
		}),
	}));
}

function minus(a: Decimal | null, b: Decimal | null): Decimal | null {
	return a === null || b === null ? null : sub(a, b);
}
