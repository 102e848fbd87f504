/**
 * Provides the autopilot's ports in memory, for tests of its loop: executions that open, close and roll in virtual
 * time, and a planner with one rule, which is to hold given targets. A process can die before or after any write or
 * order; the executions and the database live on.
 */

import type { DatabaseSync } from 'node:sqlite';
import { createPotAlerts } from '../../src/alerts/pot-alerts.ts';
import {
	type AutopilotOptions,
	openAutopilot,
	type RunningAutopilot,
} from '../../src/autopilot/autopilot.ts';
import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import type { ErrorCode } from '../../src/domain/codes.ts';
import {
	type Decimal,
	divDown,
	fromInteger,
	mulDown,
	ONE,
	parseDecimal,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import { openPlannedTransfers } from '../../src/planner/service/planned-transfers.ts';
import type { Alert } from '../../src/ports/alerts.ts';
import type {
	ChangeResult,
	MarginAlarm,
	PlannedChange,
	Pot,
	PotHolding,
	PotSettings,
	PotTrader,
	PotTrigger,
	QueueAlarm,
} from '../../src/ports/autopilot.ts';
import type { PotStore } from '../../src/ports/autopilot-store.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { CallingAgent } from '../../src/ports/order-service.ts';
import type { PlannedTransfers } from '../../src/ports/planned-transfers.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock, passTime } from '../../src/runtime/virtual-clock.ts';
import type { Words } from '../../src/sentences/sentence.ts';
import { createPlannedTransferStore } from '../../src/store/planned-transfers.ts';
import { createPotStore } from '../../src/store/pots.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { type Deed, type DoDeed, writesAs } from './pot-deeds.ts';
import { holdTargets, notionalOf } from './pot-targets.ts';

export const POT_START_AT = Date.UTC(2026, 10, 21, 8, 30);
export const ANN = 'user_ann';
/** Every coin costs 100 USD. */
const PRICE = fromInteger(100);
const TAKES_MS = 2_000;
/** Longest time for which a reduction is waited for. */
const REDUCE_WITHIN_MS = 600_000;

type Execution = {
	-readonly [Member in keyof PotHolding]: PotHolding[Member];
} & {
	isOver: boolean;
	readonly userId: string;
	readonly agentId: string | null;
	readonly key: string;
	from?: string;
	/** Coins that a roll moved to it. */
	readonly moved?: Decimal | undefined;
};

/** A low margin. `reduceShare`: share of each pair to close. `readAt`: now unless it is given. */
export type WorldAlarm = Omit<MarginAlarm, 'readAt'> & {
	readonly reduceShare: Decimal;
	readonly readAt?: number;
};

export type PotWorld = {
	readonly clock: Clock;
	/** Time around settlements within which nothing begins, milliseconds. */
	guardMs: number;
	readonly database: DatabaseSync;
	readonly store: PotStore;
	readonly executions: Map<string, Execution>;
	/** Orders that reached the exchanges, oldest first. */
	readonly sent: string[];
	readonly alerts: Alert[];
	/** Messages of errors that the autopilot has logged. */
	readonly errors: string[];
	/** Targets by coin: one-leg notional, USD. Long at Bybit and short at KuCoin. */
	readonly targets: Map<string, number>;
	readonly alarms: WorldAlarm[];
	/** Pairs that an exchange would deleverage soon. */
	readonly queue: QueueAlarm[];
	/** Coins that must not grow, because a leg is next in an exchange's queue. */
	readonly guarded: Set<string>;
	readonly signals: PotTrigger[];
	/** Transfers that were requested from users. */
	readonly transfers: Promise<PlannedTransfers>;
	readonly stoppedAgents: Set<string>;
	/** Coins whose orders reach the exchange and do not end. */
	readonly stuck: Set<string>;
	/** Coins whose orders are refused because an exchange does not answer. */
	readonly down: Set<string>;
	/** Coins whose next opening reaches the exchange while its answer is lost; each is used once. */
	readonly unanswered: Set<string>;
	/** Coins whose openings end without a position. */
	readonly failing: Set<string>;
	/** Coins whose rolls end after half of their coins. */
	readonly partial: Set<string>;
	/** Changes that the planner wants besides its targets. */
	readonly wanted: PlannedChange[];
	/** Paper accounts of shadow pots, as they were requested: pot, exchanges, capital. */
	readonly provided: string[];
	/** Refusal of the next paper accounts. */
	shadowRefusal: ErrorCode | undefined;
	/** Refusals of the next orders by coin; each is used once. */
	readonly refusals: Map<string, ErrorCode>;
	/** Profit of all executions together, USD. */
	profit: number;
	/** Expected net of each plan on the capital, a fraction a year. */
	net: number;
	halt: Words | undefined;
	/** Why the planner makes no plan now. */
	waits: Words | undefined;
	/** Cost of an opening at the check before it, USD. */
	costNow: number;
	readonly open: (dies?: (deed: Deed, when: 'before' | 'after') => boolean) => Promise<RunningAutopilot>;
	/** Lets time pass. */
	readonly pass: (ms: number) => Promise<void>;
	/** Notional of one leg that is open in a coin, USD. */
	readonly held: (coin: string) => number;
	/** Ends an execution from outside, as a liquidation does. */
	readonly lose: (executionId: string) => void;
	/** Moves an execution's position to a new execution, as a roll does that the user requests. Returns the new id. */
	readonly moveApart: (executionId: string) => string;
};

type World = Omit<PotWorld, 'pass'>;

export const POT_SETTINGS: PotSettings = {
	name: 'Main',
	capital: fromInteger(10_000),
	exchanges: ['bybit', 'kucoin'],
	coinsAllowed: null,
	coinsDenied: [],
	leverage: parseDecimal('1.8'),
	limits: {
		coinShare: parseDecimal('0.1'),
		exchangeShare: null,
		ordersPerDay: 40,
		turnoverPerDay: null,
		drawdownPct: fromInteger(5),
		minNetOverCashPct: ZERO,
	},
	mode: 'act',
	onDrawdown: 'close',
	decisionMinute: 10,
};

/** Creates a world with one user, who owns no pot yet. */
export function createPotWorld(startAt: number = POT_START_AT): PotWorld {
	const clock = createVirtualClock(startAt);
	return Object.assign(potWorldAt(clock), { pass: (ms: number) => passTime(clock, ms) });
}

/** Creates a world on a clock that something else moves. */
export function potWorldAt(clock: Clock): World {
	const database = openMemoryDatabase();
	database.exec('PRAGMA foreign_keys = OFF');
	const world: World = {
		guardMs: 30_000,
		clock,
		database,
		store: createPotStore(createSqliteDatabase(database)),
		executions: new Map(),
		sent: [],
		alerts: [],
		errors: [],
		targets: new Map(),
		alarms: [],
		queue: [],
		guarded: new Set(),
		signals: [],
		transfers: openPlannedTransfers({
			store: createPlannedTransferStore(createSqliteDatabase(database)),
			flowsOf: () => [],
			clock,
			random: seededRandom(6_000),
		}),
		stoppedAgents: new Set(),
		stuck: new Set(),
		down: new Set(),
		unanswered: new Set(),
		failing: new Set(),
		partial: new Set(),
		wanted: [],
		provided: [],
		shadowRefusal: undefined,
		refusals: new Map(),
		profit: 0,
		net: 0.08,
		halt: undefined,
		waits: undefined,
		costNow: 0.5,
		open: (dies) => openProcess(world, dies),
		held: (coin) =>
			[...world.executions.values()]
				.filter((one) => one.coin === coin && !one.isOver)
				.reduce((total, one) => total + Number(one.quantity / (ONE / 1_000_000n)) / 10_000, 0),
		lose(executionId) {
			const one = world.executions.get(executionId);
			if (one === undefined) throw new Error(`There is no execution ${executionId}.`);
			one.isOver = true;
			for (const listener of listeners) listener(executionId);
		},
		moveApart(from) {
			const one = world.executions.get(from);
			if (one === undefined) throw new Error(`There is no execution ${from}.`);
			const executionId = `exec_${world.executions.size + 1}`;
			world.executions.set(executionId, { ...one, executionId, key: `a roll ${executionId}`, from });
			one.isOver = true;
			for (const id of [executionId, from]) for (const listener of listeners) listener(id);
			return executionId;
		},
	};
	const listeners = new Set<(executionId: string) => void>();
	LISTENERS.set(world, listeners);
	return world;
}

const LISTENERS = new WeakMap<World, Set<(executionId: string) => void>>();
let processes = 0;

/** Starts a process over the world. A process that has died does nothing anymore, and nothing answers it. */
async function openProcess(
	world: World,
	dies: (deed: Deed, when: 'before' | 'after') => boolean = () => false,
): Promise<RunningAutopilot> {
	const life = { isOver: false, deeds: 0 };
	const never = new Promise<never>(() => {});
	async function deed<T>(name: string, work: () => Promise<T>): Promise<T> {
		if (life.isOver) return never;
		const one = { name, number: life.deeds++ };
		if (dies(one, 'before')) life.isOver = true;
		if (life.isOver) return never;
		const result = await work();
		if (dies(one, 'after')) life.isOver = true;
		return life.isOver ? never : result;
	}
	processes += 1;
	const autopilot = await openAutopilot({
		...portsOf(world, deed),
		store: writesAs(world.store, deed),
		alerts: createPotAlerts({
			clock: world.clock,
			raise(alerts) {
				for (const alert of alerts)
					if (!world.alerts.some(({ alertId }) => alertId === alert.alertId)) world.alerts.push(alert);
			},
		}),
		transfers: await world.transfers,
		settlementGuardMs: world.guardMs,
		clock: world.clock,
		random: seededRandom(7_000 + processes),
		log: {
			debug() {},
			info() {},
			warn() {},
			error: (_facts, message) => void world.errors.push(message),
		},
		isTraded: (exchange) => ['bybit', 'kucoin', 'gate'].includes(exchange),
		shadows: {
			async provide(potId, exchanges, capital) {
				if (world.shadowRefusal !== undefined)
					throw new CarrywireError(world.shadowRefusal, `refused with ${world.shadowRefusal}`);
				world.provided.push(`${potId} ${exchanges.join(' ')} ${capital / ONE}`);
				return `shadow_of_${potId}`;
			},
		},
	});
	autopilot.startLoop();
	return autopilot;
}

function portsOf(
	world: World,
	deed: DoDeed,
): Pick<
	AutopilotOptions,
	'planner' | 'orders' | 'books' | 'margins' | 'queues' | 'signals' | 'agentOf' | 'haltOf'
> {
	const { executions, clock } = world;
	const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
	/** Ends the order in motion once its coin is not stuck. @throws CarrywireError TIMEOUT after `withinMs` */
	const settle = async (one: Execution, withinMs = Number.POSITIVE_INFINITY): Promise<void> => {
		const endsAt = clock.now() + withinMs;
		await wait(TAKES_MS);
		while (world.stuck.has(one.coin)) {
			if (clock.now() >= endsAt) throw new CarrywireError('TIMEOUT', 'still moving');
			await wait(TAKES_MS);
		}
		one.isMoving = false;
		for (const listener of LISTENERS.get(world) ?? []) listener(one.executionId);
	};
	const refuse = (coin: string): void => {
		const code = world.down.has(coin) ? 'VENUE_UNAVAILABLE' : world.refusals.get(coin);
		world.refusals.delete(coin);
		if (code !== undefined) throw new CarrywireError(code, `refused with ${code}`);
	};
	return {
		planner: holdTargets(world),
		orders: {
			async recheck(_trader, change) {
				const limit = change.costMax;
				if (limit !== null && parseDecimal(String(world.costNow)) > limit)
					throw new CarrywireError('NO_LONGER_PAYS', 'costs too much');
			},
			find: async (userId, agentId, key) =>
				[...executions.values()].find(
					(one) => one.key === key && one.userId === userId && one.agentId === agentId,
				)?.executionId,
			open: (trader, change, _leverage, key) =>
				deed('open', async () => {
					refuse(change.coin);
					const { executionId } = begin(world, trader, change, key);
					if (world.unanswered.delete(change.coin)) throw new Error('The answer was lost.');
					return executionId;
				}),
			reduceTo: (_trader, executionId, remaining) =>
				deed('reduce', async (): Promise<ChangeResult> => {
					const one = executions.get(executionId);
					if (one === undefined) throw new CarrywireError('UNKNOWN_EXECUTION', 'unknown');
					refuse(one.coin);
					if (one.quantity > remaining) {
						world.sent.push(`reduce ${one.coin} by ${sub(one.quantity, remaining) / ONE}`);
						one.quantity = remaining;
						one.isMoving = true;
					}
					await settle(one, REDUCE_WITHIN_MS);
					if (remaining === ZERO) one.isOver = true;
					return { executionId, message: 'reduced' };
				}),
			roll: (trader, change, key) =>
				deed('roll', async () => {
					refuse(change.coin);
					return begin(world, trader, change, key).executionId;
				}),
			async outcome(executionId) {
				const one = executions.get(executionId);
				if (one === undefined) throw new CarrywireError('UNKNOWN_EXECUTION', 'unknown');
				if (one.isMoving) await settle(one);
				if (!world.failing.has(one.coin)) return { executionId, message: 'opened' };
				one.isOver = true;
				throw new CarrywireError('POT_OPENING_FAILED', 'nothing was opened');
			},
		},
		books: {
			holdings: (ids) =>
				ids.flatMap((id) => {
					const one = executions.get(id);
					return one === undefined || one.isOver ? [] : [{ ...one, notional: notionalOf(one) }];
				}),
			committed: (ids) =>
				ids.reduce<Decimal>((total, id) => {
					const one = executions.get(id);
					return one === undefined || one.isOver ? total : ((total + notionalOf(one)) as Decimal);
				}, ZERO),
			profit: async () => parseDecimal(String(world.profit)),
			originOf: (executionId) => executions.get(executionId)?.from,
			handedOver: (_from, to) => executions.get(to)?.moved,
			present: () => [...executions.keys()],
			onChange(listener) {
				const listeners = LISTENERS.get(world);
				listeners?.add(listener);
				return () => listeners?.delete(listener);
			},
		},
		margins: {
			alarms: () => world.alarms.map((alarm) => ({ readAt: clock.now(), ...alarm })),
			reductions: (_userId, exchange, ids) =>
				world.alarms
					.filter((alarm) => alarm.exchange === exchange)
					.flatMap(({ reduceShare }) => ids.map((executionId) => ({ executionId, share: reduceShare }))),
		},
		queues: {
			guard: (_userId, { coin }) => (world.guarded.has(coin) ? 'The leg is next in the queue.' : undefined),
			alarms: async () => world.queue,
		},
		signals: { of: (holdings) => (holdings.length === 0 ? [] : world.signals) },
		agentOf: async (agentId): Promise<CallingAgent | undefined> =>
			world.stoppedAgents.has(agentId)
				? undefined
				: {
						agentId,
						caps: {
							amountMax: null,
							openAmountMax: fromInteger(50_000),
							pairs: null,
							executionsPerDay: null,
							mustBeTrade: false,
						},
					},
		haltOf: () => world.halt,
	};
}

function begin(world: World, { userId, agent }: PotTrader, change: PlannedChange, key: string): Execution {
	const known = [...world.executions.values()].find((one) => one.key === key);
	if (known !== undefined) return known;
	world.sent.push(`${change.kind === 'roll' ? 'roll' : 'open'} ${change.coin}`);
	const executionId = `exec_${world.executions.size + 1}`;
	const from = change.kind === 'roll' ? world.executions.get(change.executionId ?? '') : undefined;
	const asked = from === undefined ? undefined : mulDown(from.quantity, change.share ?? ONE);
	const isPart = asked !== undefined && world.partial.has(change.coin);
	const moved = isPart ? divDown(asked, fromInteger(2)) : asked;
	if (from !== undefined && moved !== undefined) {
		from.quantity = sub(from.quantity, moved);
		from.isOver = from.quantity === ZERO;
	}
	const one: Execution = {
		executionId,
		userId,
		agentId: agent?.agentId ?? null,
		key,
		coin: change.coin,
		long: change.long,
		short: change.short,
		moved,
		quantity: moved ?? divDown(change.notional, PRICE),
		notional: null,
		profit: ZERO,
		isMoving: true,
		lostLegs: 0,
		isOver: false,
	};
	world.executions.set(executionId, one);
	return one;
}

/** Returns the only pot of Ann. */
export function onlyPot(pots: readonly { readonly pot: Pot }[]): Pot {
	const [first] = pots;
	if (first === undefined) throw new Error('There is no pot.');
	return first.pot;
}
