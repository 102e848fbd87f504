/**
 * Sums over a user's executions, ended ones included. An ended execution is folded once and kept as its few figures; what
 * follows from a state is computed once, for states are never changed.
 */

import { type AssetAmount, addTo, type OurSide, type TakenShare } from '../domain/account-identity.ts';
import { add, type Decimal, mulTrunc, neg, sub, ZERO } from '../domain/decimal.ts';
import {
	type ExecutionState,
	foldExecution,
	isEnded,
	legFills,
	legPlan,
	tradedFills,
} from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import { executionLedger } from '../domain/ledger.ts';
import { legTimeline } from '../domain/leg-timeline.ts';
import type { NettedFill } from '../domain/netted-position.ts';
import { legJournalId, openExecutionsOf } from '../domain/user-executions.ts';
import type { Journal } from '../ports/journal.ts';
import { walletAssetOf } from '../venues/facts.ts';

/** One exchange account of a user, as the journal names it. */
export type UserAccount = { readonly userId: string; readonly account: string };

/** An instrument of it, and since when what was held of it matters. */
type OnInstrument = UserAccount & { readonly symbol: string; readonly since: number };

type LegFigures = {
	readonly leg: LegRole;
	/** As the journal names it. */
	readonly account: string;
	readonly symbol: string;
	readonly realized: Decimal;
	/** Fees that were not paid from the wallet. */
	readonly otherFees: ReadonlyMap<string, AssetAmount>;
	/** By trade id: what others took from the leg. */
	readonly taken: ReadonlyMap<string, TakenShare>;
	/** Signed coins held and their cost. */
	readonly quantity: Decimal;
	readonly cost: Decimal;
	/** First and last fill; undefined when nothing ever filled. */
	readonly span: { readonly from: number; readonly to: number } | undefined;
};

export type ExecutionFigures = {
	readonly realized: Decimal;
	readonly fundingReceived: Decimal;
	readonly fundingPaid: Decimal;
	readonly deployed: Decimal;
	readonly deployedPeak: Decimal;
	/** Notional of every fill of an order of ours, both legs, opening and closing, USD; and how many fills that were. */
	readonly volume: Decimal;
	readonly trades: number;
	readonly legs: readonly LegFigures[];
};

const LEGS: readonly LegRole[] = ['long', 'short'];
/** Ended executions are listed in pages of this size when a user's figures are first asked for. */
const PAGE_ROWS = 500;
/** Folded ended executions that are kept at hand, because they share a position that is still open. */
const FOLDED_MAX = 200;

const known = new WeakMap<ExecutionState, ExecutionFigures>();

export function figuresOf(state: ExecutionState): ExecutionFigures {
	const present = known.get(state);
	if (present !== undefined) return present;
	const ledger = executionLedger(state, { long: null, short: null });
	const figures: ExecutionFigures = {
		realized: add(ledger.long.realized, ledger.short.realized),
		fundingReceived: add(ledger.long.fundingReceived, ledger.short.fundingReceived),
		fundingPaid: add(ledger.long.fundingPaid, ledger.short.fundingPaid),
		deployed: ledger.deployed,
		deployedPeak: ledger.deployedPeak,
		...tradedVolume(state),
		legs: LEGS.map((leg) => legFigures(state, leg, ledger[leg])),
	};
	known.set(state, figures);
	return figures;
}

function tradedVolume({ orders }: ExecutionState): { readonly volume: Decimal; readonly trades: number } {
	const fills = orders.flatMap((order) => order.fills);
	return {
		volume: fills.reduce((total, { price, quantity }) => add(total, mulTrunc(price, quantity)), ZERO),
		trades: fills.length,
	};
}

function legFigures(
	state: ExecutionState,
	leg: LegRole,
	{
		realized,
		held,
		openCost,
	}: { readonly realized: Decimal; readonly held: Decimal; readonly openCost: Decimal },
): LegFigures {
	const { instrument } = legPlan(state, leg);
	const { times } = legTimeline(state, leg);
	const [from, to] = [times[0], times.at(-1)];
	const otherFees = new Map<string, AssetAmount>();
	for (const { fill } of legFills(state, leg))
		if (fill.feeAsset !== walletAssetOf(instrument.venue))
			addTo(otherFees, fill.feeAsset, { quantity: fill.feeQuantity, usd: fill.fee });
	const taken = new Map<string, TakenShare>();
	for (const reduction of state.reductions)
		if (reduction.leg === leg) for (const fill of reduction.fills) addTaken(taken, fill.tradeId, fill, add);
	return {
		leg,
		account: legJournalId(state.plan, leg),
		symbol: instrument.symbol,
		realized,
		otherFees,
		taken,
		quantity: leg === 'long' ? held : neg(held),
		cost: leg === 'long' ? openCost : neg(openCost),
		span: from === undefined || to === undefined ? undefined : { from, to },
	};
}

function addTaken(
	taken: Map<string, TakenShare>,
	tradeId: string,
	share: TakenShare,
	combine: (a: Decimal, b: Decimal) => Decimal,
): void {
	const present = taken.get(tradeId);
	const combined: TakenShare = {
		quantity: combine(present?.quantity ?? ZERO, share.quantity),
		fee: combine(present?.fee ?? ZERO, share.fee),
		feeQuantity: combine(present?.feeQuantity ?? ZERO, share.feeQuantity),
	};
	if (combined.quantity === 0n) taken.delete(tradeId);
	else taken.set(tradeId, combined);
}

/** Sums over legs on one exchange account. */
type AccountSums = {
	realized: Decimal;
	readonly otherFees: Map<string, AssetAmount>;
	readonly taken: Map<string, TakenShare>;
};

type Span = { readonly from: number; readonly to: number };

type EndedUser = {
	readonly executions: Map<string, ExecutionFigures>;
	/** By account, as the journal names it. */
	readonly accounts: Map<string, AccountSums>;
	/** By account and symbol, then by execution: when it was held. */
	readonly spans: Map<string, Map<string, Span>>;
	sums: EndedSums;
};

export type EndedSums = {
	readonly count: number;
	readonly realized: Decimal;
	readonly fundingReceived: Decimal;
	readonly fundingPaid: Decimal;
	readonly deployedPeak: Decimal;
	readonly volume: Decimal;
	readonly trades: number;
};

const NOTHING: EndedSums = {
	count: 0,
	realized: ZERO,
	fundingReceived: ZERO,
	fundingPaid: ZERO,
	deployedPeak: ZERO,
	volume: ZERO,
	trades: 0,
};

export function createEndedFigures(journal: Journal) {
	const users = new Map<string, EndedUser>();
	const folded = new Map<string, ExecutionState>();
	/** By user: figures that are being put together from the journal. */
	const beingFolded = new Map<string, Set<EndedUser>>();

	/** Folds what the user has ended, one execution at a time; what ends meanwhile is read with the rest, or told by `update`. */
	function* folding(userId: string): Generator<undefined, EndedUser> {
		const user: EndedUser = { executions: new Map(), accounts: new Map(), spans: new Map(), sums: NOTHING };
		const begun = beingFolded.get(userId) ?? new Set();
		beingFolded.set(userId, begun.add(user));
		try {
			for (let offset = 0; ; offset += PAGE_ROWS) {
				const rows = journal.userExecutions(userId, { ended: true, offset, limit: PAGE_ROWS });
				for (const { executionId } of rows) {
					put(user, executionId, figuresOf(foldExecution(journal.readExecution(executionId))));
					yield;
				}
				if (rows.length < PAGE_ROWS) return user;
			}
		} finally {
			begun.delete(user);
		}
	}

	function userOf(userId: string): EndedUser {
		const present = users.get(userId);
		if (present !== undefined) return present;
		const work = folding(userId);
		let step = work.next();
		while (step.done !== true) step = work.next();
		users.set(userId, step.value);
		return step.value;
	}

	/** So that `sums` and `accountSums` of the user answer at once: the journals are folded in short pieces. */
	async function prepare(userId: string, pause: () => Promise<void> | undefined): Promise<void> {
		if (users.has(userId)) return;
		const work = folding(userId);
		for (let step = work.next(); ; step = work.next()) {
			if (step.done === true) {
				if (!users.has(userId)) users.set(userId, step.value);
				return;
			}
			await pause();
		}
	}

	/** Takes over an execution that has ended, or to whose journal something was added after it had. */
	function update(state: ExecutionState): void {
		const { userId, executionId } = state.plan;
		if (!isEnded(state)) return;
		folded.delete(executionId);
		const present = users.get(userId);
		for (const user of [...(present === undefined ? [] : [present]), ...(beingFolded.get(userId) ?? [])])
			put(user, executionId, figuresOf(state));
	}

	/** The user's ended executions on the instrument of the account that were held at `since` or later. */
	function sharing({ userId, account }: UserAccount, symbol: string, since: number): readonly string[] {
		const spans = userOf(userId).spans.get(`${account} ${symbol}`);
		if (spans === undefined) return [];
		return [...spans].flatMap(([executionId, { to }]) => (to >= since ? [executionId] : []));
	}

	/** The folded journal of an ended execution. */
	function state(executionId: string): ExecutionState {
		const present = folded.get(executionId);
		if (present !== undefined) return present;
		const read = foldExecution(journal.readExecution(executionId));
		if (folded.size >= FOLDED_MAX) folded.clear();
		folded.set(executionId, read);
		return read;
	}

	return {
		sums: (userId: string): EndedSums => userOf(userId).sums,
		accountSums: ({ userId, account }: UserAccount): AccountSums | undefined =>
			userOf(userId).accounts.get(account),
		prepare,
		update,
		sharing,
		state,
	};
}

export type EndedFigures = ReturnType<typeof createEndedFigures>;

function put(user: EndedUser, executionId: string, figures: ExecutionFigures): void {
	const before = user.executions.get(executionId);
	if (before !== undefined) combine(user, executionId, before, sub, -1);
	user.executions.set(executionId, figures);
	combine(user, executionId, figures, add, 1);
}

function combine(
	user: EndedUser,
	executionId: string,
	figures: ExecutionFigures,
	change: (a: Decimal, b: Decimal) => Decimal,
	count: number,
): void {
	user.sums = changedSums(user.sums, figures, change, count);
	for (const leg of figures.legs) {
		combineAccount(accountOf(user.accounts, leg.account), leg, change);
		if (leg.span === undefined) continue;
		const key = `${leg.account} ${leg.symbol}`;
		const spans = user.spans.get(key) ?? new Map<string, Span>();
		spans.set(executionId, leg.span);
		user.spans.set(key, spans);
	}
}

/** The sums with one more execution. */
export function withExecution(sums: EndedSums, figures: ExecutionFigures): EndedSums {
	return changedSums(sums, figures, add, 1);
}

function changedSums(
	sums: EndedSums,
	figures: ExecutionFigures,
	change: (a: Decimal, b: Decimal) => Decimal,
	count: number,
): EndedSums {
	return {
		count: sums.count + count,
		realized: change(sums.realized, figures.realized),
		fundingReceived: change(sums.fundingReceived, figures.fundingReceived),
		fundingPaid: change(sums.fundingPaid, figures.fundingPaid),
		deployedPeak: change(sums.deployedPeak, figures.deployedPeak),
		volume: change(sums.volume, figures.volume),
		trades: sums.trades + count * figures.trades,
	};
}

function accountOf(accounts: Map<string, AccountSums>, account: string): AccountSums {
	const present = accounts.get(account);
	if (present !== undefined) return present;
	const sums: AccountSums = { realized: ZERO, otherFees: new Map(), taken: new Map() };
	accounts.set(account, sums);
	return sums;
}

function combineAccount(
	sums: AccountSums,
	leg: LegFigures,
	change: (a: Decimal, b: Decimal) => Decimal,
): void {
	sums.realized = change(sums.realized, leg.realized);
	for (const [asset, { quantity, usd }] of leg.otherFees)
		addTo(sums.otherFees, asset, { quantity: change(ZERO, quantity), usd: change(ZERO, usd) });
	for (const [tradeId, share] of leg.taken) addTaken(sums.taken, tradeId, share, change);
}

/** What the user's executions did on one account. `states`: executions in memory; the ended ones count once. */
export function ourSide(ended: EndedFigures, states: readonly ExecutionState[], on: UserAccount): OurSide {
	const past = ended.accountSums(on);
	const sums: AccountSums = {
		realized: past?.realized ?? ZERO,
		otherFees: new Map(past?.otherFees),
		taken: new Map(past?.taken),
	};
	const held = new Map<string, { readonly quantity: Decimal; readonly cost: Decimal }>();
	const open = openExecutionsOf(states, on.userId);
	for (const leg of open.flatMap((state) => figuresOf(state).legs)) {
		if (leg.account !== on.account) continue;
		combineAccount(sums, leg, add);
		const present = held.get(leg.symbol);
		held.set(leg.symbol, {
			quantity: add(present?.quantity ?? ZERO, leg.quantity),
			cost: add(present?.cost ?? ZERO, leg.cost),
		});
	}
	const onSymbol = new Map<string, readonly ExecutionState[]>();
	return {
		...sums,
		held,
		fillsOn(symbol, since) {
			if (onSymbol.size === 0) indexBySymbol(onSymbol, open, on.account);
			return sharedFills(ended, onSymbol.get(symbol) ?? [], { ...on, symbol, since });
		},
	};
}

function indexBySymbol(
	index: Map<string, readonly ExecutionState[]>,
	states: readonly ExecutionState[],
	account: string,
): void {
	const bySymbol = Map.groupBy(
		states.flatMap((state) => figuresOf(state).legs.map((leg) => ({ state, leg }))),
		({ leg }) => (leg.account === account ? leg.symbol : undefined),
	);
	for (const [symbol, rows] of bySymbol)
		if (symbol !== undefined)
			index.set(
				symbol,
				rows.map(({ state }) => state),
			);
}

/** Fills of the open executions on the instrument, and of those ended ones that were held at the same time as they. */
function sharedFills(
	ended: EndedFigures,
	open: readonly ExecutionState[],
	{ symbol, since, ...on }: OnInstrument,
): readonly NettedFill[] {
	const chain = new Map(open.map((state) => [state.plan.executionId, state]));
	const startOf = (): number =>
		[...chain.values()].reduce(
			(least, state) => Math.min(least, onInstrument(state, on.account, symbol)?.span?.from ?? least),
			since,
		);
	for (let size = -1; size !== chain.size; ) {
		size = chain.size;
		for (const executionId of ended.sharing(on, symbol, startOf()))
			if (!chain.has(executionId)) chain.set(executionId, ended.state(executionId));
	}
	return [...chain.values()].flatMap((state) => {
		const leg = onInstrument(state, on.account, symbol)?.leg;
		if (leg === undefined) return [];
		// What one execution handed to another changed nothing at the venue.
		return tradedFills(state, leg).map(({ side, fill }) => ({
			side,
			quantity: fill.quantity,
			price: fill.price,
			filledAt: fill.filledAt,
		}));
	});
}

function onInstrument(state: ExecutionState, account: string, symbol: string): LegFigures | undefined {
	return figuresOf(state).legs.find((leg) => leg.account === account && leg.symbol === symbol);
}

/** The user's executions on the instrument of the account that were held at `since` or later, those that were forgotten too. */
export function executionsOn(
	ended: EndedFigures,
	inMemory: readonly ExecutionState[],
	{ symbol, since, ...on }: OnInstrument,
): readonly ExecutionState[] {
	const ids = new Set(inMemory.map((state) => state.plan.executionId));
	const past = ended.sharing(on, symbol, since).filter((id) => !ids.has(id));
	return [...inMemory, ...past.map(ended.state)];
}
