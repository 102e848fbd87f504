/**
 * Checks a roll on live data: the execution that it starts from, the contract at the new exchange, the books of all
 * three exchanges, and every line of the risk gate on the pair after.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import {
	type Decimal,
	divUp,
	fromInteger,
	max,
	min,
	mulDown,
	mulUp,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import { type ExecutionState, isEnded, legPlan } from '../../domain/execution.ts';
import { percentOfShare } from '../../domain/exit-liquidation.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { type LegRole, opportunityId } from '../../domain/ids.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';
import { mayOpenMore, statusOf } from '../../domain/status.ts';
import type { ExecuteRequest, RollFigures, RollRequest, RollTrade } from '../../ports/order-service.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { mayGive } from '../decide/giving.ts';
import { openAmountOf } from '../decide/open-notional.ts';
import { leastSlice, otherLeg } from '../decide/order-terms.ts';
import { type Draft, plannedAmount } from '../decide/plan.ts';
import { mayAskMore } from '../decide/rolling.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import type { OtherOpenings } from '../drive/openings.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';
import { atLeast, atMost, type CheckRow } from '../risk/check-row.ts';
import type { OpenFacts } from '../risk/facts.ts';
import { CHECK_TEXT } from '../risk/text.ts';
import { freshBook } from './fresh-book.ts';
import { inheritedExit } from './inherited-exit.ts';
import { type KnownExecutions, ownExecution } from './own-execution.ts';
import {
	gated,
	legInputs,
	type Preflight,
	type PreflightOptions,
	type Readings,
	readVenues,
	recordOf,
} from './preflight.ts';
import { requireFresh, requireSession } from './required-venues.ts';
import { rulesOf } from './resubmission.ts';
import {
	closeSideOf,
	depthOf,
	movable,
	ROLL_HORIZON_HOURS,
	type RollOrder,
	type RollStart,
	rollDraft,
	rollFigures,
	rollOpening,
	rollTrade,
} from './roll-draft.ts';

/** Dependencies of the checks. */
export type RollCheckOptions = KnownExecutions & {
	readonly driver: Pick<ExecutionDriver, 'state' | 'statesOf'>;
	readonly preflight: PreflightOptions;
};

const TWO = fromInteger(2);

/** Result of a check: the pair after with every line of the gate, both trades, and what the roll is worth. */
export type RollPreflight = {
	readonly start: RollStart;
	/** The check of the pair after; its rows include those of the roll. */
	readonly checked: Preflight;
	readonly open: RollTrade;
	readonly close: RollTrade;
	readonly figures: RollFigures;
};

/** Inputs of a check from the venues. */
export type RollReadings = {
	readonly start: RollStart;
	readonly quantity: Decimal;
	/** The pair after, as an opening. */
	readonly pair: ExecuteRequest;
	readonly readings: Readings;
	readonly closeBook: OrderBook;
	/** Taker fee at the exchange that the leg leaves. */
	readonly closeFee: Decimal;
};

/** Finds what a roll starts from. @throws CarrywireError UNKNOWN_EXECUTION, NOT_ROLLABLE, INVALID_PARAMS */
export async function rollStart(options: RollCheckOptions, request: RollRequest): Promise<RollStart> {
	const before = await ownExecution(options, request.executionId, request);
	requireRollable(options, before);
	return { before, stays: otherLeg(request.leg), target: targetOf(options.preflight, before, request) };
}

/** Must be checked again immediately before the plan goes to the journal. @throws CarrywireError NOT_ROLLABLE */
export function requireRollable({ driver }: RollCheckOptions, state: ExecutionState): void {
	const { executionId: id, userId } = state.plan;
	const refuse = (message: CarrywireError['words']) =>
		new CarrywireError('NOT_ROLLABLE', message, {
			facts: { executionId: id, status: statusOf(state) },
		});
	if (state.plan.takenOver !== undefined) throw refuse(REFUSAL_TEXT.hedgeStays({ id }));
	const moving = driver
		.statesOf(userId)
		.find(
			(other) =>
				other.plan.rolls?.from === id && !isEnded(other) && (mayOpenMore(other) || mayAskMore(other)),
		);
	if (moving !== undefined) throw refuse(REFUSAL_TEXT.rollsAlready({ id, by: moving.plan.executionId }));
	if (!mayGive(state) || state.held.long === 0n)
		throw refuse(REFUSAL_TEXT.notRollable({ id, status: statusOf(state) }));
}

/**
 * Requires that the pair still holds what the roll moves: a reduction may have ended while the exchanges answered.
 * @throws CarrywireError NOT_ROLLABLE
 */
export function requireHeld({ plan, held }: ExecutionState, stays: LegRole, moves: Decimal): void {
	if (held[stays] >= moves) return;
	const { executionId: id, coin } = plan;
	throw new CarrywireError('NOT_ROLLABLE', REFUSAL_TEXT.rollShrank({ id, held: held[stays], moves, coin }), {
		facts: { executionId: id },
	});
}

function targetOf(
	{ market }: PreflightOptions,
	{ plan }: ExecutionState,
	{ exchange, symbol, leg }: RollRequest,
): Instrument {
	const { long, short } = plan.legs;
	const moving = plan.legs[leg];
	if (exchange === long.venue || exchange === short.venue)
		throw new CarrywireError(
			'INVALID_PARAMS',
			REFUSAL_TEXT.rollSameExchange({ exchange: shownNameOf(exchange) }),
			{ field: 'exchange' },
		);
	const listed = market
		.inputs(exchange)
		.map(({ instrument }) => instrument)
		.filter(({ coin }) => coin === plan.coin)
		.filter((instrument) =>
			// A named contract may have another quote currency. The guards of the pair then check its rate.
			symbol === undefined ? instrument.quote === moving.instrument.quote : instrument.symbol === symbol,
		);
	const [target] = listed;
	if (target !== undefined && listed.length === 1) return target;
	throw new CarrywireError(
		'INVALID_PARAMS',
		REFUSAL_TEXT.rollTarget({ exchange: shownNameOf(exchange), symbol: symbol ?? null, coin: plan.coin }),
		{ field: symbol === undefined ? 'exchange' : 'symbol' },
	);
}

/** Reads the venues of the pair after, and the book and fee of the leg that closes. @throws CarrywireError, VenueError */
export async function readRoll(
	options: RollCheckOptions,
	request: RollRequest,
	age: 'kept' | 'now',
): Promise<RollReadings> {
	const start = await rollStart(options, request);
	const { preflight } = options;
	const quantity = movable(start, request.share);
	if (quantity === 0n) throw tooSmall(start, request.share);
	const { venue, instrument } = legPlan(start.before, request.leg);
	requireFresh(preflight, venue);
	const trading = requireSession(preflight, request.userId, venue);
	const pair = pairRequest(start, request, quantity);
	const { market, clock, limits, accountFees } = preflight;
	const notional = mulUp(quantity, legPlan(start.before, request.leg).decisionMid);
	const [readings, closeBook, fees] = await Promise.all([
		readVenues(preflight, pair, age),
		freshBook({ market, clock, bookAgeMsMax: limits.bookAgeMsMax }, venue, instrument.symbol, notional),
		accountFees.of(request.userId, venue, instrument.symbol, trading),
	]);
	return { start, quantity, pair, readings, closeBook, closeFee: fees.taker };
}

function tooSmall({ before }: RollStart, share: Decimal): CarrywireError {
	return new CarrywireError(
		'BELOW_MIN_NOTIONAL',
		REFUSAL_TEXT.rollTooSmall({ share, least: leastSlice(before), coin: before.plan.coin }),
		{ field: 'share' },
	);
}

/** Writes the pair after as an opening, which the checks of an opening understand. */
function pairRequest(
	{ before, stays, target }: RollStart,
	{ userId, agent, maxSlippageBps, preview }: RollRequest,
	quantity: Decimal,
): ExecuteRequest {
	const kept = legPlan(before, stays);
	const [long, short] = stays === 'long' ? [kept.instrument, target] : [target, kept.instrument];
	const { leverage } = before.plan;
	return {
		userId,
		agent,
		opportunityId: opportunityId(long, short),
		amount: divUp(mulUp(mulUp(quantity, kept.decisionMid), TWO), leverage),
		mode: 'grid',
		leverage,
		maxSlippageBps,
		minNetApr: undefined,
		onlyIfTrade: false,
		isAnyDirection: true,
		exit: rulesOf(inheritedExit(before)),
		idempotencyKey: undefined,
		preview,
		previewId: undefined,
	};
}

/** Checks every line against the readings, synchronously. @throws CarrywireError if there is nothing to check */
export function judgeRoll(
	{ preflight }: RollCheckOptions,
	request: RollRequest,
	{ start, quantity, pair, readings, closeBook, closeFee }: RollReadings,
	others: OtherOpenings,
): RollPreflight {
	const { legs, books, accounts } = readings;
	const { limits } = preflight;
	const maxSlippageBps = request.maxSlippageBps ?? limits.maxSlippageBpsDefault;
	const inputsOf = (role: LegRole) => legInputs(preflight, legs[role], books[role], accounts[role].fees);
	const draft = rollDraft(start, { long: inputsOf('long'), short: inputsOf('short') }, quantity, {
		leverage: pair.leverage,
		maxSlippageBps,
	});
	const moving = request.leg;
	const opens: RollOrder = {
		instrument: legs[moving],
		book: books[moving],
		takerFee: accounts[moving].fees.taker,
		side: legPlan(start.before, moving).openSide,
	};
	const closes: RollOrder = {
		instrument: legPlan(start.before, moving).instrument,
		book: closeBook,
		takerFee: closeFee,
		side: closeSideOf(start.before, moving),
	};
	const open = rollTrade(opens, quantity, maxSlippageBps);
	const close = rollTrade(closes, quantity, maxSlippageBps);
	if (draft === undefined || open === undefined || close === undefined)
		throw new CarrywireError('QUOTE_STALE', REFUSAL_TEXT.noMid({ coin: start.before.plan.coin }));
	const closeDepth = depthOf(closes, maxSlippageBps);
	const closeMid = midPrice(closeBook);
	const opening = rollOpening(draft, start, { depth: closeDepth, mid: closeMid }, limits);
	const asked = { ...pair, amount: plannedAmount(draft, pair.leverage) };
	const record = recordOf(preflight, asked, readings);
	const checked = gated(
		preflight,
		asked,
		readings,
		others,
		{ draft, opening, record, maxSlippageBps },
		(facts) => withoutBefore(facts, start),
	);
	const figures = figuresOf(preflight, start, readings, [open, close]);
	const rows = [
		...checked.rows,
		closeDepthRow(checked, closes, closeDepth),
		...(request.onlyIfPays ? [paysRow(figures)] : []),
	];
	return { start, checked: { ...checked, rows }, open, close, figures };
}

/**
 * Counts the position before without the part that moves, because the roll opens no more than it closes. The leg that
 * moves in one piece leaves no part behind that shares its contract.
 */
function withoutBefore(facts: OpenFacts, { before, stays }: RollStart): OpenFacts {
	const { trade, opening, user, agent } = facts;
	const { quantity } = trade;
	const held = before.held[stays];
	const amount = mulDown(openAmountOf(before), min(divUp(quantity, held), fromInteger(1)));
	const both = mulDown(quantity, sumOfMids(before));
	const isWhole = quantity === held;
	const less = (value: Decimal, part: Decimal): Decimal => max(ZERO, sub(value, part));
	const use = facts.legs[stays].use;
	const sharers =
		isWhole && opening.children.length === 1
			? use.sharers.filter(({ executionId }) => executionId !== before.plan.executionId)
			: use.sharers;
	const isAgents = agent !== undefined && before.plan.agentId !== undefined;
	return {
		...facts,
		agent: isAgents ? { ...agent, openAmount: less(agent.openAmount, amount) } : agent,
		user: {
			...user,
			openCount: isWhole ? user.openCount - 1 : user.openCount,
			openAmount: less(user.openAmount, amount),
			notional: less(user.notional, both),
			coinNotional: less(user.coinNotional, both),
			venueNotional: {
				...user.venueNotional,
				[stays]: less(user.venueNotional[stays], mulDown(quantity, legPlan(before, stays).decisionMid)),
			},
		},
		legs: { ...facts.legs, [stays]: { ...facts.legs[stays], use: { ...use, sharers } } },
	};
}

function sumOfMids({ plan: { legs } }: ExecutionState): Decimal {
	return (legs.long.decisionMid + legs.short.decisionMid) as Decimal;
}

function figuresOf(
	{ opportunities }: PreflightOptions,
	{ before }: RollStart,
	{ legs }: Readings,
	trades: readonly RollTrade[],
): RollFigures {
	const horizonMs = ROLL_HORIZON_HOURS * HOUR_MS;
	const { long, short } = before.plan.legs;
	return rollFigures(
		opportunities.expectedCarry(long.instrument, short.instrument, horizonMs),
		opportunities.expectedCarry(legs.long, legs.short, horizonMs),
		trades,
	);
}

function closeDepthRow(
	{ draft, opening, maxSlippageBps: slippage }: Preflight,
	{ instrument }: RollOrder,
	depth: Decimal,
): CheckRow {
	const largest = opening.children.reduce((most, child) => max(most, child.quantity), ZERO);
	return atMost(
		{
			check: 'depth_close',
			code: 'INSUFFICIENT_DEPTH',
			text: (figures) =>
				CHECK_TEXT.depth({
					...figures,
					exchange: shownNameOf(instrument.venue),
					when: 'exit',
					slippage,
					maxAmount: amountOf(draft, depth),
				}),
			field: 'share',
		},
		largest,
		depth,
	);
}

function amountOf({ long, short }: Draft, quantity: Decimal): Decimal {
	return mulDown(mulDown(quantity, max(long.plan.decisionMid, short.plan.decisionMid)), TWO);
}

function paysRow({ gain, cost }: RollFigures): CheckRow {
	return atLeast(
		{ check: 'roll_pays', code: 'NO_TRADE', text: CHECK_TEXT.rollPays, field: 'only_if_pays' },
		gain === null || cost === null ? null : percentOfShare(gain),
		cost === null ? ZERO : percentOfShare(mulUp(cost, TWO)),
	);
}
