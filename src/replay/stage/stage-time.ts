/**
 * Moves the time of a stage for the program that trades on it. While the program computes, time stands. While the
 * program waits for an answer, time moves timer by timer. While it waits for a later time, nothing new can happen
 * between two data, so time leaps from one datum to the next: a loop that a live service runs every 100 ms then runs
 * once per leap. While orders are in motion, every timer fires at its own time.
 */

import type { VirtualClock } from '../../runtime/virtual-clock.ts';
import type { RecordedMarkets } from './recorded-markets.ts';

/** Time as the program sees it. */
export type PolicyClock = {
	/** Unix milliseconds. */
	readonly now: () => number;
	/** Waits until a time. A time that has passed resolves at once. Never resolves once the replay is over. */
	readonly until: (at: number) => Promise<void>;
	/** End of the replay, Unix milliseconds. */
	readonly endsAt: number;
};

/** Moves time. */
export type StageTime = {
	readonly policyClock: PolicyClock;
	/** Runs a call of the service, during which time moves. */
	readonly call: <T>(work: () => Promise<T>) => Promise<T>;
	/**
	 * Runs the program until it ends or the time is over, and then the service until the time is over.
	 * @throws Error from the program, or if a call is not answered within a day of virtual time
	 */
	readonly run: (program: () => Promise<void>) => Promise<void>;
	/** Moves time by leaps, without a program. */
	readonly leapTo: (at: number) => Promise<void>;
};

/** What the movement of time depends on. */
export type StageTimeParts = {
	readonly clock: VirtualClock;
	readonly markets: Pick<RecordedMarkets, 'playTo' | 'nextAfter'>;
	/** True while orders are in motion. */
	readonly isInMotion: () => boolean;
	readonly endsAt: number;
	/** Called after each leap. Resolves to false to stop the replay. */
	readonly onLeap: (at: number) => Promise<boolean>;
};

/**
 * Delays of the leaps after the last of several data that become known together, ms. A datum starts a chain of work
 * in the service: a settled rate is read, then paid, then booked.
 */
const SETTLING_MS = [5_000, 65_000] as const;
/** Longest virtual time that one call may take, ms. */
const CALL_MS_MAX = 24 * 3_600_000;

type Moving = StageTimeParts & {
	/** Number of calls that wait for an answer. */
	calls: number;
	/** Time for which the program waits, and how it goes on; undefined while it computes. */
	waiting: { readonly at: number; readonly goOn: () => void } | undefined;
	/** The last datum that was shown. */
	shownAt: number;
	isStopped: boolean;
};

/** Creates the mover of a clock and its markets. */
export function stageTime(parts: StageTimeParts): StageTime {
	const moving: Moving = {
		...parts,
		calls: 0,
		waiting: undefined,
		shownAt: parts.clock.now(),
		isStopped: false,
	};
	const { clock, endsAt } = parts;
	return {
		policyClock: {
			endsAt,
			now: clock.now,
			until: (at) => {
				if (at <= clock.now()) return Promise.resolve();
				return new Promise((goOn) => {
					if (moving.waiting !== undefined)
						throw new Error('The policy already waits for a time. Await each until before the next.');
					moving.waiting = { at, goOn };
				});
			},
		},
		call: (work) => call(moving, work),
		run: (program) => run(moving, program),
		leapTo: (at) => leapThrough(moving, at),
	};
}

async function call<T>(moving: Moving, work: () => Promise<T>): Promise<T> {
	moving.calls += 1;
	try {
		return await work();
	} finally {
		moving.calls -= 1;
	}
}

async function run(moving: Moving, program: () => Promise<void>): Promise<void> {
	let isDone = false;
	let failure: { readonly error: unknown } | undefined;
	program()
		.catch((error: unknown) => {
			failure = { error };
		})
		.finally(() => {
			isDone = true;
		});
	while (!isDone && !isOver(moving)) {
		if (moving.calls > 0) await answerCalls(moving, () => isDone);
		else if (moving.waiting !== undefined) await passUntilWanted(moving);
		else await new Promise((resolve) => setImmediate(resolve));
	}
	if (failure !== undefined) throw failure.error;
	if (!isOver(moving)) await leapThrough(moving, moving.endsAt);
}

function isOver({ clock, endsAt, isStopped }: Moving): boolean {
	return isStopped || clock.now() >= endsAt;
}

/** Lets time pass, timer by timer, until no call waits for an answer. */
async function answerCalls(moving: Moving, isDone: () => boolean): Promise<void> {
	const { clock } = moving;
	const limit = clock.now() + CALL_MS_MAX;
	const isAnswered = (): boolean => moving.calls === 0 || isDone();
	while (!isAnswered()) {
		await clock.advanceUntil(clock.now(), isAnswered);
		if (isAnswered()) return;
		// A call may wait for work outside timers and promises, such as hashing.
		await new Promise((resolve) => setImmediate(resolve));
		if (isAnswered()) return;
		if (!(await clock.advance(limit))) throw new Error('A call was not answered within a day.');
		showDataUpTo(moving);
	}
}

/** Shows the data that became known while timers fired. */
function showDataUpTo(moving: Moving): void {
	const now = moving.clock.now();
	const next = moving.markets.nextAfter(moving.shownAt);
	if (next === undefined || next > now) return;
	moving.markets.playTo(now);
	moving.shownAt = now;
}

/** Lets time pass until the instant for which the program waits, and lets it go on. */
async function passUntilWanted(moving: Moving): Promise<void> {
	const { waiting, endsAt } = moving;
	if (waiting === undefined) return;
	await leapThrough(moving, Math.min(waiting.at, endsAt));
	if (isOver(moving)) return;
	moving.waiting = undefined;
	waiting.goOn();
}

/** Leaps from stop to stop up to an instant. */
async function leapThrough(moving: Moving, until: number): Promise<void> {
	const { clock, isInMotion, onLeap } = moving;
	while (clock.now() < until && !moving.isStopped) {
		const at = Math.min(until, nextStop(moving));
		if (isInMotion()) await clock.advanceUntil(at, () => !isInMotion());
		clock.leap(at);
		showDataUpTo(moving);
		await clock.advanceUntil(at, () => false);
		moving.isStopped = !(await onLeap(at));
	}
}

/** Returns the next datum, or the next settling leap after the last one. */
function nextStop({ clock, markets, shownAt }: Moving): number {
	const now = clock.now();
	const datum = markets.nextAfter(Math.max(now, shownAt)) ?? Number.POSITIVE_INFINITY;
	const settling = SETTLING_MS.map((delayMs) => shownAt + delayMs).find((at) => at > now);
	return Math.min(datum, settling ?? Number.POSITIVE_INFINITY);
}
