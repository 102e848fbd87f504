/**
 * Defines the guards, which are reasons against a trade. This file has the table of codes and the types.
 * `leg-guards.ts` checks one leg, `pair-guards.ts` both legs together, and `amount-guards.ts` the amount against the
 * books.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { Opportunity } from '../domain/opportunity.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../ports/market.ts';
import type { Words } from '../sentences/sentence.ts';

type GuardRow = {
	readonly meaning: string;
	/** True if the guard forbids the trade; false for a warning. */
	readonly blocking: boolean;
};

/** Every guard code with its meaning and whether it blocks opening. The documentation is generated from this table. */
export const GUARDS = {
	DATA_ONLY: {
		blocking: true,
		meaning:
			'The service reads an exchange of the pair but does not trade there. The `venues` setting lists that exchange for its data only.',
	},
	VENUE_DOWN: {
		blocking: true,
		meaning: 'The market data of an exchange is stale or down, or the exchange is disabled.',
	},
	VENUE_MAINTENANCE: {
		blocking: true,
		meaning: 'An exchange reports that trading is stopped, or that orders can only be cancelled.',
	},
	MAINTENANCE_PLANNED: { blocking: false, meaning: 'An exchange has announced maintenance within 24 hours.' },
	NOT_TRADABLE: { blocking: true, meaning: 'The contract is not open for trading on one of the exchanges.' },
	DELISTING: {
		blocking: true,
		meaning:
			'An exchange will delist the contract within the horizon (default 30 days), or within 24 hours if the horizon is shorter. The exchange would then close the leg.',
	},
	DELISTING_ANNOUNCED: {
		blocking: false,
		meaning: 'An exchange has announced that it will delist the contract after the horizon.',
	},
	QUOTE_STALE: { blocking: true, meaning: 'A price or a book is older than its maximum age.' },
	BOOK_MISSING: { blocking: true, meaning: 'The order book of a leg is missing, or one side is empty.' },
	BOOK_CROSSED: { blocking: true, meaning: 'The best bid of an order book is not below its best ask.' },
	FUNDING_MISSING: { blocking: true, meaning: 'The predicted funding rate of a leg is unknown.' },
	FUNDING_CLOCK_PAST: {
		blocking: false,
		meaning:
			'The next settlement time that an exchange published has passed, and the exchange has not published a new one yet.',
	},
	SETTLEMENT_NEAR: {
		blocking: false,
		meaning:
			'A settlement is so near that the exchange may not count a position opened now. We assume that you pay and do not receive.',
	},
	// This is only a warning: a rate at its limit is paid like any other, and at worst more settlements at the limit
	// follow sooner. TOO_GOOD blocks extreme rates.
	RATE_CAPPED: {
		blocking: false,
		meaning:
			'The predicted funding rate is at its cap or floor. The exchange may settle more often after the next settlement.',
	},
	MARK_DIVERGED: {
		blocking: false,
		meaning:
			'The mark price of a leg is more than 2 % off its index price. Margin and liquidation follow the mark price.',
	},
	TOO_GOOD: {
		blocking: true,
		meaning:
			'The headline APR, or the yearly rate of one leg, is above the setting `scanner.tooGoodApr`. This is nearly always a data error, a delisting or a squeeze.',
	},
	PRICE_MISMATCH: {
		blocking: true,
		meaning:
			'The prices are more than 2 % apart. The ticker stands for two different coins, or a contract multiplier was not applied.',
	},
	NAME_MISMATCH: { blocking: false, meaning: 'The exchanges give the coin different full names.' },
	QUOTE_DEPEG: {
		blocking: true,
		meaning:
			'The legs have different quote currencies, and the rate between them is unknown, stale or more than 0.5 % from par.',
	},
	TRANSFERS_SUSPENDED: {
		blocking: false,
		meaning:
			'An exchange has suspended deposits or withdrawals of a quote currency, so margin cannot be moved.',
	},
	THIN_BOOK: { blocking: true, meaning: 'The visible depth of an order book cannot fill the leg on entry.' },
	THIN_EXIT: { blocking: true, meaning: 'The visible depth of an order book cannot fill the leg on exit.' },
	BELOW_MIN_NOTIONAL: {
		blocking: true,
		meaning:
			'The amount is below the minimum of the pair: a leg is below a minimum of its exchange, or would be after the stress move.',
	},
} as const satisfies Readonly<Record<string, GuardRow>>;

/** Code of one guard, as the `guards` field of an opportunity lists it. */
export type GuardCode = keyof typeof GUARDS;

/** A guard that applies. Guards are checked at every change, so the message is built only when it is shown. */
export type GuardFinding = { readonly code: GuardCode; readonly message: () => Words };

/** No findings. This is the usual result, so it is allocated only once. */
export const NO_FINDINGS: readonly GuardFinding[] = [];

/** Maximum age at which market data still counts as fresh, ms. */
export type AgeLimits = {
	/** Maximum age of a ticker, ms. */
	readonly tickerStaleMs: number;
	/** Maximum age of an order book, ms. */
	readonly bookStaleMs: number;
};

/** Configured limits for guards: maximum age of data, and the APR above which a figure is not believed. */
export type GuardLimits = AgeLimits & {
	/**
	 * Maximum believable headline APR, and maximum believable yearly rate for one leg, in either direction. A value
	 * of 5 is 500 %.
	 */
	readonly tooGoodApr: Decimal;
};

/** Inputs of the guards other than the legs. */
export type GuardContext = {
	/** Current time, ms. */
	readonly now: number;
	/** Planned holding period, ms. */
	readonly horizonMs: number;
	readonly limits: GuardLimits;
	readonly quoteRate: Market['quoteRate'];
};

/** One leg's inputs at one instant. */
export type LegInputs = InstrumentInputs & { readonly status: VenueDataStatus };

/** Returns a record's guards that forbid the trade. An unknown code also forbids the trade. */
export function blockingGuards(record: Pick<Opportunity, 'guards'>): readonly string[] {
	return record.guards.filter((code) => !Object.hasOwn(GUARDS, code) || GUARDS[code as GuardCode].blocking);
}

/**
 * True if an input is older than its limit, or if its age is unknown. An input exactly at its limit is still fresh.
 */
export function isStale(receivedAt: number | undefined, staleMs: number, now: number): boolean {
	return receivedAt === undefined || now - receivedAt > staleMs;
}

/** Returns when each available input was received and when it becomes stale, ms. */
export function receipts(
	leg: InstrumentInputs,
	limits: AgeLimits,
): readonly { readonly at: number; readonly staleAfter: number }[] {
	const { ticker, tickerReceivedAt, book, bookReceivedAt } = leg;
	const kept = [];
	if (ticker !== undefined && tickerReceivedAt !== undefined)
		kept.push({ at: tickerReceivedAt, staleAfter: tickerReceivedAt + limits.tickerStaleMs });
	if (book !== undefined && bookReceivedAt !== undefined)
		kept.push({ at: bookReceivedAt, staleAfter: bookReceivedAt + limits.bookStaleMs });
	return kept;
}

const WARNINGS = (Object.keys(GUARDS) as GuardCode[]).filter((code) => !GUARDS[code].blocking);

/**
 * Returns the warnings among the findings with one bit per code, so that a code that applies to both legs counts
 * once.
 */
export function warningBits(findings: readonly GuardFinding[]): number {
	return findings.reduce((bits, { code }) => bits | warningBit(code), 0);
}

/** Returns the bit for one code; 0 for a blocking guard. */
export function warningBit(code: GuardCode): number {
	const index = WARNINGS.indexOf(code);
	return index < 0 ? 0 : 1 << index;
}
