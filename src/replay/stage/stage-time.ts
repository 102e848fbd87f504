/**
 * Moves the time of a stage. Between two data nothing new can happen, so time leaps from one datum to the next: a loop
 * that a live service runs every 100 ms then runs once per leap. While orders are in motion or a call waits for its
 * answer, every timer fires at its own time.
 */

import { loopTurn, type VirtualClock } from '../../runtime/virtual-clock.ts';
import type { RecordedMarkets } from './recorded-markets.ts';

/** Moves time. */
export type StageTime = {
	/**
	 * Moves time to an instant, by leaps. @throws StageStopped once the caller wants no further leap
	 */
	readonly moveTo: (at: number) => Promise<void>;
	/** Lets time pass, timer by timer, until the work is done. @throws Error if it is not done after a day */
	readonly during: <T>(work: Promise<T>) => Promise<T>;
	/** Lets time pass, timer by timer, until no order is in motion, at most for a day. */
	readonly calm: () => Promise<void>;
};

/** What the movement of time depends on. */
export type StageTimeParts = {
	readonly clock: VirtualClock;
	readonly markets: Pick<RecordedMarkets, 'playTo' | 'nextAfter'>;
	/** True while orders are in motion. */
	readonly isInMotion: () => boolean;
	/** Called after each leap. Resolves to false if time must not move further. */
	readonly onLeap: (at: number) => Promise<boolean>;
};

/** Thrown by `moveTo` if time must not move further. */
export class StageStopped extends Error {
	override readonly name = 'StageStopped';
	constructor() {
		super('The replay was stopped.');
	}
}

/**
 * Delays of the leaps after the last of several data that become known together, ms. A datum starts a chain of work
 * in the service: a settled rate is read, then paid, then booked.
 */
const SETTLING_MS = [10_000, 60_000] as const;
/** Longest virtual time that one call or one order may take, ms. */
const WORK_MS_MAX = 24 * 3_600_000;

type Moving = StageTimeParts & {
	/** Time of the last datum that was shown. */
	shownAt: number;
};

/** Creates the mover of a clock and its markets. */
export function stageTime(parts: StageTimeParts): StageTime {
	const moving: Moving = { ...parts, shownAt: parts.clock.now() };
	return {
		moveTo: (at) => moveTo(moving, at),
		during: (work) => during(moving, work),
		calm: () => calm(moving, moving.clock.now() + WORK_MS_MAX),
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
		// A call may wait for work outside timers and promises, such as hashing.
		await loopTurn();
		if (isDone) break;
		if (!(await clock.advance(limit))) throw new Error('A call was not answered within a day.');
		showData(moving);
	}
	return work;
}

async function calm(moving: Moving, limit: number): Promise<void> {
	const { clock, isInMotion } = moving;
	while (isInMotion() && (await clock.advance(limit))) showData(moving);
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
		if (!(await onLeap(at))) throw new StageStopped();
	}
}

/** Returns the next datum, or the next leap after the last datum. */
function nextStop({ clock, markets, shownAt }: Moving): number {
	const now = clock.now();
	const datum = markets.nextAfter(Math.max(now, shownAt)) ?? Number.POSITIVE_INFINITY;
	const settling = SETTLING_MS.map((delayMs) => shownAt + delayMs).find((at) => at > now);
	return Math.min(datum, settling ?? Number.POSITIVE_INFINITY);
}
