/**
 * Runs the service in mode paper on virtual time over moving markets, with its recorder on. It then replays the
 * recording with the same policy, so that tests compare what both did.
 */

import type { DatabaseSync } from 'node:sqlite';
import { USUAL_PACE } from '../../src/app/service-pace.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { readRecordedDataset } from '../../src/replay/data/recorded-dataset.ts';
import type { Policy } from '../../src/replay/policies/policy.ts';
import { createPolicyHost } from '../../src/replay/policies/policy-host.ts';
import type { Refusal } from '../../src/replay/report/result.ts';
import { play, type TradingGround } from '../../src/replay/run/play.ts';
import { ask, countRefusals, type SeatAccess, takeSeats } from '../../src/replay/run/seats.ts';
import { paperConfig } from '../../src/replay/service/hourly-config.ts';
import { warmUpMs } from '../../src/replay/service/open-markets.ts';
import { openReplayedService } from '../../src/replay/service/open-replayed-service.ts';
import { createReplayTime } from '../../src/replay/service/replay-time.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { movingMarkets } from './moving-markets.ts';
import { recordingInMemory } from './recording-in-memory.ts';
import { USUAL_ASSUMPTIONS } from './replayed-service.ts';

/** A run on moving markets. */
export type PaperRun = {
	/** Data directory that receives the recording. */
	readonly directory: string;
	readonly venues: readonly string[];
	readonly coins: readonly string[];
	/** Time between two changes of a book, ms. */
	readonly bookMs: number;
	/** Span of the policy's actions. The service starts ten minutes before. */
	readonly from: number;
	readonly until: number;
	readonly policy: Policy;
	/** Deposit of each paper account, USD. */
	readonly depositUsd: number;
	/** Time from which the markets are nonsense; undefined for never. */
	readonly poisonedFrom?: number;
};

/** An order as the engine intended it. */
export type IntendedOrder = {
	readonly at: number;
	readonly contract: string;
	readonly purpose: string;
	readonly side: string;
	readonly quantity: string;
	readonly limitPrice: string;
	readonly reduceOnly: boolean;
};

/** The outcome of one run. */
export type RunDone = {
	readonly orders: readonly IntendedOrder[];
	/** Types of all journaled events except orders and funding, in order. */
	readonly events: readonly string[];
	readonly fills: number;
	/** Value of all fills, USD. */
	readonly turnoverUsd: number;
	/** Equity of all accounts at the end less the deposits, USD. */
	readonly netUsd: number;
	readonly errors: readonly string[];
	/** Number of refused calls. */
	readonly refused: number;
};

/** Runs the service, and writes the recording. */
export async function recordPaperRun(run: PaperRun): Promise<RunDone> {
	const { venues, coins, bookMs, from, until, depositUsd } = run;
	const clock = createVirtualClock(from - warmUpMs('A'));
	const sources = movingMarkets({ venues, coins, bookMs, clock, poisonedFrom: run.poisonedFrom });
	const markets = { sources: () => sources, nextAfter: () => undefined, playTo() {}, isContinuous: true };
	const errors: string[] = [];
	const database = openMemoryDatabase();
	const random = seededRandom(1);
	const replayed = await openReplayedService({
		config: paperConfig({ venues, depositUsd: parseDecimal(String(depositUsd)) }),
		...{ markets, database, clock, random, version: '0', isKept: true, rulesOff: new Set<string>() },
		log: { ...SILENT_LOGGER, error: (_facts, message) => void errors.push(message) },
		pace: USUAL_PACE,
		recordings: recordingInMemory(run.directory),
	});
	const { isInMotion } = replayed;
	const time = createReplayTime({ clock, markets, isInMotion, onLeap: async () => true });
	const refusals = countRefusals(clock.now);
	const seats = await time.during(takeSeats(replayed.service, 1, refusals));
	await time.moveTo(from);
	await runPolicy(run.policy, { seats, clock, time, endAt: until, random });
	await time.moveTo(until);
	await time.calm();
	const done = await readRun({
		...{ database, errors, seats, depositUsd, during: time.during },
		refusals: refusals.all(),
	});
	await time.during(replayed.close());
	database.close();
	return done;
}

/** Replays the recording of a run, in mode paper or simulated, with the same policy. */
export async function replayRun(
	run: Omit<PaperRun, 'venues' | 'coins' | 'bookMs'> & {
		/** Everything later is left out of the data, ms; undefined keeps all. */
		readonly dataUntil?: number;
	},
): Promise<RunDone> {
	const { directory, from, until, depositUsd } = run;
	const dataset = await readRecordedDataset({
		...{ paths: [directory], from, until: run.dataUntil, venues: undefined, coins: undefined },
		warmUpMs: warmUpMs('A'),
	});
	const errors: string[] = [];
	const database = openMemoryDatabase();
	let during: Reading['during'] = (work) => work;
	const { replayed, seats, refusals } = await play(
		{
			...{ dataset, assumed: USUAL_ASSUMPTIONS, from, until, users: 1 },
			...{ usesForecasts: true, isKept: true, rulesOff: new Set<string>() },
			depositUsd: parseDecimal(String(depositUsd)),
			program(ground) {
				during = ground.time.during;
				return runPolicy(run.policy, ground);
			},
		},
		{
			...{ database, random: seededRandom(1), version: '0', onLeap: async () => true },
			log: { ...SILENT_LOGGER, error: (_facts, message) => void errors.push(message) },
		},
	);
	const done = await readRun({ database, errors, seats, depositUsd, during, refusals });
	await replayed.close();
	database.close();
	return done;
}

/** Runs a policy until its end, or until the end of the span. */
export async function runPolicy(policy: Policy, ground: TradingGround): Promise<void> {
	const host = createPolicyHost(ground);
	const seats = ground.seats.map(({ call }) => ({ client: host.clientOf(call), pair: undefined }));
	await policy(seats, host.clock, {}).catch((error: unknown) => {
		if (!(error instanceof Error && error.name === 'ReplayOver')) throw error;
	});
}

/** Everything from which a run's outcome is read. */
type Reading = {
	readonly database: DatabaseSync;
	readonly errors: readonly string[];
	readonly seats: readonly SeatAccess[];
	readonly depositUsd: number;
	readonly refusals: readonly Refusal[];
	readonly during: <T>(work: Promise<T>) => Promise<T>;
};

async function readRun(reading: Reading): Promise<RunDone> {
	const { database, errors, seats, depositUsd, refusals, during } = reading;
	const fills = database.prepare('SELECT quantity, price FROM paper_fill').all();
	const [seat] = seats;
	if (seat === undefined) throw new Error('A run has one user.');
	const { accounts } = await during(ask(seat, 'portfolio_live', {}));
	return {
		...journaled(database),
		errors,
		refused: refusals.reduce((sum, { count }) => sum + count, 0),
		fills: fills.length,
		turnoverUsd: fills.reduce((sum, { quantity, price }) => sum + Number(quantity) * Number(price), 0),
		netUsd: accounts.reduce((sum, { equity }) => sum + (equity ?? Number.NaN) - depositUsd, 0),
	};
}

/** Reads the orders and the types of all other events from a journal. */
export function journaled(database: DatabaseSync): Pick<RunDone, 'orders' | 'events'> {
	const rows = database.prepare('SELECT stream, recorded_at, type, payload FROM journal ORDER BY seq').all();
	const contracts = new Map<string, string>();
	const orders: IntendedOrder[] = [];
	const events: string[] = [];
	for (const { stream, recorded_at: at, type, payload } of rows) {
		const event = JSON.parse(String(payload));
		if (type === 'ExecutionPlanned')
			for (const leg of ['long', 'short']) {
				const { venue, instrument } = event.plan.legs[leg];
				contracts.set(`${stream} ${leg}`, `${venue} ${instrument.symbol}`);
			}
		if (type !== 'OrderIntended') {
			events.push(String(type));
			continue;
		}
		const { leg, side, quantity, limitPrice, reduceOnly, purpose } = event;
		orders.push({
			...{ at: Number(at), contract: contracts.get(`${stream} ${leg}`) ?? '', purpose, side, reduceOnly },
			...{ quantity: quantity.$d, limitPrice: limitPrice.$d },
		});
	}
	return { orders, events };
}
