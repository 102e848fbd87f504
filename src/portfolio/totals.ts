/** Computes a user's totals. It folds each ended execution once and computes each state's figures once. */
import { type AssetAmount, addTo, type OurSide, type TakenShare } from '../domain/account-identity.ts';
import { add, type Decimal, sub, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, isEnded, tradedFills } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import type { NettedFill } from '../domain/netted-position.ts';
import { openExecutionsOf } from '../domain/user-executions.ts';
import type { Journal } from '../ports/journal.ts';
import { addTaken, type ExecutionFigures, figuresOf, type LegFigures } from './execution-figures.ts';
import { type ExecutionProfit, executionProfit } from './execution-profit.ts';
import { type HistoryRow, historyRow } from './history.ts';

/** One of a user's exchange accounts, identified by its journal id. */
export type UserAccount = { readonly userId: string; readonly account: string };

/** An instrument on the account. `since` is the start of the relevant period, milliseconds. */
type OnInstrument = UserAccount & { readonly symbol: string; readonly since: number };

/** Page size for listing ended executions when a user's figures are first requested. */
const PAGE_ROWS = 500;
/** Maximum number of cached folds. Ended executions are needed while they share a position that is still open. */
const FOLDED_MAX = 200;

/** Totals of the legs on one exchange account. */
type AccountSums = {
	realized: Decimal;
	readonly otherFees: Map<string, AssetAmount>;
	readonly taken: Map<string, TakenShare>;
};

type Span = { readonly from: number; readonly to: number };

type EndedUser = {
	/** Figures per execution id. `eventCount` is the number of events in the folded journal. */
	readonly executions: Map<
		string,
		{
			readonly figures: ExecutionFigures;
			readonly profit: ExecutionProfit;
			readonly row: HistoryRow;
			readonly eventCount: number;
		}
	>;
	/** Totals by the account's journal id. */
	readonly accounts: Map<string, AccountSums>;
	/** Holding periods by account and symbol, then by execution id. */
	readonly spans: Map<string, Map<string, Span>>;
	sums: EndedSums;
	isLoaded: boolean;
};

/** Totals of all ended executions of one user, USD. */
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

type Ended = {
	readonly journal: Pick<Journal, 'userExecutions' | 'readExecution'>;
	readonly pause: () => Promise<void> | undefined;
	/** Users whose figures are loaded or still being loaded. `update` adds ended executions in either case. */
	readonly users: Map<string, EndedUser>;
	readonly loading: Map<string, Promise<void>>;
	/** Executions folded or being read. A change during a read removes the entry, so no outdated result is cached. */
	readonly folded: Map<string, Promise<ExecutionState>>;
};

/**
 * Creates the figures of ended executions, an in-memory fold of the journal. It is loaded once per user and then
 * updated with each change. `pause` is called between short pieces of work. If it returns undefined, work continues
 * at once; otherwise work waits for the returned value to resolve.
 */
export function createEndedFigures(
	journal: Pick<Journal, 'userExecutions' | 'readExecution'>,
	pause: () => Promise<void> | undefined = () => undefined,
) {
	const ended: Ended = { journal, pause, users: new Map(), loading: new Map(), folded: new Map() };
	return {
		sums: (userId: string): EndedSums => userOf(ended, userId).sums,
		accountSums: ({ userId, account }: UserAccount): AccountSums | undefined =>
			userOf(ended, userId).accounts.get(account),
		/** Returns the daily profits of the user's ended executions, in no particular order. */
		profits: (userId: string): readonly ExecutionProfit[] =>
			[...userOf(ended, userId).executions.values()].map(({ profit }) => profit),
		/** Returns the figures that the history sorts and filters by, one row for each ended execution. */
		history: (userId: string): readonly HistoryRow[] =>
			[...userOf(ended, userId).executions.values()].map(({ row }) => row),
		/** Loads a user's figures. Rejects if the journal cannot be read; the next call tries again. */
		prepare: (userId: string): Promise<void> => ended.loading.get(userId) ?? begin(ended, userId),
		/** Adds an execution that has ended, or whose journal grew after it ended. */
		update(state: ExecutionState): void {
			if (!isEnded(state)) return;
			const { userId, executionId } = state.plan;
			ended.folded.delete(executionId);
			const user = ended.users.get(userId);
			if (user !== undefined) put(user, state);
		},
		/** Returns the ids of the user's ended executions that held the account's instrument at or after `since`. */
		sharing: ({ userId, account }: UserAccount, symbol: string, since: number): readonly string[] =>
			[...(userOf(ended, userId).spans.get(`${account} ${symbol}`) ?? [])].flatMap(([executionId, { to }]) =>
				to >= since ? [executionId] : [],
			),
		/** Returns the folded journal of an ended execution. */
		state: (executionId: string): Promise<ExecutionState> =>
			ended.folded.get(executionId) ?? readState(ended, executionId),
	};
}

function begin(ended: Ended, userId: string): Promise<void> {
	const user: EndedUser = {
		executions: new Map(),
		accounts: new Map(),
		spans: new Map(),
		sums: NOTHING,
		isLoaded: false,
	};
	ended.users.set(userId, user);
	const loaded = load(ended, userId, user).catch((error: unknown) => {
		ended.loading.delete(userId);
		throw error;
	});
	ended.loading.set(userId, loaded);
	return loaded;
}

async function load({ journal, pause }: Ended, userId: string, user: EndedUser): Promise<void> {
	for (let offset = 0; ; offset += PAGE_ROWS) {
		const rows = await journal.userExecutions(userId, { ended: true, offset, limit: PAGE_ROWS });
		for (const { executionId } of rows) {
			put(user, foldExecution(await journal.readExecution(executionId)));
			await pause();
		}
		if (rows.length < PAGE_ROWS) break;
	}
	user.isLoaded = true;
}

function userOf({ users }: Ended, userId: string): EndedUser {
	const user = users.get(userId);
	if (user?.isLoaded !== true) throw new Error(`Invariant broken: the figures of ${userId} are not loaded.`);
	return user;
}

function readState({ journal, folded }: Ended, executionId: string): Promise<ExecutionState> {
	const read = journal
		.readExecution(executionId)
		.then(foldExecution)
		.catch((error: unknown) => {
			if (folded.get(executionId) === read) folded.delete(executionId);
			throw error;
		});
	if (folded.size >= FOLDED_MAX) folded.clear();
	folded.set(executionId, read);
	return read;
}

/** Figures of ended executions by user, available after `prepare`. @throws Error before that */
export type EndedFigures = ReturnType<typeof createEndedFigures>;

/** Adds a state. If the execution already has one, the state with the longer journal wins, in any order of calls. */
function put(user: EndedUser, state: ExecutionState): void {
	const { executionId } = state.plan;
	const before = user.executions.get(executionId);
	if (before !== undefined && before.eventCount >= state.eventCount) return;
	if (before !== undefined) combine(user, executionId, before.figures, sub, -1);
	const figures = figuresOf(state);
	user.executions.set(executionId, {
		figures,
		profit: executionProfit(state),
		row: historyRow(state),
		eventCount: state.eventCount,
	});
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

/** Returns the totals with one more execution. */
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
	for (const [key, share] of leg.taken) addTaken(sums.taken, key, share, change);
}

/** Ended executions in memory, by id. `missing` collects the ids that were requested but are not in memory. */
export type EndedStates = {
	readonly known: ReadonlyMap<string, ExecutionState>;
	readonly missing: Set<string>;
};

/**
 * Sums the effect of the user's executions on one account. `states` are the executions in memory; an ended one is
 * counted only once. If an ended execution is not in `past`, its fills are skipped and its id is added to
 * `past.missing`.
 */
export function ourSide(
	ended: EndedFigures,
	states: readonly ExecutionState[],
	past: EndedStates,
	on: UserAccount,
): OurSide {
	const before = ended.accountSums(on);
	const sums: AccountSums = {
		realized: before?.realized ?? ZERO,
		otherFees: new Map(before?.otherFees),
		taken: new Map(before?.taken),
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
			return sharedFills(ended, onSymbol.get(symbol) ?? [], past, { ...on, symbol, since });
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

/** Returns the fills of open executions on the instrument, and of ended ones linked to them by overlapping periods. */
function sharedFills(
	ended: EndedFigures,
	open: readonly ExecutionState[],
	past: EndedStates,
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
		for (const executionId of ended.sharing(on, symbol, startOf())) {
			const state = past.known.get(executionId);
			if (state === undefined && !chain.has(executionId)) past.missing.add(executionId);
			if (state !== undefined && !chain.has(executionId)) chain.set(executionId, state);
		}
	}
	return [...chain.values()].flatMap((state) => {
		const leg = onInstrument(state, on.account, symbol)?.leg;
		if (leg === undefined) return [];
		// A handover between executions changes nothing at the venue.
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

/** Returns the user's executions that held the account's instrument at or after `since`, in memory or not. */
export async function executionsOn(
	ended: EndedFigures,
	inMemory: readonly ExecutionState[],
	{ symbol, since, ...on }: OnInstrument,
): Promise<readonly ExecutionState[]> {
	const ids = new Set(inMemory.map((state) => state.plan.executionId));
	const past = ended.sharing(on, symbol, since).filter((id) => !ids.has(id));
	return [...inMemory, ...(await Promise.all(past.map(ended.state)))];
}
