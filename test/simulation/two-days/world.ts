/**
 * Creates the world of a seed's two days. Exchanges, disk and time outlive the process, which dies without goodbye and
 * is started again on the same data directory.
 */
import type { DatabaseSync } from 'node:sqlite';
import { ZERO } from '../../../src/domain/decimal.ts';
import { FIXED_LIMITS } from '../../../src/engine/decide/surroundings.ts';
import type { ExecutionAppend } from '../../../src/ports/journal.ts';
import { seededRandom } from '../../../src/runtime/seeded-random.ts';
import {
	createVirtualClock,
	loopTurns,
	promisesSettle,
	type VirtualClock,
} from '../../../src/runtime/virtual-clock.ts';
import { openDatabaseToRead } from '../../../src/store/sqlite/database.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { openEmptyDatabase } from '../../support/memory-database.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import type { Faults } from '../faults.ts';
import { startIncarnation } from '../incarnation.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import { type Days, drawDays, HOUR_MS, type KillPlace, VENUES } from './draw.ts';
import { drawDayFaults } from './faults.ts';
import { mortalStores } from './mortal.ts';
import { createPotJudge, type PotJudge } from './pot-judge.ts';
import { createPrices, type MovingPrices } from './prices.ts';
import { type Process, requestOf, SETTINGS, startProcess } from './process.ts';
import { accessOf } from './venues.ts';

const BOOK_PERIOD_MS = 20_000;
/** Time over which the world leaps while nothing is in motion, and time that passes timer by timer after each leap. */
const LEAP_MS = 24_500;
const AWAKE_MS = 500;
/** Motion that lasts longer than this waits for an exchange, so time leaps meanwhile. */
const MOTION_MS_MAX = 180_000;
const STEPS_MAX = 50_000;

export type DayWorld = {
	readonly seed: number;
	readonly days: Days;
	readonly time: VirtualClock;
	readonly prices: MovingPrices;
	readonly faults: Faults;
	readonly exchanges: ReadonlyMap<string, Exchange>;
	readonly oracle: Oracle;
	readonly judge: PotJudge;
	/** A second connection to the data directory, which sees only what is committed. */
	readonly disk: DatabaseSync;
	readonly process: () => Process | undefined;
	/** Start of the present process; undefined while it is down. */
	readonly upSince: () => number | undefined;
	/** Number of kills, and of those that interrupted something. */
	readonly kills: () => { readonly all: number; readonly interrupting: number };
	readonly errors: readonly string[];
	/** Kills the process without goodbye. */
	readonly kill: (place: string) => void;
	/** Ends all kills. */
	readonly endKills: () => void;
	/** Lets time pass until an instant, or until the condition holds. */
	readonly passUntil: (at: number, isOver?: () => boolean) => Promise<void>;
	/** Calls a method of the service, again after each kill, until it answers. @throws Error for a refusal */
	readonly call: (token: string, method: string, params: object) => Promise<Record<string, unknown>>;
	/** Advances time until the promise settles. */
	readonly during: <T>(promise: Promise<T>) => Promise<T>;
	readonly close: () => void;
};

const LIMITS = { ...SETTINGS.execution, ...SETTINGS.risk, ...SETTINGS.marketData, ...FIXED_LIMITS };

/** Creates the world and starts the first process. */
export async function createDayWorld(seed: number, log?: (line: string) => void): Promise<DayWorld> {
	const days = drawDays(seed);
	const random = seededRandom(Math.imul(seed, 0x85ebca6b) ^ 0x1b873593);
	let calls = 0;
	const time = createVirtualClock(days.startAt, () => (calls > 0 ? loopTurns() : promisesSettle()));
	const trace = (line: () => string): void => log?.(`${new Date(time.now()).toISOString()}  ${line()}`);
	const folder = dataFolder();
	openEmptyDatabase(folder.path).close();
	const disk = openDatabaseToRead(folder.path);
	const faults = drawDayFaults(random);
	const prices = createPrices(time.now, days.basePrices);
	const errors: string[] = [];
	const passed = new Map<KillPlace, number>();
	let process: Process | undefined;
	let startsAt = days.startAt;
	/** Time of the last start, journaled event or return of an exchange, after which something may be in motion. */
	let movedAt = days.startAt;
	let startedAt: number | undefined;
	let started = 0;
	let mayKill = true;
	const kills = { all: 0, interrupting: 0 };

	const isCut = (venue: string): boolean => {
		const { death } = days;
		const isDead = venue === death.venue && time.now() >= death.at && time.now() < death.at + death.forMs;
		if (isDead) faults.note('exchange dead');
		return isDead;
	};
	const exchanges = new Map<string, Exchange>();
	const oracle = createOracle({
		now: time.now,
		limits: LIMITS,
		gate: (state) => judge.misplanned(state),
		orderAt: (venue, userId, id) => exchanges.get(venue)?.accountOf(userId).orders.get(id),
		opensNothing: () => false,
		toldStoppedAt: () => undefined,
		note: faults.note,
		trace,
	});
	for (const venue of VENUES)
		exchanges.set(
			venue,
			createExchange({
				...{ venue, time, random, faults, prices, trace },
				instruments: days.instruments.filter((instrument) => instrument.venue === venue),
				fundingIntervalMs: HOUR_MS,
				fundingRate: ({ coin }) => days.rates.get(`${venue}:${coin}`) ?? ZERO,
				onOrder: oracle.onOrder,
				onFill: oracle.onFill,
				onMisfit: oracle.violation,
			}),
		);
	const judge = createPotJudge({ disk, oracle, now: time.now });

	function pass(place: KillPlace): void {
		const hit = (passed.get(place) ?? 0) + 1;
		passed.set(place, hit);
		if (days.killPoints.some((point) => point.place === place && point.hit === hit)) kill(place);
	}

	function kill(place: string): void {
		if (process === undefined || !mayKill) return;
		kills.all += 1;
		if (judge.isInterrupting()) kills.interrupting += 1;
		faults.note(`killed at ${place}`);
		trace(() => `KILL at ${place}`);
		process.life.kill();
		const { database } = process;
		process = undefined;
		startedAt = undefined;
		startsAt = time.now() + (days.downMs[kills.all % days.downMs.length] ?? 0);
		// The call during which the process dies may still use the statement that it runs.
		setImmediate(() => database.close());
	}

	async function start(): Promise<void> {
		trace(() => 'START');
		started += 1;
		startedAt = time.now();
		movedAt = startedAt;
		const life = startIncarnation(time, () => 0);
		process = await startProcess({
			...{ number: started, seed, dataDir: folder.path, life },
			venues: accessOf({
				...{ exchanges, life, time, random, faults, isCut, trace, bookPeriodMs: BOOK_PERIOD_MS },
				onWire: (when) => pass(`order ${when}`),
				onSend(venue, userId, order) {
					oracle.onSend(venue, userId, order);
					judge.onSend(order);
				},
			}),
			bind: (stores) =>
				mortalStores(
					stores,
					life,
					(place) => life.isAlive() && pass(place),
					(name, values) => {
						if (name === 'appendExecution') onAppended(values[0] as ExecutionAppend);
					},
				),
			onError: (text) => {
				if (life.isAlive()) errors.push(text);
			},
		});
	}

	function onAppended({ executionId, events, recordedAt, expectedSeq, together }: ExecutionAppend): void {
		const rows = events.map((event, index) => ({ event, recordedAt, streamSeq: expectedSeq + index }));
		movedAt = time.now();
		oracle.onDurable(executionId, rows);
		judge.onDurable(executionId, events);
		if (together !== undefined) onAppended(together);
	}

	/** Moves time to the next leap or instant. Returns true if the process died on the way. */
	async function step(until: number, isOver: () => boolean): Promise<void> {
		const alive = process;
		const isStopped = (): boolean => process !== alive || isOver() || oracle.violations.length > 0;
		const isCalm = alive !== undefined && (judge.isCalm() || time.now() - movedAt > MOTION_MS_MAX);
		const settlement = time.now() + HOUR_MS - (time.now() % HOUR_MS);
		if (isCalm) {
			const to = Math.min(until, settlement, time.now() + LEAP_MS);
			time.leap(to);
		}
		const awake = Math.min(until, time.now() + AWAKE_MS);
		if (!(await time.advanceUntil(awake, isStopped)) && !isStopped()) time.leap(awake);
	}

	async function passUntil(at: number, isOver: () => boolean = () => false): Promise<void> {
		while (time.now() < at && !isOver() && oracle.violations.length === 0) {
			if (process === undefined && time.now() >= startsAt) await start();
			await step(process === undefined ? Math.min(at, startsAt) : at, isOver);
		}
	}

	async function settled<T>(
		promise: Promise<T>,
		isLost: () => boolean,
	): Promise<{ readonly value: T } | undefined> {
		let done = false;
		calls += 1;
		const finish = (): void => {
			done = true;
		};
		promise.then(finish, finish);
		try {
			for (let steps = 0; !done; steps += 1) {
				if (isLost()) return undefined;
				if (steps > STEPS_MAX) throw new Error('No answer came.');
				await time.advance(time.now() + HOUR_MS);
			}
			return { value: await promise };
		} finally {
			calls -= 1;
		}
	}

	time.after(days.death.at + days.death.forMs - time.now(), () => {
		movedAt = time.now();
	});
	await start();
	return {
		...{ seed, days, time, prices, faults, exchanges, oracle, judge, disk, errors },
		process: () => process,
		upSince: () => startedAt,
		kills: () => kills,
		kill,
		endKills() {
			mayKill = false;
		},
		passUntil,
		async call(token, method, params) {
			for (;;) {
				await passUntil(Number.POSITIVE_INFINITY, () => process !== undefined);
				const present = process;
				if (present === undefined) throw new Error(`${method} has no process: ${oracle.violations.join()}`);
				const answer = await settled(
					present.service.server.inject(requestOf(token, method, params)),
					() => process !== present,
				);
				if (answer === undefined) continue;
				const { result } = JSON.parse(answer.value.body) as { readonly result?: Record<string, unknown> };
				if (result === undefined) throw new Error(`${method}: ${answer.value.status} ${answer.value.body}`);
				return result;
			}
		},
		async during(promise) {
			const answer = await settled(promise, () => false);
			if (answer === undefined) throw new Error('The process died.');
			return answer.value;
		},
		close() {
			const last = process;
			last?.life.kill();
			last?.database.close();
			disk.close();
			folder[Symbol.dispose]();
		},
	};
}
