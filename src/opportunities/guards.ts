/**
 * What can stand against an opportunity: one table of codes, and what a finding is. `leg-guards.ts` finds what stands
 * against one leg, `pair-guards.ts` what stands between two, `amount-guards.ts` what an amount meets in the books.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { Opportunity } from '../domain/opportunity.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../ports/market.ts';

type GuardRow = {
	readonly meaning: string;
	/** True when the opportunity must not be traded while it stands; false when it only has to be known. */
	readonly blocking: boolean;
};

/** Every guard code with its meaning, and whether it blocks an opening; the documentation is generated from it. */
export const GUARDS = {
	DATA_ONLY: {
		blocking: true,
		meaning:
			'An exchange of the pair is one that the service reads and does not trade at: the setting `venues` names it beside those that it trades at.',
	},
	VENUE_DOWN: { blocking: true, meaning: 'The market data of a venue is stale or down, or it is disabled.' },
	VENUE_MAINTENANCE: {
		blocking: true,
		meaning: 'A venue itself says that trading is stopped or that orders may only be canceled.',
	},
	MAINTENANCE_PLANNED: { blocking: false, meaning: 'A venue has announced maintenance within 24 hours.' },
	NOT_TRADABLE: { blocking: true, meaning: 'A venue does not trade the instrument at this moment.' },
	DELISTING: {
		blocking: true,
		meaning:
			'A venue closes the instrument inside the horizon (30 days where none is named), or within 24 hours: the leg would be lost.',
	},
	DELISTING_ANNOUNCED: {
		blocking: false,
		meaning: 'A venue has announced that it closes the instrument later.',
	},
	QUOTE_STALE: { blocking: true, meaning: 'An input is older than its limit.' },
	BOOK_MISSING: { blocking: true, meaning: 'No book of a leg is known, or a side of it is empty.' },
	BOOK_CROSSED: { blocking: true, meaning: 'The best bid of a book is not below its best ask.' },
	FUNDING_MISSING: { blocking: true, meaning: 'The running estimate of a leg is not known.' },
	FUNDING_CLOCK_PAST: {
		blocking: false,
		meaning: 'The coming settlement that a venue states has passed; its next estimate is not there yet.',
	},
	SETTLEMENT_NEAR: {
		blocking: false,
		meaning:
			'A settlement is so near that the venue may or may not count a position opened now: payments are expected there, receipts are not.',
	},
	// A rate at its bound is paid like any other, and further settlements at the bound only follow sooner: a reason to know
	// it, not to refuse it. What is out of proportion is TOO_GOOD.
	RATE_CAPPED: {
		blocking: false,
		meaning:
			'The running estimate is at its cap or floor: the venue may settle more often from the next settlement on.',
	},
	MARK_DIVERGED: {
		blocking: false,
		meaning: 'The mark of a leg is more than 2 % off its index: margin and liquidation follow the mark.',
	},
	TOO_GOOD: {
		blocking: true,
		meaning:
			'The headline APR, or what one leg alone pays a year, is above the setting `scanner.tooGoodApr`: nearly always a data error, a delisting or a squeeze.',
	},
	PRICE_MISMATCH: {
		blocking: true,
		meaning:
			'The prices are more than 2 % apart: one ticker names two coins, or the venues count different multiples of one.',
	},
	NAME_MISMATCH: { blocking: false, meaning: 'The venues give the coin different full names.' },
	QUOTE_DEPEG: {
		blocking: true,
		meaning:
			'The legs have different quote currencies, and the rate between them is unknown, stale or more than 0.5 % from par.',
	},
	TRANSFERS_SUSPENDED: {
		blocking: false,
		meaning: 'A venue has suspended deposits or withdrawals of a quote currency: margin cannot be moved.',
	},
	THIN_BOOK: { blocking: true, meaning: 'A visible book does not hold the leg for the entry.' },
	THIN_EXIT: { blocking: true, meaning: 'A visible book does not hold the leg for the exit.' },
	BELOW_MIN_NOTIONAL: {
		blocking: true,
		meaning:
			'The amount is below min_amount: a leg is below a minimum of its exchange, or would be after the stress move.',
	},
} as const satisfies Readonly<Record<string, GuardRow>>;

/** Code of one guard, as the member `guards` of an opportunity lists it. */
export type GuardCode = keyof typeof GUARDS;

/** One guard that stands. The sentence about this case is formed when it is shown: guards are looked for at every change. */
export type GuardFinding = { readonly code: GuardCode; readonly message: () => string };

/** Nothing stands: the usual answer, made once. */
export const NO_FINDINGS: readonly GuardFinding[] = [];

/** Oldest market data, in milliseconds, that still counts as fresh. */
export type AgeLimits = {
	/** A ticker received longer ago is stale, milliseconds. */
	readonly tickerStaleMs: number;
	/** The same for a book. */
	readonly bookStaleMs: number;
};

/** Configured limits that guards compare with: age of data, and the APR beyond which a figure is not believed. */
export type GuardLimits = AgeLimits & {
	/** A headline APR above it, or one leg's rate a year, in either direction, is too good to be true; 5 is 500 %. */
	readonly tooGoodApr: Decimal;
};

/** What findings hang on beside the legs. */
export type GuardContext = {
	/** The instant that ages and distances are counted from, milliseconds. */
	readonly now: number;
	/** How long the position would be held. */
	readonly horizonMs: number;
	readonly limits: GuardLimits;
	readonly quoteRate: Market['quoteRate'];
};

/** The inputs of one leg at one instant. */
export type LegInputs = InstrumentInputs & { readonly status: VenueDataStatus };

/** Those of a record's guards that forbid a trade. A code that this table does not know forbids it. */
export function blockingGuards(record: Pick<Opportunity, 'guards'>): readonly string[] {
	return record.guards.filter((code) => !Object.hasOwn(GUARDS, code) || GUARDS[code as GuardCode].blocking);
}

/** An input whose age is not known is stale; at its limit it still holds. */
export function isStale(receivedAt: number | undefined, staleMs: number, now: number): boolean {
	return receivedAt === undefined || now - receivedAt > staleMs;
}

/** When the inputs that are there were received, and until when each of them holds. */
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

/** Those findings that only have to be known, a bit for each code: of two legs, a code counts once. */
export function warningBits(findings: readonly GuardFinding[]): number {
	return findings.reduce((bits, { code }) => bits | warningBit(code), 0);
}

/** The bit of one code; 0 for a guard that forbids the trade. */
export function warningBit(code: GuardCode): number {
	const index = WARNINGS.indexOf(code);
	return index < 0 ? 0 : 1 << index;
}
