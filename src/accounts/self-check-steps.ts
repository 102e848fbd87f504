/** The steps of a self-check, each with its verdict and a sentence. What they judge by is asked for here and nowhere kept. */

import { CarrywireError } from '../domain/carrywire-error.ts';
import { type Decimal, formatDecimal, fromInteger, mulTrunc, ZERO } from '../domain/decimal.ts';
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
import type { BalanceReport, VenueTrading } from '../ports/venue.ts';
import { HedgeModeError, KeyRefusedError, VenueError } from '../ports/venue-error.ts';
import type { BookedAccount } from './account-book.ts';
import { requireTradingKey } from './key-check.ts';
import {
	heardInTime,
	listenForOrders,
	type OrderEar,
	type ProbeTimes,
	STREAM_EVENT_MS_MAX,
} from './order-ear.ts';
import { endProbe, PROBE_LEVERAGE, PROBE_MARGIN_MODE, type ProbeEnd, placeProbe } from './probe-order.ts';
import { probeInstruments, probeTerms, probeValue, settlementCurrency } from './probe-terms.ts';

/** How far our clock may be from an exchange's before it refuses what we sign by our own time, milliseconds. */
export type ClockLimits = { readonly aheadMs: number; readonly behindMs: number };

/** The parts that the steps of a self-check need. */
export type StepParts = {
	readonly market: Pick<Market, 'inputs' | 'refreshBook'>;
	readonly store: SelfCheckStore;
	/** Exchange's time minus ours, measured now. @throws VenueError */
	readonly measureClock: (venue: string) => Promise<number>;
	readonly clockLimits: (venue: string) => ClockLimits;
	readonly clock: Clock;
	readonly random: Random;
	/** No further step is begun. */
	readonly isStopping: () => boolean;
	readonly isAbandoned: () => boolean;
};

/** What was traded so lately is left alone: what a session believes of its leverage must stay true. */
const LEFT_ALONE_MS = 15 * 60_000;
const RANDOM_ID_BYTES = 11;
const HUNDRED = fromInteger(100);

/** Ends the check: the steps after it are not looked at. */
class StepEnd extends Error {
	readonly verdict: SelfCheckVerdict;
	constructor(verdict: SelfCheckVerdict, said: string) {
		super(said);
		this.verdict = verdict;
	}
}

type Verdict = Pick<SelfCheckStep, 'verdict' | 'said'>;

const SKIPPED: Verdict = { verdict: 'skipped', said: 'Not looked at: an earlier step did not pass.' };

type Said = readonly [verdict: 'passed' | 'warned', said: string];

/** Runs all steps; never rejects. `earlier`: orders of the account that are not proven gone, which are ended first. */
export async function runSteps(
	parts: StepParts,
	account: BookedAccount,
	session: VenueTrading,
	earlier: readonly ProbeOrder[],
): Promise<readonly SelfCheckStep[]> {
	const left = await endEarlier(parts, session, earlier);
	if (left !== undefined)
		return SELF_CHECK_STEPS.map((name) => (name === 'order' ? { name, ...left } : { name, ...SKIPPED }));
	// From the first step on, so that the stream is open by the time the order is sent.
	const ear = listenForOrders(session, parts.clock);
	try {
		return await runInOrder(parts, account, session, ear);
	} finally {
		ear.close();
	}
}

async function runInOrder(
	parts: StepParts,
	account: BookedAccount,
	session: VenueTrading,
	ear: OrderEar,
): Promise<readonly SelfCheckStep[]> {
	const { venue } = account;
	const steps: SelfCheckStep[] = [];
	let chosen: Chosen | undefined;
	let placed: Placed | undefined;
	const checks: readonly (readonly [SelfCheckStepName, () => Promise<Said>])[] = [
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
				placed = await orderStep(parts, account, session, present(chosen), ear);
				return placed.said;
			},
		],
		['stream', () => streamStep(session, present(placed), ear)],
		['switch', () => switchStep(venue, session, present(chosen))],
	];
	let hasEnded = false;
	for (const [name, check] of checks) {
		if (hasEnded) {
			steps.push({ name, ...SKIPPED });
			continue;
		}
		try {
			if (parts.isStopping()) throw new StepEnd('unknown', 'The service is stopping.');
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
	if (error instanceof StepEnd) return { verdict: error.verdict, said: error.message };
	if (error instanceof HedgeModeError)
		return {
			verdict: 'failed',
			said: `${error.message} It stands in the trading settings of ${venue}, under position mode (by its API: ${error.how}); nothing may be open then.`,
		};
	if (error instanceof KeyRefusedError)
		return { verdict: 'failed', said: `${venue} refuses the key: ${error.message}` };
	if (error instanceof VenueError)
		return error.kind === 'rejected'
			? { verdict: 'failed', said: `${venue} refused: ${error.message}` }
			: { verdict: 'unknown', said: `${venue} gave no usable answer: ${error.message}` };
	if (error instanceof CarrywireError) return { verdict: 'failed', said: error.message };
	return { verdict: 'unknown', said: messageOf(error) };
}

async function clockStep({ measureClock, clockLimits }: StepParts, venue: string): Promise<Said> {
	const offsetMs = await measureClock(venue);
	const { aheadMs, behindMs } = clockLimits(venue);
	const isAhead = offsetMs < 0;
	const limitMs = isAhead ? aheadMs : behindMs;
	const was = `Our clock is ${Math.abs(offsetMs)} ms ${isAhead ? 'ahead of' : 'behind'} that of ${venue}, limit ${limitMs} ms`;
	if (Math.abs(offsetMs) > limitMs)
		throw new StepEnd('failed', `${was}. Set the clock of this machine by NTP.`);
	return ['passed', `${was}.`];
}

async function keyStep({ clock }: StepParts, venue: string, session: VenueTrading): Promise<Said> {
	const key = await session.describeKey();
	requireTradingKey(venue, key, clock.now());
	const canTrade = 'The key can trade';
	if (key.canWithdraw === null)
		return ['warned', `${canTrade}; ${venue} does not tell whether it can withdraw.`];
	if (key.ipBound === false)
		return [
			'warned',
			`${canTrade} and cannot withdraw. It works from any address: bind it to that of this machine.`,
		];
	return [
		'passed',
		`${canTrade} and cannot withdraw; ${key.ipBound === null ? `${venue} does not tell whether it is bound to an address` : 'it is bound to an address'}.`,
	];
}

/** Before anything else: an order that may still rest is taken off the book whatever else is wrong. Undefined: all are gone. */
async function endEarlier(
	parts: StepParts,
	session: VenueTrading,
	earlier: readonly ProbeOrder[],
): Promise<Verdict | undefined> {
	for (const probe of earlier) {
		try {
			// Whenever it was sent: that was before now.
			const sentAt = parts.clock.monotonic();
			const ended = { ...parts, session, ear: undefined };
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

/** Also chooses the instrument that the following steps are about. */
async function balanceStep(
	parts: StepParts,
	venue: string,
	session: VenueTrading,
): Promise<Chosen & { readonly said: Said }> {
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
		throw new StepEnd(
			'unknown',
			`There is no instrument of ${venue} with a price yet to check the account on.`,
		);
	const was = `${formatDecimal(balance.available)} ${currency} is available`;
	const affordable = [first, ...others].find(({ least }) => least <= balance.available);
	if (affordable === undefined)
		throw new StepEnd(
			'failed',
			`${was}; the smallest order that is looked at (${first.instrument.symbol}) needs ${formatDecimal(first.least)} ${currency}. ${whereMoneyIs(balance, currency)}`,
		);
	return { input: affordable, mark: affordable.mark, said: ['passed', `${was}.`] };
}

/** Futures credits of Binance in the EU, in which such an account has its whole futures wallet. */
const CREDITS = 'BNFCR';

/** Advice where the account has too little collateral, by what it holds besides. */
function whereMoneyIs({ otherAssets }: BalanceReport, currency: string): string {
	if (otherAssets.length === 0) return 'Move money into the account that futures are traded on.';
	const held = otherAssets.map(({ asset, quantity }) => `${formatDecimal(quantity)} ${asset}`).join(', ');
	const isOfCredits = otherAssets.some(({ asset }) => asset === CREDITS);
	return `It holds ${held} besides, which is no collateral here. ${
		isOfCredits
			? `${CREDITS} are the futures credits of accounts in the EU, which are not traded on here: connect an account whose futures wallet is of ${currency}.`
			: `Move ${currency} into the account that futures are traded on.`
	}`;
}

async function settingsStep(venue: string, session: VenueTrading, { input }: Chosen): Promise<Said> {
	const { symbol } = input.instrument;
	await session.prepare(symbol, PROBE_LEVERAGE, PROBE_MARGIN_MODE);
	return [
		'passed',
		`Positions are one-way, and ${venue} took margin mode ${PROBE_MARGIN_MODE} and leverage ${formatDecimal(PROBE_LEVERAGE)} on ${symbol}.`,
	];
}

async function feesStep(session: VenueTrading, { input }: Chosen): Promise<Said> {
	const { symbol } = input.instrument;
	const own = await session.fees(symbol);
	const was = `Of ${symbol} the account pays ${percent(own.taker)} as taker and ${percent(own.maker)} as maker`;
	if (own.taker === input.fees.taker && own.maker === input.fees.maker)
		return ['passed', `${was}, the base fees that public figures are made with.`];
	const base = `public figures are made with ${percent(input.fees.taker)} and ${percent(input.fees.maker)}, your own previews with what you pay`;
	return [own.taker > input.fees.taker ? 'warned' : 'passed', `${was}; ${base}.`];
}

type Placed = {
	readonly probe: ProbeOrder;
	readonly times: ProbeTimes;
	readonly said: Said;
};

async function orderStep(
	parts: StepParts,
	{ accountId, userId, venue }: BookedAccount,
	session: VenueTrading,
	{ input, mark }: Chosen,
	ear: OrderEar,
): Promise<Placed> {
	const { clock, random } = parts;
	const { instrument } = input;
	const terms = probeTerms(instrument, await parts.market.refreshBook(venue, instrument.symbol), mark);
	if (terms === undefined) throw new StepEnd('unknown', `The book of ${instrument.symbol} is empty.`);
	const probe: ProbeOrder = {
		clientOrderId: probeOrderId(random.hex(RANDOM_ID_BYTES)),
		accountId,
		userId,
		venue,
		symbol: instrument.symbol,
		...terms,
		begunAt: clock.now(),
	};
	const { end, sentAt } = await placeProbe({ ...parts, session, ear }, probe);
	const times = { sentAt, endedAt: clock.monotonic() };
	return { probe, times, said: saidOf(probe, end, times.endedAt - sentAt) };
}

/** A stream that does not tell of an order will not tell of a liquidation either, which is then seen seconds later. */
async function streamStep(
	session: VenueTrading,
	{ probe: { venue, symbol, clientOrderId }, times }: Placed,
	ear: OrderEar,
): Promise<Said> {
	if (heardInTime(ear, clientOrderId, times) === undefined)
		await ear.wait(clientOrderId, 'end', times.endedAt + STREAM_EVENT_MS_MAX);
	const heardAt = heardInTime(ear, clientOrderId, times);
	if (heardAt !== undefined)
		return [
			'passed',
			`The account's own stream told of that order ${Math.round(heardAt - times.sentAt)} ms after it was sent.`,
		];
	if (ear.heardAt(clientOrderId, 'any') !== undefined)
		throw new StepEnd(
			'failed',
			`Stream too slow: ${venue} told of the order ${clientOrderId} on ${symbol} on the account's own stream, but neither within ${STREAM_EVENT_MS_MAX} ms after it was sent nor of its end within ${STREAM_EVENT_MS_MAX} ms. A liquidation would be noticed only when the account is read again. It is checked again by itself; if it stays so, look at the status page of ${venue} and at the network of this machine.`,
		);
	const fault = session.streamFault();
	throw new StepEnd(
		'failed',
		`Stream silent: ${venue} told nothing of the order ${clientOrderId} on ${symbol} on the account's own stream. Waited for was an event of its creation or of its end, limit ${STREAM_EVENT_MS_MAX} ms after each.${fault === null ? '' : ` The stream was lost: ${fault}`} A liquidation would be noticed only when the account is read again, seconds later. It is checked again by itself; if it stays so, look at the status page of ${venue}, at the proxy or firewall of this machine, and at doctor's lines on network, or give the account another key.`,
	);
}

/** Without one an account trades all the same: nobody but the exchange can change that. */
async function switchStep(venue: string, { deadMan }: VenueTrading, { input }: Chosen): Promise<Said> {
	const { kind, said } = (await deadMan?.check(input.instrument.symbol, resemblesOurs)) ?? noSwitch(venue);
	if (kind === 'yes')
		return ['passed', `Dead-man switch: ${said}. It is armed while an order of this service rests.`];
	return [
		'warned',
		`No dead-man switch: ${said}. An order that rests there when this service dies stays on the book; where the other exchange of a trade has a switch, the order rests there instead.`,
	];
}

/** @throws StepEnd for every end but the right one */
function saidOf(probe: ProbeOrder, end: ProbeEnd, tookMs: number): Said {
	const { venue, symbol, quantity, limitPrice } = probe;
	const what = `A buy of ${formatDecimal(quantity)} ${symbol} at ${formatDecimal(limitPrice)} (${formatDecimal(probeValue({ quantity, limitPrice }))} USD)`;
	switch (end.kind) {
		case 'refused':
			throw new StepEnd(
				end.passing ? 'unknown' : 'failed',
				`${what} was refused by ${venue}: ${end.message}`,
			);
		case 'absent':
			throw new StepEnd('unknown', `${what} never arrived at ${venue}.`);
		case 'unproven':
			throw notProvenGone(probe, end.message);
		case 'gone':
			if (end.filled > ZERO) throw hasFilled(probe, end.filled);
			if (!end.byUs)
				throw new StepEnd(
					'failed',
					`${what} was taken off the book by ${venue} or somebody else before we cancelled it.`,
				);
			return [
				'passed',
				`${what} was created, found, cancelled and proven gone without a fill, in ${Math.round(tookMs)} ms.`,
			];
	}
}

function notProvenGone({ venue, symbol, clientOrderId }: ProbeOrder, said: string): StepEnd {
	return new StepEnd(
		'unknown',
		`The order ${clientOrderId} on ${symbol} is not proven gone: ${said}. It is asked about until it is; to be quicker, cancel it at ${venue}.`,
	);
}

function hasFilled({ venue, symbol, clientOrderId }: ProbeOrder, filled: Decimal): StepEnd {
	return new StepEnd(
		'failed',
		`The order ${clientOrderId} has filled, though far from the market: the account holds ${formatDecimal(filled)} of ${symbol} by it. Close that at ${venue}, then check again.`,
	);
}

function present<T>(found: T | undefined): T {
	if (found !== undefined) return found;
	throw new Error('Invariant broken: a step is looked at only after those that it stands on.');
}

/** A rate as people read it: 0.055 %. */
function percent(rate: Decimal): string {
	return `${formatDecimal(mulTrunc(rate, HUNDRED))} %`;
}
