/**
 * Plays a dataset through the service for a program that trades on it. One play is one composed service with its own
 * clock, paper accounts and journal.
 */

import type { Decimal } from '../../domain/decimal.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import type { Dataset } from '../data/dataset.ts';
import type { Refusal } from '../report/result.ts';
import { openMarkets, warmUpMs } from '../service/open-markets.ts';
import {
	openReplayedService,
	type ReplayedService,
	type ReplayedServiceParts,
} from '../service/open-replayed-service.ts';
import type { MarketAssumptions } from '../service/recorded-contract.ts';
import { createReplayTime, ReplayStopped, type ReplayTime } from '../service/replay-time.ts';
import { countRefusals, type SeatAccess, takeSeats } from './seats.ts';

/** The data, span and program of a play. */
export type PlayRequest = {
	readonly dataset: Dataset;
	readonly assumed: MarketAssumptions;
	/** Span of the program's actions, [from, until), Unix milliseconds. */
	readonly from: number;
	readonly until: number;
	/** Number of paper users. */
	readonly users: number;
	/** Deposit of each paper account, USD. */
	readonly depositUsd: Decimal;
	/** True if the program uses forecasts; the service then makes them every hour, and fits its model again and again. */
	readonly usesForecasts: boolean;
	/** True if every store of the play is read later; otherwise some data exists only while it is needed. */
	readonly isKept: boolean;
	/** Rules of the service that are switched off, by name. */
	readonly rulesOff: ReadonlySet<string>;
	/** Trades until the end of the span, or resolves early. */
	readonly program: (ground: TradingGround) => Promise<void>;
};

/** Seats, clock and end of a play, on which a program trades. */
export type TradingGround = {
	readonly seats: readonly SeatAccess[];
	readonly clock: Clock;
	readonly time: ReplayTime;
	/** End of the program's actions, Unix milliseconds. */
	readonly endAt: number;
	readonly random: Random;
};

/** Parts that a play needs from its process. */
export type PlayParts = {
	/** Empty database for the journal. */
	readonly database: ReplayedServiceParts['database'];
	readonly random: Random;
	readonly log: Logger;
	readonly version: string;
	/** Called after each leap of time with the virtual time. Resolves to false to stop. */
	readonly onLeap: (at: number, replayed: PlayedService) => Promise<boolean>;
};

/** A replayed service with its users. */
export type PlayedService = {
	readonly replayed: ReplayedService;
	readonly seats: readonly SeatAccess[];
	readonly now: () => number;
	/**
	 * Lets time pass until work of the service is done. A call waits for an exchange that has no data yet, and closing
	 * waits for reads that have begun.
	 */
	readonly during: ReplayTime['during'];
};

/** A finished play. The caller reads its service and then closes it, both while time passes. */
export type Played = PlayedService & {
	/** Time at which it ended: `until`, or earlier if it was stopped. */
	readonly playedUntil: number;
	readonly wasStopped: boolean;
	/** Requests that the service refused. */
	readonly refusals: readonly Refusal[];
};

/** A composed play at the start of its span, before anything trades. */
export type OpenPlay = PlayedService & TradingGround & { readonly refusals: () => readonly Refusal[] };

/**
 * Composes the service over the dataset and moves time to the span's start. @throws ReplayStopped if it was stopped
 * until then
 */
export async function openPlay(request: Omit<PlayRequest, 'program'>, parts: PlayParts): Promise<OpenPlay> {
	const { dataset, from, until } = request;
	const clock = createVirtualClock(from - warmUpMs(dataset.grade));
	const { markets, config, pace, close } = await openMarkets(request, clock);
	const { rulesOff, isKept } = request;
	const replayed = await openReplayedService({
		...{ ...parts, config, markets, clock, pace, rulesOff, isKept },
		onClose: close,
	}).catch(async (error: unknown) => {
		await close();
		throw error;
	});
	let seats: readonly SeatAccess[] = [];
	const refusals = countRefusals(clock.now);
	const time: ReplayTime = createReplayTime({
		clock,
		markets,
		isInMotion: replayed.isInMotion,
		onLeap: (at) => parts.onLeap(at, { replayed, seats, now: clock.now, during: time.during }),
	});
	try {
		seats = await time.during(takeSeats(replayed.service, request.users, refusals));
		await time.moveTo(from);
		return {
			...{ replayed, seats, now: clock.now, during: time.during },
			...{ clock, time, endAt: until, random: parts.random, refusals: refusals.all },
		};
	} catch (error) {
		await time.during(replayed.close());
		throw error;
	}
}

/**
 * Plays the dataset from its span's start to its end. @throws ReplayStopped if it was stopped before its span began;
 * Error from the program, or if the service cannot be composed
 */
export async function play(request: PlayRequest, parts: PlayParts): Promise<Played> {
	const opened = await openPlay(request, parts);
	const { replayed, seats, now, during, time, endAt } = opened;
	try {
		const wasStopped = await tradeUntil(endAt, time, () => request.program(opened));
		const playedUntil = Math.min(now(), endAt);
		return { replayed, seats, now, during, playedUntil, wasStopped, refusals: opened.refusals() };
	} catch (error) {
		await during(replayed.close());
		throw error;
	}
}

/** Runs the program, and the service after it until the end. Resolves to true if time was stopped before. */
async function tradeUntil(until: number, time: ReplayTime, program: () => Promise<void>): Promise<boolean> {
	try {
		await program();
		await time.moveTo(until);
		await time.calm();
		return false;
	} catch (error) {
		if (error instanceof ReplayStopped) return true;
		throw error;
	}
}
