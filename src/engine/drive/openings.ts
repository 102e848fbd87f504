/**
 * Openings of a user's other calls in progress. Another call may act between the reads of a call and its journal entry.
 * It may take the same instrument, the rest of a limit, or margin that the venue still reports as available. So a call
 * claims its resources in the very tick of its check, and every check counts the claims of the others.
 */
import { add, type Decimal, ZERO } from '../../domain/decimal.ts';
import { instrumentKey, type VenueName } from '../../domain/instrument.ts';
import type { ProposedTrade, Sharer } from '../risk/facts.ts';

/** Claims of the user's other calls, as one check counts them. */
export type OtherOpenings = {
	/** Calls with a claim that are not journaled yet. */
	readonly count: number;
	/** USD over both legs of those calls. */
	readonly amount: Decimal;
	/** Those of the calls that are opening a leg on the instrument. */
	readonly sharersOf: (instrument: {
		readonly venue: VenueName;
		readonly symbol: string;
	}) => readonly Sharer[];
	/** Trades that they are opening. */
	readonly trades: readonly ProposedTrade[];
	/** USD of their worst-case unhedged exposure; the same for the calls of all users. */
	readonly unhedged: Decimal;
	readonly unhedgedOfAll: Decimal;
	/** USD of margin at a venue that is not included yet in the balance that this call has read. */
	readonly marginAt: (venue: VenueName) => Decimal;
	/** Executions whose margin is in `marginAt`. */
	readonly executionIds: ReadonlySet<string>;
	/** Claims of the same agent; zero for a call of the user. */
	readonly ofAgent: {
		readonly count: number;
		readonly amount: Decimal;
		/** Those of them that are being written: the journal may contain them already. */
		readonly executionIds: ReadonlySet<string>;
	};
};

type Claim = {
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly trade: ProposedTrade;
	/** USD of unhedged exposure at once. */
	readonly slice: Decimal;
};

/** One call, from before its first read to its end. Turns order the starts and ends of calls. */
export type Opening = {
	readonly userId: string;
	/** The calling agent's id; undefined when the user calls. */
	readonly agentId: string | undefined;
	readonly begunAt: number;
	claim: Claim | undefined;
	admittedAt: number | undefined;
	executionId: string | undefined;
};

type Calls = {
	turn: number;
	/** Calls in progress, and admitted ones whose margin a call in progress may have missed. */
	readonly openings: Set<Opening>;
};

/** Creates an empty list of calls in progress. */
export function createOpenings() {
	const calls: Calls = { turn: 0, openings: new Set() };
	return {
		begin: (userId: string, agentId: string | undefined) => begin(calls, userId, agentId),
		others: (opening: Opening) => others(calls, opening),
		claim,
		writing,
		end: (opening: Opening, executionId: string | undefined) => end(calls, opening, executionId),
		/** True while a call of the user is between its start and its end. */
		isUnderWay: (userId: string): boolean =>
			[...calls.openings].some((opening) => opening.userId === userId && opening.admittedAt === undefined),
	};
}

/** Call it before the first read, and end it in any case. */
function begin(calls: Calls, userId: string, agentId: string | undefined): Opening {
	calls.turn += 1;
	const opening: Opening = {
		userId,
		agentId,
		begunAt: calls.turn,
		claim: undefined,
		admittedAt: undefined,
		executionId: undefined,
	};
	calls.openings.add(opening);
	return opening;
}

function others(calls: Calls, opening: Opening): OtherOpenings {
	const all = [...calls.openings].filter((other) => other !== opening && other.claim !== undefined);
	const claimed = all.filter((other) => other.userId === opening.userId);
	const pending = claimed.filter((other) => other.admittedAt === undefined);
	// The reads of this call include an opening that was admitted before them.
	const unseen = claimed.filter(
		(other) => other.admittedAt === undefined || other.admittedAt > opening.begunAt,
	);
	return {
		count: pending.length,
		amount: amountOf(pending),
		executionIds: idsOf(unseen),
		ofAgent: ofAgent(pending, opening.agentId),
		sharersOf: (instrument) => pending.flatMap((other) => sharersIn(other, instrument)),
		unhedged: slicesOf(pending),
		unhedgedOfAll: slicesOf(all.filter((other) => other.admittedAt === undefined)),
		trades: pending.flatMap(({ claim }) => (claim === undefined ? [] : [claim.trade])),
		marginAt: (venue) =>
			unseen
				.flatMap(legsOf)
				.filter(({ plan }) => plan.venue === venue)
				.reduce((total, leg) => add(total, leg.margin), ZERO),
	};
}

/** In the same tick as the check that allowed it. */
function claim(opening: Opening, claimed: Claim): void {
	opening.claim = claimed;
}

/** Its execution is being written from now on: a check that finds it in the journal counts it once. */
function writing(opening: Opening, executionId: string): void {
	opening.executionId = executionId;
}

/**
 * Ends a call with its execution. The journal contains it, so its instruments and amount are counted there from now on.
 */
function end(calls: Calls, opening: Opening, executionId: string | undefined): void {
	calls.turn += 1;
	if (executionId === undefined) calls.openings.delete(opening);
	else {
		opening.admittedAt = calls.turn;
		opening.executionId = executionId;
	}
	for (const known of calls.openings) if (isSeenByAll(calls, known)) calls.openings.delete(known);
}

function isSeenByAll(calls: Calls, known: Opening): boolean {
	const { admittedAt } = known;
	if (admittedAt === undefined) return false;
	return ![...calls.openings].some(
		(other) => other.userId === known.userId && other.admittedAt === undefined && other.begunAt <= admittedAt,
	);
}

/** The calls that are opening something, with their claims. */
export type Openings = ReturnType<typeof createOpenings>;

function ofAgent(pending: readonly Opening[], agentId: string | undefined): OtherOpenings['ofAgent'] {
	const own = agentId === undefined ? [] : pending.filter((other) => other.agentId === agentId);
	return { count: own.length, amount: amountOf(own), executionIds: idsOf(own) };
}

function idsOf(openings: readonly Opening[]): ReadonlySet<string> {
	return new Set(openings.flatMap(({ executionId }) => executionId ?? []));
}

function amountOf(openings: readonly Opening[]): Decimal {
	return openings.reduce<Decimal>((total, { claim }) => add(total, claim?.amount ?? ZERO), ZERO);
}

function slicesOf(openings: readonly Opening[]): Decimal {
	return openings.reduce<Decimal>((total, { claim }) => add(total, claim?.slice ?? ZERO), ZERO);
}

function legsOf(opening: Opening) {
	return opening.claim === undefined ? [] : [opening.claim.trade.long, opening.claim.trade.short];
}

function sharersIn(
	opening: Opening,
	instrument: { readonly venue: VenueName; readonly symbol: string },
): readonly Sharer[] {
	const { claim } = opening;
	if (claim === undefined) return [];
	return legsOf(opening)
		.filter(({ plan }) => instrumentKey(plan.instrument) === instrumentKey(instrument))
		.map(({ plan }) => ({
			executionId: undefined,
			role: plan.role,
			leverage: claim.leverage,
			marginMode: 'isolated',
			isRepaired: false,
		}));
}
