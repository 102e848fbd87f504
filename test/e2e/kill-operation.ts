/**
 * Begins an operation, applies the planned market moves and exchange faults, and kills the service at the planned
 * time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FixtureRecords } from './exchange-records.ts';
import { type Fixture, type Service, VENUES, type Venue } from './fixture.ts';
import { watchJournal } from './journal-watch.ts';
import type { KillDraw, RequestFault } from './kill-draws.ts';
import { showLate } from './late-reads.ts';
import { hitMaker, liftBasis, type Maker, makerOf } from './other-account.ts';
import { type KeyedParams, openUnderKey } from './trading.ts';
import type { Opened, Opportunity, RpcAnswer } from './wire.ts';

/** Maximum wait for the anchor event, milliseconds. It may never come, because a request may be lost. */
const ANCHOR_MS_MAX = 4_000;

export type Under = {
	readonly fixture: Fixture;
	readonly service: Service;
	readonly token: string;
	readonly records: FixtureRecords;
};

/** The responses to the operation's calls; undefined if the kill came before the response. */
export type Answers = {
	/** The response to `execute_opportunity`; undefined also if the operation does not begin with this call. */
	readonly opened: RpcAnswer | undefined;
	/** The response to the call that closes, cancels or halts. */
	readonly ended: RpcAnswer | undefined;
};

/**
 * Kills the service during an operation. `running`: id of the execution to close, if the operation closes one.
 * `params`: parameters of a call that opens an execution on the opportunity.
 */
export async function killDuring(
	under: Under,
	draw: KillDraw,
	{
		running,
		params,
		opportunity,
	}: {
		readonly running: string | undefined;
		readonly params: KeyedParams;
		readonly opportunity: Opportunity;
	},
): Promise<Answers> {
	const { fixture, service } = under;
	using watch = watchJournal(fixture.dataDir);
	await disturb(fixture, draw);
	const calling = call(under, draw, running, params);
	const lifted =
		draw.sliced && draw.lifted === 'at once'
			? calling.opened.then(() => liftBasis(fixture, opportunity))
			: undefined;
	const maker = makerOf(watch, ANCHOR_MS_MAX);
	const hit = draw.hit?.when === 'resting' ? maker.then((found) => takeFrom(under, draw, found)) : undefined;
	const delayed = maker.then((found) => disturbHedge(fixture, draw, found));
	switch (draw.anchor) {
		case 'call':
			await calling.last;
			break;
		case 'resting':
			await maker;
			break;
		case 'hit':
			await hit;
			break;
		case 'canceling':
			await watch.first((event) => event.type === 'OrderCancelAsked' || undefined, ANCHOR_MS_MAX);
			break;
	}
	await pause(draw.killAfterMs);
	await service.process.end('SIGKILL');
	await Promise.all([lifted, hit, delayed]);
	if (draw.hit?.when === 'dead') await takeFrom(under, draw, await maker);
	return { opened: await calling.opened, ended: await calling.ended };
}

type Calling = {
	/** Settles when the operation's last call has been sent. */
	readonly last: Promise<void>;
	readonly opened: Promise<RpcAnswer | undefined>;
	readonly ended: Promise<RpcAnswer | undefined>;
};

function call(
	{ service, token }: Under,
	{ operation, calledAfterMs }: KillDraw,
	running: string | undefined,
	params: KeyedParams,
): Calling {
	const ask = (method: string, given: object): Promise<RpcAnswer | undefined> =>
		service.answer(method, given, token).catch(() => undefined);
	const open = () => openUnderKey(service, token, params).catch(() => undefined);
	const nothing = Promise.resolve(undefined);
	switch (operation) {
		case 'open':
			return { last: nothing, opened: open(), ended: nothing };
		case 'close':
			return { last: nothing, opened: nothing, ended: ask('close_execution', { execution_id: running }) };
		case 'closePart':
			return {
				last: nothing,
				opened: nothing,
				ended: ask('close_execution', { execution_id: running, share: 0.5 }),
			};
		case 'halt':
			return { last: nothing, opened: nothing, ended: ask('halt_trading', { close_all: true }) };
		case 'haltOpening': {
			const opened = open();
			const last = opened.then(() => pause(calledAfterMs));
			return { last, opened, ended: last.then(() => ask('halt_trading', { close_all: true })) };
		}
		case 'cancel':
		case 'keepOpening':
		case 'closeOpening': {
			const opened = open();
			const last = opened.then(() => pause(calledAfterMs));
			const ended = last.then(async () => {
				const id = reportedExecution(await opened);
				if (id === undefined) return undefined;
				if (operation === 'closeOpening') return ask('close_execution', { execution_id: id });
				return ask('cancel_execution', { execution_id: id, keep: operation === 'keepOpening' });
			});
			return { last, opened, ended };
		}
	}
}

/**
 * Returns the execution id from the response to `execute_opportunity`; undefined if no response arrived. @throws
 * Error when the service refused the call
 */
export function reportedExecution(answer: RpcAnswer | undefined): string | undefined {
	if (answer === undefined) return undefined;
	if (answer.error !== undefined) throw new Error(`The call to be killed was refused: ${answer.text}`);
	return (answer.result as Opened).execution_id;
}

// Faults ---------------------------------------------------------------------------------------------------------

async function disturb(fixture: Fixture, { slow, faults, cutStreams, late }: KillDraw): Promise<void> {
	for (const venue of VENUES) await showLate(fixture, venue, late[venue]);
	for (const venue of cutStreams)
		await fixture.admin(venue, 'POST', '/streams', { action: 'disconnect', scope: 'private' });
	if (slow !== 'hedge') await plan(fixture, slow, faults);
}

/** Plans the faults at the exchange that gets the hedge. That exchange is known only once the maker order rests. */
async function disturbHedge(
	fixture: Fixture,
	{ slow, faults }: KillDraw,
	maker: Maker | undefined,
): Promise<void> {
	if (slow === 'hedge' && maker !== undefined) await plan(fixture, otherVenue(maker.venue), faults);
}

async function plan(fixture: Fixture, slow: Venue, faults: KillDraw['faults']): Promise<void> {
	const of = async (venue: Venue, planned: readonly RequestFault[]): Promise<void> => {
		for (const fault of planned) await fixture.admin(venue, 'POST', '/faults', fault);
	};
	await of(slow, faults.slow);
	await of(otherVenue(slow), faults.quick);
}

function otherVenue(venue: Venue): Venue {
	return venue === 'bybit' ? 'kucoin' : 'bybit';
}

async function takeFrom(
	{ fixture, records }: Under,
	{ hit }: KillDraw,
	maker: Maker | undefined,
): Promise<void> {
	if (hit !== undefined && maker !== undefined) await hitMaker(fixture, records, maker, hit.share);
}
