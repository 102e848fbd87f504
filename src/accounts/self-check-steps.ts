/**
 * Runs the steps of a self-check, each with a verdict and a message. Each step fetches fresh inputs and keeps none of
 * them.
 */

import { CarrywireError } from '../domain/carrywire-error.ts';
import { type Decimal, ZERO } from '../domain/decimal.ts';
import { probeOrderId, resemblesOurs } from '../domain/ids.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock, Random } from '../ports/clock.ts';
import { noSwitch } from '../ports/dead-man-switch.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import {
	type ProbeOrder,
	SELF_CHECK_STEPS,
	type SelfCheckStep,
	type SelfCheckStepName,
	type SelfCheckStore,
	type SelfCheckVerdict,
} from '../ports/self-check.ts';
import type { VenueTrading } from '../ports/venue.ts';
import { HedgeModeError, KeyRefusedError, VenueError } from '../ports/venue-error.ts';
import { joined, textOf, type Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { BookedAccount } from './account-book.ts';
import { requireTradingKey } from './key-check.ts';
import {
	heardInTime,
	listenForOrders,
	type OrderListener,
	type ProbeTimes,
	STREAM_EVENT_MS_MAX,
} from './order-listener.ts';
import { endProbe, PROBE_LEVERAGE, PROBE_MARGIN_MODE, type ProbeEnd, placeProbe } from './probe-order.ts';
import { probeInstruments, probeTerms, settlementCurrency } from './probe-terms.ts';
import { CHECK_TEXT, feeFacts, moveMoney, orderFacts, orderNames } from './self-check-text.ts';
import { ACCOUNT_TEXT } from './text.ts';

/**
 * How far our clock may be ahead of or behind the exchange's before the exchange refuses our signed requests,
 * milliseconds.
 */
export type ClockLimits = { readonly aheadMs: number; readonly behindMs: number };

/** Dependencies of the self-check steps. */
export type StepParts = {
	readonly market: Pick<Market, 'inputs' | 'refreshBook'>;
	readonly store: SelfCheckStore;
	/** Measures the exchange's time minus ours, milliseconds. @throws VenueError */
	readonly measureClock: (venue: string) => Promise<number>;
	readonly clockLimits: (venue: string) => ClockLimits;
	readonly clock: Clock;
	readonly random: Random;
	/** True once no further step may start. */
	readonly isStopping: () => boolean;
	readonly isAbandoned: () => boolean;
};

/**
 * The self-check avoids instruments that the account has traded within this time, milliseconds. The check changes an
 * instrument's leverage, but a trading session relies on the leverage that it has set.
 */
const LEFT_ALONE_MS = 15 * 60_000;
const RANDOM_ID_BYTES = 11;

/** Thrown by a step to end the check with a verdict. Later steps are skipped. */
class StepEnd extends Error {
	readonly verdict: SelfCheckVerdict;
	readonly said: Words;
	constructor(verdict: SelfCheckVerdict, said: Words) {
		super(textOf(said));
		this.verdict = verdict;
		this.said = said;
	}
}

type Verdict = Pick<SelfCheckStep, 'verdict' | 'said'>;

const SKIPPED: Verdict = { verdict: 'skipped', said: CHECK_TEXT.skipped() };

type StepResult = readonly [verdict: 'passed' | 'warned', said: Words];

/**
 * Runs all steps and never rejects. First it ends the account's `earlier` test orders that are not proven gone yet.
 * If one of them may still be open or has filled, the steps are skipped.
 */
export async function runSteps(
	parts: StepParts,
	account: BookedAccount,
	session: VenueTrading,
	earlier: readonly ProbeOrder[],
): Promise<readonly SelfCheckStep[]> {
	const left = await endEarlier(parts, session, earlier);
	if (left !== undefined)
		return SELF_CHECK_STEPS.map((name) => (name === 'order' ? { name, ...left } : { name, ...SKIPPED }));
	// Listen from the first step, so that the stream is open when the order is sent.
	const listener = listenForOrders(session, parts.clock);
	try {
		return await runInOrder(parts, account, session, listener);
	} finally {
		listener.close();
	}
}

async function runInOrder(
	parts: StepParts,
	account: BookedAccount,
	session: VenueTrading,
	listener: OrderListener,
): Promise<readonly SelfCheckStep[]> {
	const { venue } = account;
	const steps: SelfCheckStep[] = [];
	let chosen: Chosen | undefined;
	let placed: Placed | undefined;
	const checks: readonly (readonly [SelfCheckStepName, () => Promise<StepResult>])[] = [
		['clock', () => clockStep(parts, venue)],
		['key', () => keyStep(parts, venue, session)],
		[
			'balance',
			async () => {
				const { said, ...found } = await balanceStep(parts, venue, session);
				chosen = found;
				return said;
			},
		],
		['settings', () => settingsStep(venue, session, present(chosen))],
		['fees', () => feesStep(session, present(chosen))],
		[
			'order',
			async () => {
				placed = await orderStep(parts, account, session, present(chosen), listener);
				return placed.said;
			},
		],
		['stream', () => streamStep(session, present(placed), listener)],
		['switch', () => switchStep(venue, session, present(chosen))],
	];
	let hasEnded = false;
	for (const [name, check] of checks) {
		if (hasEnded) {
			steps.push({ name, ...SKIPPED });
			continue;
		}
		try {
			if (parts.isStopping()) throw new StepEnd('unknown', CHECK_TEXT.stopping());
			const [verdict, said] = await check();
			steps.push({ name, verdict, said });
		} catch (error) {
			hasEnded = true;
			const { verdict, said } = verdictOf(venue, error);
			steps.push({ name, verdict, said });
		}
	}
	return steps;
}

function verdictOf(venue: string, error: unknown): Verdict {
	if (error instanceof StepEnd) return { verdict: error.verdict, said: error.said };
	if (error instanceof HedgeModeError)
		return {
			verdict: 'failed',
			said: CHECK_TEXT.hedgeMode({ exchange: shownNameOf(venue), reason: error.words, setting: error.how }),
		};
	if (error instanceof KeyRefusedError)
		return {
			verdict: 'failed',
			said: ACCOUNT_TEXT.refused({ exchange: shownNameOf(venue), reason: error.words }),
		};
	if (error instanceof VenueError)
		return error.kind === 'rejected'
			? {
					verdict: 'failed',
					said: CHECK_TEXT.refused({ exchange: shownNameOf(venue), reason: error.words }),
				}
			: {
					verdict: 'unknown',
					said: CHECK_TEXT.noAnswer({ exchange: shownNameOf(venue), reason: error.words }),
				};
	if (error instanceof CarrywireError) return { verdict: 'failed', said: error.words };
	return { verdict: 'unknown', said: messageOf(error) };
}

async function clockStep({ measureClock, clockLimits }: StepParts, venue: string): Promise<StepResult> {
	const offsetMs = await measureClock(venue);
	const { aheadMs, behindMs } = clockLimits(venue);
	const limitMs = offsetMs < 0 ? aheadMs : behindMs;
	const facts = { exchange: shownNameOf(venue), offset: offsetMs, limit: limitMs };
	if (Math.abs(offsetMs) > limitMs) throw new StepEnd('failed', CHECK_TEXT.clockOff(facts));
	return ['passed', CHECK_TEXT.clock(facts)];
}

async function keyStep({ clock }: StepParts, venue: string, session: VenueTrading): Promise<StepResult> {
	const key = await session.describeKey();
	requireTradingKey(venue, key, clock.now());
	const exchange = shownNameOf(venue);
	if (key.canWithdraw === null) return ['warned', CHECK_TEXT.withdrawalUnknown({ exchange })];
	if (key.ipBound === false) return ['warned', CHECK_TEXT.anyAddress()];
	return ['passed', CHECK_TEXT.key({ exchange, bound: key.ipBound !== null })];
}

/**
 * Cancels earlier test orders that may still be resting. This happens before all other steps, whatever else is wrong
 * with the account. Returns undefined if all these orders are proven gone without a fill.
 */
async function endEarlier(
	parts: StepParts,
	session: VenueTrading,
	earlier: readonly ProbeOrder[],
): Promise<Verdict | undefined> {
	for (const probe of earlier) {
		try {
			// The order was sent before now, at an unknown time, so its request window counts from now.
			const sentAt = parts.clock.monotonic();
			const ended = { ...parts, session, listener: undefined };
			const end = await endProbe(ended, probe, { sentAt, isAccepted: false });
			if (end.kind === 'unproven') throw notProvenGone(probe, end.message);
			if (end.kind === 'gone' && end.filled > ZERO) throw hasFilled(probe, end.filled);
		} catch (error) {
			return verdictOf(probe.venue, error);
		}
	}
	return undefined;
}

type Chosen = {
	readonly input: InstrumentInputs;
	readonly mark: Decimal;
};

/** Checks the balance and chooses the instrument for the following steps. */
async function balanceStep(
	parts: StepParts,
	venue: string,
	session: VenueTrading,
): Promise<Chosen & { readonly said: StepResult }> {
	const inputs = parts.market.inputs(venue);
	const currency = settlementCurrency(inputs);
	const now = parts.clock.now();
	const [balance, positions, traded] = await Promise.all([
		session.balance(),
		session.positions(),
		session.tradedSymbols(now - LEFT_ALONE_MS, now),
	]);
	const held = positions.filter(({ quantity }) => quantity !== ZERO).map(({ symbol }) => symbol);
	const [first, ...others] = probeInstruments(inputs, currency, new Set([...held, ...traded]));
	if (first === undefined)
		throw new StepEnd('unknown', CHECK_TEXT.noInstrument({ exchange: shownNameOf(venue) }));
	const has = { available: balance.available, currency };
	const affordable = [first, ...others].find(({ least }) => least <= balance.available);
	if (affordable === undefined)
		throw new StepEnd(
			'failed',
			joined([
				CHECK_TEXT.tooLittle({ ...has, symbol: first.instrument.symbol, least: first.least }),
				moveMoney(balance.otherAssets, currency),
			]),
		);
	return { input: affordable, mark: affordable.mark, said: ['passed', CHECK_TEXT.available(has)] };
}

async function settingsStep(venue: string, session: VenueTrading, { input }: Chosen): Promise<StepResult> {
	const { symbol } = input.instrument;
	await session.prepare(symbol, PROBE_LEVERAGE, PROBE_MARGIN_MODE);
	return [
		'passed',
		CHECK_TEXT.settings({
			exchange: shownNameOf(venue),
			symbol,
			marginMode: PROBE_MARGIN_MODE,
			leverage: PROBE_LEVERAGE,
		}),
	];
}

async function feesStep(session: VenueTrading, { input }: Chosen): Promise<StepResult> {
	const { symbol } = input.instrument;
	const own = await session.fees(symbol);
	if (own.taker === input.fees.taker && own.maker === input.fees.maker)
		return ['passed', CHECK_TEXT.baseFees({ symbol, own: feeFacts(own) })];
	const said = CHECK_TEXT.otherFees({ symbol, own: feeFacts(own), base: feeFacts(input.fees) });
	return [own.taker > input.fees.taker ? 'warned' : 'passed', said];
}

type Placed = {
	readonly probe: ProbeOrder;
	readonly times: ProbeTimes;
	readonly said: StepResult;
};

async function orderStep(
	parts: StepParts,
	{ accountId, userId, venue }: BookedAccount,
	session: VenueTrading,
	{ input, mark }: Chosen,
	listener: OrderListener,
): Promise<Placed> {
	const { clock, random } = parts;
	const { instrument } = input;
	const terms = probeTerms(instrument, await parts.market.refreshBook(venue, instrument.symbol), mark);
	if (terms === undefined) throw new StepEnd('unknown', CHECK_TEXT.emptyBook({ symbol: instrument.symbol }));
	const probe: ProbeOrder = {
		clientOrderId: probeOrderId(random.hex(RANDOM_ID_BYTES)),
		accountId,
		userId,
		venue,
		symbol: instrument.symbol,
		...terms,
		begunAt: clock.now(),
	};
	const { end, sentAt } = await placeProbe({ ...parts, session, listener }, probe);
	const times = { sentAt, endedAt: clock.monotonic() };
	return { probe, times, said: orderResult(probe, end, times.endedAt - sentAt) };
}

/**
 * Checks the account's stream. A stream that does not report an order will not report a liquidation either. The
 * service would then notice a liquidation only by polling, seconds later.
 */
async function streamStep(
	session: VenueTrading,
	{ probe, times }: Placed,
	listener: OrderListener,
): Promise<StepResult> {
	const { clientOrderId } = probe;
	if (heardInTime(listener, clientOrderId, times) === undefined)
		await listener.wait(clientOrderId, 'end', times.endedAt + STREAM_EVENT_MS_MAX);
	const heardAt = heardInTime(listener, clientOrderId, times);
	if (heardAt !== undefined)
		return ['passed', CHECK_TEXT.reported({ delay: Math.round(heardAt - times.sentAt) })];
	if (listener.heardAt(clientOrderId, 'any') !== undefined)
		throw new StepEnd('failed', CHECK_TEXT.streamSlow({ ...orderNames(probe), limit: STREAM_EVENT_MS_MAX }));
	throw new StepEnd(
		'failed',
		CHECK_TEXT.streamSilent({
			...orderNames(probe),
			limit: STREAM_EVENT_MS_MAX,
			fault: session.streamFault(),
		}),
	);
}

/**
 * Checks the dead-man switch. A missing switch is only a warning, because the account can trade without it and only
 * the exchange could provide it.
 */
async function switchStep(venue: string, { deadMan }: VenueTrading, { input }: Chosen): Promise<StepResult> {
	const { kind, said } =
		(await deadMan?.check(input.instrument.symbol, resemblesOurs)) ?? noSwitch(shownNameOf(venue));
	if (kind === 'yes') return ['passed', CHECK_TEXT.deadManSwitch({ said })];
	return ['warned', CHECK_TEXT.noDeadManSwitch({ said })];
}

/** @throws StepEnd unless the order was found, cancelled and proven gone without a fill */
function orderResult(probe: ProbeOrder, end: ProbeEnd, tookMs: number): StepResult {
	switch (end.kind) {
		case 'refused':
			throw new StepEnd(
				end.passing ? 'unknown' : 'failed',
				CHECK_TEXT.orderRefused({ ...orderFacts(probe), reason: end.message }),
			);
		case 'absent':
			throw new StepEnd('unknown', CHECK_TEXT.orderAbsent(orderFacts(probe)));
		case 'unproven':
			throw notProvenGone(probe, end.message);
		case 'gone':
			if (end.filled > ZERO) throw hasFilled(probe, end.filled);
			if (!end.byUs) throw new StepEnd('failed', CHECK_TEXT.orderRemoved(orderFacts(probe)));
			return ['passed', CHECK_TEXT.orderPassed({ ...orderFacts(probe), took: Math.round(tookMs) })];
	}
}

function notProvenGone(probe: ProbeOrder, reason: Words): StepEnd {
	return new StepEnd('unknown', CHECK_TEXT.notProvenGone({ ...orderNames(probe), reason }));
}

function hasFilled(probe: ProbeOrder, filled: Decimal): StepEnd {
	return new StepEnd('failed', CHECK_TEXT.orderFilled({ ...orderNames(probe), filled }));
}

function present<T>(found: T | undefined): T {
	if (found !== undefined) return found;
	throw new Error('Invariant broken: a step runs only after the steps that it depends on.');
}
