/**
 * Moves the time of a replayed service. Between two data nothing new can happen, so time leaps from one datum to the next: a loop
 * that a live service runs every 100 ms then runs once per leap. While orders are in motion or a call waits for its
 * answer, every timer fires at its own time.
 *
 * Markets of grade A are dense: between two data the service reads and decides as it does live, so nothing leaps and
 * every timer fires at its own time.
 */

import { loopTurn, type VirtualClock } from '../../runtime/virtual-clock.ts';
import type { RecordedMarkets } from './recorded-markets.ts';

/** Moves time. */
export type ReplayTime = {
	/**
	 * Moves time to an instant, by leaps. @throws ReplayStopped once the caller wants no further leap
	 */
	readonly moveTo: (at: number) => Promise<void>;
	/** Lets time pass, timer by timer, until the work is done. @throws Error if it is not done after a day */
	readonly during: <T>(work: Promise<T>) => Promise<T>;
	/** Lets time pass, timer by timer, until no order is in motion, at most for a day. */
	readonly calm: () => Promise<void>;
};

/** Dependencies of the movement of time. */
export type ReplayTimeParts = {
	readonly clock: VirtualClock;
	readonly markets: Pick<RecordedMarkets, 'playTo' | 'nextAfter' | 'readAhead' | 'isContinuous'>;
	/** True while orders are in motion. */
	readonly isInMotion: () => boolean;
	/** Called after each leap. Resolves to false if time must not move further. */
	readonly onLeap: (at: number) => Promise<boolean>;
};

/** Thrown if time must not move further. It ends an order without a result only if nothing was played until then. */
export class ReplayStopped extends Error {
	override readonly name = 'ReplayStopped';
	constructor() {
		super('The replay was canceled before its first step, so there is no result.');
	}
}

/**
 * Delays of the leaps after the last of several data that become known together, ms. A datum starts a chain of work
 * in the service: a settled rate is read, then paid, then booked.
 */
const SETTLING_MS = [10_000, 60_000] as const;
/** Longest virtual time that one call or one order may take, ms. */
const WORK_MS_MAX = 24 * 3_600_000;

/** Longest time that orders may stay in motion after a replay of grade A, ms, in which data may have ended. */
const CALM_MS_MAX = 5 * 60_000;
/** Shortest time between two calls of `onLeap` at grade A, ms. */
const REPORT_MS = 1_000;

type Moving = ReplayTimeParts & {
	/** Time of the last datum that was shown. */
	shownAt: number;
	/** Time of the last call of `onLeap`. */
	reportedAt: number;
};

/** Creates the mover of a clock and its markets. */
export function createReplayTime(parts: ReplayTimeParts): ReplayTime {
	const moving: Moving = {
		...parts,
		shownAt: parts.clock.now(),
		reportedAt: Number.NEGATIVE_INFINITY,
	};
	const isContinuous = parts.markets.isContinuous === true;
	return {
		moveTo: (at) => (isContinuous ? flowTo(moving, at) : moveTo(moving, at)),
		during: (work) => during(moving, work),
		calm: () => calm(moving, moving.clock.now() + (isContinuous ? CALM_MS_MAX : WORK_MS_MAX)),
	};
}

async function during<T>(moving: Moving, work: Promise<T>): Promise<T> {
	const { clock } = moving;
	let isDone = false;
	const finish = (): void => {
		isDone = true;
	};
	work.then(finish, finish);
	const limit = clock.now() + WORK_MS_MAX;
	while (!isDone) {
		await clock.advanceUntil(clock.now(), () => isDone);
		if (isDone) break;
		// A call may wait for work outside timers and microtasks, such as hashing.
		await loopTurn();
		if (isDone) break;
		if (!(await advance(moving, limit))) throw new Error('A call was not answered within a day.');
	}
	return work;
}

async function calm(moving: Moving, limit: number): Promise<void> {
	const { clock, isInMotion } = moving;
	while (isInMotion() && (await advance(moving, limit)) && clock.now() <= limit);
}

/** Moves time to the next timer, or to the next datum of dense data. Returns false if there is none until `limit`. */
async function advance(moving: Moving, limit: number): Promise<boolean> {
	const { clock, markets } = moving;
	if (markets.isContinuous !== true) {
		const isMoved = await clock.advance(limit);
		if (isMoved) showData(moving);
		return isMoved;
	}
	const datum = await nextDatum(moving);
	if (await clock.advance(Math.min(limit, datum - 1))) return true;
	if (datum > limit) return false;
	clock.leap(datum);
	showData(moving);
	return true;
}

/** Returns the time of the next datum; infinity if there is none. */
async function nextDatum({ markets, shownAt }: Moving): Promise<number> {
	const reading = markets.readAhead?.();
	if (reading !== undefined) await reading;
	return markets.nextAfter(shownAt) ?? Number.POSITIVE_INFINITY;
}

/** Moves time over dense data: each datum is shown at its time, before the timers of that time. */
async function flowTo(moving: Moving, until: number): Promise<void> {
	const { clock } = moving;
	if (clock.now() >= until) return;
	for (;;) {
		const datum = await nextDatum(moving);
		if (datum > until) break;
		await clock.advanceUntil(datum - 1, () => false);
		clock.leap(datum);
		showData(moving);
		if (datum >= moving.reportedAt + REPORT_MS && datum < until) await report(moving);
	}
	await clock.advanceUntil(until, () => false);
	clock.leap(until);
	await report(moving);
}

/** @throws ReplayStopped if time must not move further */
async function report(moving: Moving): Promise<void> {
	const now = moving.clock.now();
	moving.reportedAt = now;
	if (!(await moving.onLeap(now))) throw new ReplayStopped();
}

/** Shows the data that have become known. */
function showData(moving: Moving): void {
	const now = moving.clock.now();
	const next = moving.markets.nextAfter(moving.shownAt);
	if (next === undefined || next > now) return;
	moving.markets.playTo(now);
	moving.shownAt = now;
}

async function moveTo(moving: Moving, until: number): Promise<void> {
	const { clock, onLeap } = moving;
	while (clock.now() < until) {
		const at = Math.min(until, nextStop(moving));
		await calm(moving, at);
		clock.leap(at);
		showData(moving);
		await clock.advanceUntil(at, () => false);
		if (!(await onLeap(at))) throw new ReplayStopped();
	}
}

/** Returns the next datum, or the next leap after the last datum. */
function nextStop({ clock, markets, shownAt }: Moving): number {
	const now = clock.now();
	const datum = markets.nextAfter(Math.max(now, shownAt)) ?? Number.POSITIVE_INFINITY;
	const settling = SETTLING_MS.map((delayMs) => shownAt + delayMs).find((at) => at > now);
	return Math.min(datum, settling ?? Number.POSITIVE_INFINITY);
}
