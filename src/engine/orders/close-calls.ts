/**
 * Carries out the closes that callers request. Each close is submitted to the engine once, and all its callers wait
 * for it and get a response.
 */
import { type Decimal, mulUp, ZERO } from '../../domain/decimal.ts';
import type { MakerClose } from '../../domain/event.ts';
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ClosePreview } from '../../ports/close-preview.ts';
import type { Market } from '../../ports/market.ts';
import type { CloseAnswer, CloseRequest } from '../../ports/order-service.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { closeFinals } from '../decide/finals.ts';
import type { DeadManSwitches } from '../drive/dead-man-switches.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import { nextChange } from '../drive/next-change.ts';
import { closePreview, type ExitMarket } from './close-preview.ts';
import { type CloseInput, unfinishedClose, type WantedClose, wantedClose } from './closing.ts';
import { freshBook } from './fresh-book.ts';
import { type MakerTerms, makerTerms } from './maker-terms.ts';
import { findExecution, type KnownExecutions, ownExecution } from './own-execution.ts';
import { notWrittenYet, requireJournal } from './require-journal.ts';

/** Dependencies of the close calls. */
export type CloseCallsOptions = Pick<KnownExecutions, 'foldEnded'> & {
	readonly driver: Pick<ExecutionDriver, 'state' | 'submit' | 'onChange' | 'journalFailure'>;
	readonly market: Market;
	readonly clock: Clock;
	readonly tracer: Tracer;
	readonly limits: {
		readonly maxSlippageBpsDefault: Decimal;
		/** Maximum age of a streamed book for a preview, milliseconds; an older one is refetched. */
		readonly bookAgeMsMax: number;
		readonly bookStaleMs: number;
		/** Time during which a close as maker may rest, unless the caller states one, milliseconds. */
		readonly closeMakerMs: number;
		readonly closeMakerMoveBpsMax: Decimal;
	};
	/** Returns whether the exchange cancels resting orders if this service dies. Never throws. */
	readonly checkSwitch: DeadManSwitches['check'];
	/** Returns the account's own fees; undefined when only the venue's base tier is known. */
	readonly fees: (userId: string, venue: VenueName, symbol: string) => FeeRates | undefined;
	/** Time that a call waits for its close before it responds that the close continues, milliseconds. */
	readonly closeWaitMs: number;
	/**
	 * Books every settlement that the venues have recorded for the execution. Returns false if a venue did not
	 * respond.
	 */
	readonly sweepFunding: (executionId: string) => Promise<boolean>;
};

/**
 * Time that a preview waits for a refetched book, milliseconds. After that it uses the last book and reports its age.
 */
const BOOK_WAIT_MS = 3_000;
/**
 * A close or cancel must respond within 25 s, the time limit of its method. This limit leaves half a second to write
 * the response.
 */
const ANSWER_MS_MAX = 24_500;
/** Maximum wait for the exchanges' settlement records once both legs are flat. */
const RECORDS_WAIT_MS = 4_000;

type Calls = CloseCallsOptions & {
	/** Closes that were submitted to the engine and are not yet in the journal, by execution. */
	readonly pending: Map<string, CloseInput>;
};

/** Creates the calls that close an execution, or preview the close. */
export function createCloseCalls(options: CloseCallsOptions) {
	const { driver } = options;
	const calls: Calls = { ...options, pending: new Map() };
	driver.onChange((state, events) => {
		if (isEnded(state) || events.some(({ type }) => type === 'CloseRequested'))
			calls.pending.delete(state.plan.executionId);
	});
	return {
		close: (request: CloseRequest) => close(calls, request),
		preview: (request: CloseRequest) => preview(calls, request),
		finals: (ended: ExecutionState) => finals(calls, ended),
	};
}

/** @throws CarrywireError */
async function close(calls: Calls, request: CloseRequest): Promise<CloseAnswer> {
	const { executionId: id } = request;
	const before = await ownExecution(calls, id, request);
	if (isEnded(before)) return finals(calls, before);
	const terms = await makerFor(calls, before, request, () => exitMarkets(calls, before));
	const state = terms === undefined ? before : await ownExecution(calls, id, request);
	if (isEnded(state)) return finals(calls, state);
	const { remaining, input } = wantedFor(calls, state, request, terms?.maker);
	requireJournal(calls.driver, 'closed');
	if (input !== undefined) {
		calls.pending.set(id, input);
		calls.tracer.keep(id);
		calls.driver.submit(id, input);
	}
	const after = (await closeOver(calls, id)) ?? calls.driver.state(id) ?? state;
	if (isEnded(after)) return finals(calls, after);
	const asked = calls.pending.get(id);
	if (asked === undefined) return unfinishedClose(state, after, remaining, calls.clock.now());
	if (asked === input) calls.pending.delete(id);
	throw notWrittenYet('close');
}

/** Returns the terms of a close as maker; undefined for a close as taker, or if a close is in progress. */
async function makerFor(
	calls: Calls,
	state: ExecutionState,
	request: CloseRequest,
	markets: () => Promise<Readonly<Record<LegRole, ExitMarket>>>,
): Promise<MakerTerms | undefined> {
	const present = calls.pending.get(request.executionId) ?? state.close;
	if (request.style !== 'maker' || present !== undefined) return undefined;
	const checked = (leg: LegRole) => {
		const { venue, instrument } = legPlan(state, leg);
		return calls.checkSwitch(state.plan.userId, venue, instrument.symbol);
	};
	const [{ long, short }, longSwitch, shortSwitch] = await Promise.all([
		markets(),
		checked('long'),
		checked('short'),
	]);
	const currentBook = ({ book, bookAgeMs }: ExitMarket) =>
		bookAgeMs !== null && bookAgeMs <= calls.limits.bookStaleMs ? book : undefined;
	return makerTerms(
		state,
		{ long: currentBook(long), short: currentBook(short) },
		{ long: longSwitch, short: shortSwitch },
		{ ms: request.makerMs ?? calls.limits.closeMakerMs, moveBpsMax: calls.limits.closeMakerMoveBpsMax },
	);
}

function wantedFor(
	calls: Calls,
	state: ExecutionState,
	request: CloseRequest,
	maker: MakerClose | undefined,
): WantedClose {
	return wantedClose(state, request, calls.pending.get(request.executionId) ?? state.close, {
		market: calls.market,
		maxSlippageBpsDefault: calls.limits.maxSlippageBpsDefault,
		currentMid: (venue, symbol) => currentMid(calls, venue, symbol),
		maker,
	});
}

function currentMid({ market, clock, limits }: Calls, venue: VenueName, symbol: string): Decimal | undefined {
	const { book, bookReceivedAt } = market.get(venue, symbol) ?? {};
	if (book === undefined || bookReceivedAt === undefined) return undefined;
	return clock.now() - bookReceivedAt <= limits.bookStaleMs ? midPrice(book) : undefined;
}

/** Previews a close. @throws CarrywireError in the same cases as `close` */
async function preview(calls: Calls, request: CloseRequest): Promise<ClosePreview> {
	const { executionId: id } = request;
	const before = await ownExecution(calls, id, request);
	const markets = exitMarkets(calls, before);
	const terms = isEnded(before) ? undefined : await makerFor(calls, before, request, () => markets);
	if (!isEnded(before)) wantedFor(calls, before, request, terms?.maker);
	const { long, short } = await markets;
	// Take the state after the books have arrived, so that all figures are from the same time.
	const state = await ownExecution(calls, id, request);
	const wanted = isEnded(state) ? undefined : wantedFor(calls, state, request, terms?.maker);
	const asked = {
		remaining: wanted?.remaining ?? ZERO,
		isUnderWay: wanted !== undefined && wanted.input === undefined,
		firmGuardBps: request.maxSlippageBps,
		tooSmallRest: wanted?.tooSmallRest,
		maker: terms,
	};
	return closePreview(state, asked, { long, short }, calls.limits.bookStaleMs);
}

async function exitMarkets(
	calls: Calls,
	state: ExecutionState,
): Promise<Readonly<Record<LegRole, ExitMarket>>> {
	const [long, short] = await Promise.all([
		exitMarket(calls, state, 'long'),
		exitMarket(calls, state, 'short'),
	]);
	return { long, short };
}

async function exitMarket(calls: Calls, state: ExecutionState, leg: LegRole): Promise<ExitMarket> {
	const { userId } = state.plan;
	const { venue, instrument, decisionMid } = legPlan(state, leg);
	const { symbol } = instrument;
	const streamed = calls.market.get(venue, symbol);
	const fees = calls.fees(userId, venue, symbol) ?? streamed?.fees;
	const held = state.held[leg];
	const fresh = held === 0n ? undefined : await freshInTime(calls, venue, symbol, held, decisionMid);
	const { book, bookReceivedAt } = calls.market.get(venue, symbol) ?? {};
	if (fresh !== undefined && fresh !== book) return { book: fresh, bookAgeMs: 0, fees };
	if (book === undefined || bookReceivedAt === undefined) return { book: undefined, bookAgeMs: null, fees };
	return { book, bookAgeMs: Math.max(0, calls.clock.now() - bookReceivedAt), fees };
}

/**
 * Returns a recent order book; undefined if the venue does not deliver one in time, because a preview need not wait
 * for an unreachable venue.
 */
function freshInTime(
	calls: Calls,
	venue: VenueName,
	symbol: string,
	held: Decimal,
	price: Decimal,
): Promise<OrderBook | undefined> {
	const { bookAgeMsMax } = calls.limits;
	const parts = { market: calls.market, clock: calls.clock, bookAgeMsMax };
	return new Promise((resolve) => {
		const cancel = calls.clock.after(BOOK_WAIT_MS, () => resolve(undefined));
		freshBook(parts, venue, symbol, mulUp(held, price))
			.then(resolve, () => resolve(undefined))
			.finally(cancel);
	});
}

/**
 * Returns the execution's state once the close is done or taken back; undefined if that takes longer than
 * `closeWaitMs`.
 */
function closeOver(calls: Calls, id: string): Promise<ExecutionState | undefined> {
	// Until the engine has begun this close, the end of an earlier partial close does not end it.
	let isUnderWay = !calls.pending.has(id);
	return nextChange(calls, id, calls.closeWaitMs, (state, events) => {
		let isOver = isEnded(state);
		for (const { type } of events) {
			isUnderWay ||= type === 'CloseRequested';
			isOver ||= isUnderWay && type === 'PartClosed';
		}
		return isOver;
	});
}

/** Returns the final figures of an ended execution. */
async function finals(calls: Calls, ended: ExecutionState): Promise<CloseAnswer> {
	const { executionId: id } = ended.plan;
	const complete = calls.driver.state(id) === undefined || (await sweptInTime(calls, id));
	return closeFinals((await findExecution(calls, id)) ?? ended, complete);
}

/**
 * Books the last settlements of a closed execution. Returns false if an exchange does not respond in time; the sweep
 * then continues without the caller.
 */
function sweptInTime(calls: Calls, id: string): Promise<boolean> {
	const waitMs = Math.min(RECORDS_WAIT_MS, Math.max(0, ANSWER_MS_MAX - calls.closeWaitMs));
	return new Promise((resolve, reject) => {
		const cancel = calls.clock.after(waitMs, () => resolve(false));
		calls.sweepFunding(id).then(resolve, reject).finally(cancel);
	});
}

/** Closes executions for callers. */
export type CloseCalls = ReturnType<typeof createCloseCalls>;
