/**
 * Tracks the openings that a user's other calls have in progress. Between the reads of one call and its journal
 * entry, another call may take the same instrument, the rest of a limit, or margin. The venue may still report that
 * margin as available. Each call therefore claims its resources synchronously with its check, and every check counts
 * the other calls' claims.
 */
import { add, type Decimal, ZERO } from '../../domain/decimal.ts';
import { instrumentKey, type VenueName } from '../../domain/instrument.ts';
import type { ProposedTrade, Sharer } from '../risk/facts.ts';

/** Claims of the user's other calls, as one check counts them. */
export type OtherOpenings = {
	/** Number of the user's other calls that have a claim and are not journaled yet. */
	readonly count: number;
	/** Amount of the user's other unjournaled calls across both legs, USD. */
	readonly amount: Decimal;
	/** Returns the unjournaled calls that are opening a leg on the instrument. */
	readonly sharersOf: (instrument: {
		readonly venue: VenueName;
		readonly symbol: string;
	}) => readonly Sharer[];
	/** Trades that the unjournaled calls are opening. */
	readonly trades: readonly ProposedTrade[];
	/** Worst-case unhedged exposure of the user's other unjournaled calls, USD. */
	readonly unhedged: Decimal;
	/** Worst-case unhedged exposure of all users' other unjournaled calls, USD. */
	readonly unhedgedOfAll: Decimal;
	/** Margin claimed at a venue that the balance read by this call does not reflect yet, USD. */
	readonly marginAt: (venue: VenueName) => Decimal;
	/** Executions whose margin is part of `marginAt`. */
	readonly executionIds: ReadonlySet<string>;
	/** Claims of the calling agent's other unjournaled calls; zero if the user calls. */
	readonly ofAgent: {
		readonly count: number;
		readonly amount: Decimal;
		/** Executions of the agent's calls that are being written. The journal may contain them already. */
		readonly executionIds: ReadonlySet<string>;
	};
};

type Claim = {
	readonly amount: Decimal;
	readonly leverage: Decimal;
	readonly trade: ProposedTrade;
	/** Worst-case unhedged exposure of the opening's largest slice, USD. */
	readonly slice: Decimal;
};

/**
 * One opening call, from before its first read until it ends. `begunAt` and `admittedAt` are turn numbers, which show
 * the order in which calls began and ended.
 */
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
	/** Calls in progress, and admitted calls whose margin a call in progress may have missed. */
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
		/** True while an opening call of the user is in progress. */
		isUnderWay: (userId: string): boolean =>
			[...calls.openings].some((opening) => opening.userId === userId && opening.admittedAt === undefined),
	};
}

/** Begins a call before its first read. Every call must be ended with `end`. */
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
	// This call's reads already include every opening that was admitted before this call began.
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

/** Claims resources for a call, synchronously with the check that allowed them. */
function claim(opening: Opening, claimed: Claim): void {
	opening.claim = claimed;
}

/** Notes that the call's execution is being written, so that a check that finds it in the journal counts it once. */
function writing(opening: Opening, executionId: string): void {
	opening.executionId = executionId;
}

/**
 * Ends a call. If the call has an execution, the journal contains it. From then on, checks count its instruments and
 * amount from the journal.
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

/** The opening calls in progress, with their claims. */
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
