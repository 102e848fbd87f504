/** Runs one seed from its first call until all activity has ended, and returns the result. */
import { ONE } from '../../src/domain/decimal.ts';
import type { ExecutionPlan } from '../../src/domain/event.ts';
import { isEnded } from '../../src/domain/execution.ts';
import type { PortfolioRecord } from '../../src/ports/portfolio.ts';
import { promisesSettle } from '../../src/runtime/virtual-clock.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { hasAutopilots } from './autopilots.ts';
import { close, planOthers, runCaller, runHalt, runStop } from './callers.ts';
import { checkQuiet } from './final-checks.ts';
import { runPotOwner, stopPot } from './pot-owners.ts';
import { potSolver } from './pot-service.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

/** Every execution must end within this time after the faults end. */
const END_WITHIN_MS = 15 * 60_000;
/**
 * Time that the run continues after the last execution has ended. Settlement records may be twenty seconds late, and
 * the service reads them every thirty seconds.
 */
const QUIET_FOR_MS = 75_000;
const UNEXPLAINED = 'is unexplained';
const RESTART_MS = 100_000;
const PORTFOLIO_WAIT_MS = 30_000;
const CLOCK_OFF_MS = 2_000;
/** Tolerance around an account's first read, because responses may be seconds old and lists lag. */
const COUNTED_WITHIN_MS = 10_000;
const CLOSE_EVERY_MS = 5_000;
const TIMERS_MAX = 200_000;

export type SeedResult = {
	readonly seed: number;
	readonly violations: readonly string[];
	readonly faults: ReadonlyMap<string, number>;
	readonly crashes: number;
	readonly timers: number;
	/** Mode, phase, attention, unhedged time and number of orders of each execution. */
	readonly executions: readonly {
		readonly mode: string;
		readonly phase: string;
		readonly attentionKind: string | null;
		readonly unhedgedMs: number;
		readonly orders: number;
	}[];
	/** Number of times that attention was raised, by cause. */
	readonly called: ReadonlyMap<string, number>;
	readonly passed: World['passed'];
	/** Number of times that pots met an event, by its name. */
	readonly pots: ReadonlyMap<string, number>;
};

export async function runSeed(options: WorldOptions): Promise<SeedResult> {
	const solver = hasAutopilots(options.seed) ? await potSolver() : undefined;
	const world = createWorld({ ...options, solver });
	const { time, oracle, faults, scenario } = world;
	let failure: unknown;
	const fail = (error: unknown): void => {
		failure ??= error;
	};
	planOthers(world);
	for (const halt of scenario.halts) runHalt(world, halt).catch(fail);
	for (const stop of scenario.stops) runStop(world, stop).catch(fail);
	const calls = [
		...scenario.asked.map((asked) => runCaller(world, asked)),
		...(scenario.autopilots?.pots ?? []).map((drawn) => runPotOwner(world, drawn)),
	];
	let calling = calls.length;
	for (const made of calls)
		made.catch(fail).finally(() => {
			calling -= 1;
		});
	// Stops early once all callers are done and all executions have ended.
	const isOver = (): boolean => failure !== undefined || (calling === 0 && isAllOver(world));
	await passUntil(world, scenario.startAt + scenario.faultsForMs, isOver);
	world.trace(() => 'the faults end');
	faults.end();
	const endBy = time.now() + END_WITHIN_MS;
	while (!isAllOver(world) && time.now() < endBy && failure === undefined && oracle.violations.length === 0) {
		for (const { userId, potId } of world.pots?.active() ?? [])
			stopPot(world, userId, potId, true).catch(fail);
		closeRunning(world, fail);
		await passUntil(world, Math.min(endBy, time.now() + CLOSE_EVERY_MS), () => false);
	}
	const crashes = world.crashes();
	await passUntil(world, time.now() + QUIET_FOR_MS, () => failure !== undefined);
	if (failure !== undefined)
		oracle.violation(`the run broke: ${failure instanceof Error ? failure.stack : String(failure)}`);
	world.endCrashes();
	await passUntil(
		world,
		time.now() + RESTART_MS,
		() => failure !== undefined || world.service() !== undefined,
	);
	// A process that died in the quiet period may have been down for most of it, so the run continues for another
	// such period.
	if (world.crashes() > crashes)
		await passUntil(world, time.now() + QUIET_FOR_MS, () => failure !== undefined);
	await checkPortfolio(world);
	// A run that ended early may still have activity, and its violations are already recorded.
	if (isWhole(world)) checkAllEnded(world);
	if (isWhole(world)) checkQuiet(oracle, world.exchanges);
	if (isWhole(world)) await world.pots?.checkQuiet();
	world.service()?.life.kill();
	return resultOf(world);
}

async function passUntil(world: World, until: number, isOver: () => boolean): Promise<void> {
	const { time, oracle } = world;
	const isStopped = (): boolean => {
		if (time.fired() > TIMERS_MAX)
			oracle.violation(`the run does not become quiet: ${TIMERS_MAX} timers fired`);
		return oracle.violations.length > 0 || isOver();
	};
	if (!(await time.advanceUntil(until, isStopped))) time.advanceTo(until);
}

function isAllOver(world: World): boolean {
	if (world.service() === undefined) return false;
	for (const state of world.oracle.states.values()) if (!isEnded(state)) return false;
	return world.pots?.isAllOver() ?? true;
}

function closeRunning(world: World, fail: (error: unknown) => void): void {
	for (const state of world.service()?.executionService.driver.states() ?? []) {
		if (world.pots?.isManaged(state.plan.executionId) === true) continue;
		if (state.phase === 'running' || state.close?.firm === true || state.close?.maker !== undefined)
			close(world, { userId: state.plan.userId, agent: undefined }, state.plan.executionId, {
				share: ONE,
				maxSlippageBps: undefined,
			}).catch(fail);
	}
}

function isWhole({ oracle }: World): boolean {
	return oracle.violations.every((sentence) => sentence.endsWith(UNEXPLAINED));
}

/**
 * True if the clock is too far off to check deposits. The service compares a deposit's venue timestamp with our wall
 * clock to separate it from the first balance. With a wrong clock it may count a deposit twice or not at all. Orders,
 * hedges and settlements do not depend on the clock and are always checked.
 */
function isClockFarOff({ scenario }: World): boolean {
	return (
		scenario.flows.length > 0 && scenario.clockJumps.some(({ offset }) => Math.abs(offset) > CLOCK_OFF_MS)
	);
}

/**
 * True if an outside trade or flow happened within seconds of the account's first balance read. That read may or may
 * not include it, because the venue's lists lag behind its balances.
 */
function isDoubtful(world: World, userId: string, venue: string): boolean {
	if (isClockFarOff(world)) return true;
	const connectedAt = world.disk.connectedAt(`${userId}:${venue}`) ?? 0;
	const account = world.exchanges.find((exchange) => exchange.venue === venue)?.accountOf(userId);
	const byOthers = [
		...(account?.fills ?? []).filter((fill) => fill.clientOrderId === null).map((fill) => fill.filledAt),
		...(account?.flows ?? []).map((flow) => flow.at),
	];
	// Our clock stamps the first read and may have been wrong, so a change within the clock's offset may fall before
	// or after the read.
	const offsets = [0, ...world.scenario.clockJumps.map(({ offset }) => offset)];
	const counts = offsets.map((offset) => connectedAt - offset);
	const from = Math.min(...counts) - COUNTED_WITHIN_MS;
	const to = Math.max(...counts) + COUNTED_WITHIN_MS;
	return byOthers.some((at) => at >= from && at <= to);
}

/** Checks that no account in the service's final portfolio has an unexplained amount. */
async function checkPortfolio(world: World): Promise<void> {
	const { oracle, scenario, time } = world;
	const service = world.service();
	if (service === undefined) return;
	for (const userId of scenario.users) {
		if (oracle.violations.length > 0) return;
		let record: PortfolioRecord | undefined;
		const query = { userId, executionId: undefined, includeClosed: false, page: 1, limit: 20 };
		const asked = service.portfolio.live(query).then((answer) => {
			record = answer;
		});
		await passUntil(world, time.now() + PORTFOLIO_WAIT_MS, () => record !== undefined);
		await Promise.race([asked, promisesSettle()]);
		if (record === undefined) oracle.violation(`portfolio_live of ${userId} was not answered`);
		for (const { exchange, unexplained } of record?.accounts ?? [])
			if (unexplained !== null && unexplained !== 0n && !isDoubtful(world, userId, exchange))
				oracle.violation(`${exchange} of ${userId}: ${unexplained} of the equity ${UNEXPLAINED}`);
	}
}

function checkAllEnded({ oracle }: World): void {
	for (const state of oracle.states.values()) {
		if (isEnded(state)) continue;
		const why =
			state.attention === null ? 'no person is called' : `a person is called: ${textOf(state.attention)}`;
		oracle.violation(`${state.plan.executionId} is ${state.phase} long after the faults, ${why}`);
	}
}

function kindOf({ takenOver, rolls, mode }: ExecutionPlan): string {
	if (takenOver !== undefined) return 'emergency hedge';
	return rolls === undefined ? mode : 'roll';
}

function resultOf({ seed, oracle, faults, crashes, time, passed, pots }: World): SeedResult {
	return {
		seed,
		violations: oracle.violations,
		faults: faults.counts,
		crashes: crashes(),
		timers: time.fired(),
		executions: [...oracle.states.values()].map((state) => ({
			mode: kindOf(state.plan),
			phase: state.phase,
			attentionKind: state.attentionKind,
			unhedgedMs: oracle.truths.get(state.plan.executionId)?.unhedgedMs ?? 0,
			orders: state.orders.length,
		})),
		called: oracle.called,
		passed,
		pots: pots?.met ?? new Map(),
	};
}
