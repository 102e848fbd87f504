/** Creates the world of one seed. Exchanges, disk and time outlive the process, which dies and restarts. */
import { formatDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { begunSince } from '../../src/engine/orders/begun-today.ts';
import { type Logger, SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { PlanSolver } from '../../src/ports/plan-solver.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { hasAgents, withAgents } from './agents.ts';
import { isAtCaps, withCaps } from './at-caps.ts';
import { hasAutopilots, withAutopilots } from './autopilots.ts';
import { badDayOf, hasBadDay, withBadDay } from './bad-days.ts';
import { hasSwitches, isSwitched, withSwitches } from './dead-man.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { openSession } from './exchange-session.ts';
import { drawFaults, type Faults } from './faults.ts';
import { createGate, type Gate } from './gate.ts';
import { startIncarnation } from './incarnation.ts';
import { closesAsMaker, withMakerCloses } from './maker-closes.ts';
import { createModelledDisk, type ModelledDisk } from './modelled-disk.ts';
import { createOracle, type Oracle } from './oracle.ts';
import { createPots, type Pots } from './pots.ts';
import { drawPrices } from './prices.ts';
import { hasRolls, hedgesRolls, withRolls } from './rolls.ts';
import { type CrashPlace, drawScenario, type Scenario, type Span } from './scenario.ts';
import { LIMITS, openService, type Service, sessionKey } from './service.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import { createSimulatedOpportunities } from './simulated-opportunities.ts';
import { hasThirdVenue, withThirdVenue } from './third-venue.ts';
import { hasUntraded, withUntraded } from './untraded.ts';

export type World = {
	readonly seed: number;
	readonly scenario: Scenario;
	readonly time: VirtualClock;
	readonly random: SeededRandom;
	readonly faults: Faults;
	readonly exchanges: readonly Exchange[];
	readonly disk: ModelledDisk;
	readonly oracle: Oracle;
	readonly gate: Gate;
	readonly agents: {
		/** Agents that their owners stopped. This set outlives the process. */
		readonly stopped: Set<string>;
		/** Agents whose opening orders must no longer be sent. */
		readonly opensNothing: Set<string>;
	};
	/** Returns the running service; undefined while the process is down. */
	readonly service: () => Service | undefined;
	readonly crashes: () => number;
	/** Number of times that the process passed each crash place. */
	readonly passed: ReadonlyMap<CrashPlace, number>;
	/** Kills the process, which restarts after this many milliseconds. */
	readonly kill: (downMs: number) => void;
	/** Prevents further crashes. */
	readonly endCrashes: () => void;
	readonly trace: (line: () => string) => void;
	/** The pots of a seed that has some. */
	readonly pots: Pots | undefined;
};

const HOUR_MS = 3_600_000;

export type WorldOptions = {
	readonly seed: number;
	/** Changes the scenario that the seed has drawn. */
	readonly change?: ((drawn: Scenario) => Scenario) | undefined;
	/** Crashes only at these points; if undefined, at the seed's own points. */
	readonly crashes?: Scenario['crashes'] | undefined;
	readonly log?: ((line: string) => void) | undefined;
	/** Solves the plans of pots; needed by seeds with pots. */
	readonly solver?: PlanSolver | undefined;
};

export function createWorld({ seed, crashes, change, log, solver }: WorldOptions): World {
	const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ 0x51ed270b);
	const ofTwo = drawScenario(random);
	const ofUsers = hasThirdVenue(seed) ? withThirdVenue(ofTwo, seed) : ofTwo;
	const ofAgents = hasAgents(seed) ? withAgents(ofUsers, seed) : ofUsers;
	const ofDays = hasBadDay(seed) ? withBadDay(ofAgents, seed) : ofAgents;
	const ofContracts = hasUntraded(seed) ? withUntraded(ofDays, seed) : ofDays;
	const atCaps = isAtCaps(seed) && !hasSwitches(seed) ? withCaps(ofContracts, seed) : ofContracts;
	const switched = hasSwitches(seed) ? withSwitches(atCaps, seed) : atCaps;
	const closing = closesAsMaker(seed) ? withMakerCloses(switched, seed) : switched;
	const rolling = hasRolls(seed) ? withRolls(ofTwo, seed) : closing;
	const ofSeed = hasAutopilots(seed) ? withAutopilots(ofTwo, seed) : rolling;
	const drawn = change?.(ofSeed) ?? ofSeed;
	// A separate stream draws the ids, so that a change to the service does not change the seed's events.
	const serviceRandom = seededRandom(random.below(2 ** 31));
	const scenario = crashes === undefined ? drawn : { ...drawn, crashes };
	const time = createVirtualClock(scenario.startAt);
	const trace = (line: () => string): void => {
		if (log !== undefined)
			log(`${((time.now() - scenario.startAt) / 1000).toFixed(3).padStart(9)}  ${line()}`);
	};
	const faults = drawFaults(random);
	const prices = drawPrices(random, scenario.startAt, scenario.priceTerms);
	let service: Service | undefined;
	let startedAt = scenario.startAt;
	let crashCount = 0;
	let crashesAreOver = false;
	const passed = new Map<CrashPlace, number>();
	/** Spans that affected at least one request. Each of them counts as one fault. */
	const metSpans = new Set<Span>();

	const limits = { ...LIMITS, ...scenario.caps };
	const gate = createGate({
		time,
		limits,
		exchanges: () => exchanges,
		states: () => [...oracle.states.values()],
	});
	const agents: World['agents'] = { stopped: new Set(), opensNothing: new Set() };
	const oracle = createOracle({
		now: time.now,
		gate: gate.judge,
		limits,
		orderAt: (venue, userId, id) => exchangeAt(venue)?.accountOf(userId).orders.get(id),
		opensNothing: (agentId) => agents.opensNothing.has(agentId),
		note: faults.note,
		toldStoppedAt: (venue, symbol) => exchangeAt(venue)?.toldStoppedAt(symbol),
		trace,
	});
	const exchanges = scenario.venues.map((venue) =>
		createExchange({
			venue,
			instruments: scenario.instruments.filter((instrument) => instrument.venue === venue),
			time,
			random,
			faults,
			prices,
			fundingIntervalMs: HOUR_MS,
			fundingRate: ({ coin }) => scenario.fundingRates.get(`${venue}:${coin}`) ?? ZERO,
			switchedFor: isSwitched(seed, venue)
				? { aliveSince: () => (service === undefined ? undefined : startedAt) }
				: undefined,
			onOrder: oracle.onOrder,
			onFill: oracle.onFill,
			onMisfit: oracle.violation,
			trace,
		}),
	);
	for (const exchange of exchanges)
		for (const userId of scenario.users) exchange.connect(userId, scenario.wallet);
	for (const { at, venue, amount } of scenario.flows)
		time.after(at - time.now(), () => {
			trace(() => `flow of ${formatDecimal(amount)} at ${venue}`);
			exchanges.find((exchange) => exchange.venue === venue)?.flow(scenario.users[0] ?? '', amount);
		});

	for (const kind of badDayOf(scenario)) faults.note(kind);
	for (const { at, venue, coin, steps } of scenario.stepsChanges)
		time.after(at - time.now(), () => exchangeAt(venue)?.changeSteps(coin, steps));
	for (const { at, venue, intervalMs } of scenario.intervalChanges)
		time.after(at - time.now(), () => exchangeAt(venue)?.changeInterval(intervalMs));

	for (const stop of scenario.tradingStops)
		time.after(stop.at - time.now(), () => exchangeAt(stop.venue)?.stopTrading(stop));

	let durableAt = scenario.startAt;
	const disk = createModelledDisk({
		commitLater(task) {
			durableAt = Math.max(durableAt, time.now() + random.below(scenario.commitMsMax + 1));
			time.after(durableAt - time.now(), task);
		},
		refusal: () =>
			within('disk full', scenario.diskFull) || faults.hit('journalError') ? 'disk full' : undefined,
		survivors: (underway) => random.below(underway + 1),
		onWrite: (what, when) => pass(`${what} ${when}`),
		onDurable(executionId, rows) {
			oracle.onDurable(executionId, rows);
			pots?.onDurable(executionId, rows);
		},
	});
	const pots =
		scenario.autopilots === undefined || solver === undefined
			? undefined
			: createPots({
					...{ drawn: scenario.autopilots, startAt: scenario.startAt, time, disk, exchanges, oracle, gate },
					...{ solver, venues: scenario.venues, trace },
					random: seededRandom(scenario.autopilots.carrySeed),
				});

	function exchangeAt(venue: string): Exchange | undefined {
		return exchanges.find((exchange) => exchange.venue === venue);
	}

	function within(kind: string, spans: readonly Span[], venue?: string): boolean {
		if (faults.ended()) return false;
		const now = time.now();
		const span = spans.find(
			(candidate) =>
				(venue === undefined || candidate.venue === venue) && now >= candidate.from && now < candidate.to,
		);
		if (span !== undefined && !metSpans.has(span)) {
			metSpans.add(span);
			faults.note(kind);
		}
		return span !== undefined;
	}

	/** Passes a crash place, so the process may die. */
	function pass(place: CrashPlace): void {
		if (crashesAreOver) return;
		const hit = (passed.get(place) ?? 0) + 1;
		passed.set(place, hit);
		if (scenario.crashes.some((point) => point.place === place && point.hit === hit)) crash(place);
	}

	function crash(place: string, forMs?: number): void {
		if (service === undefined) return;
		trace(() => `CRASH at ${place}`);
		faults.note(`crash at ${place}`);
		service.life.kill();
		service.executionService.driver.stop();
		service.autopilot?.close();
		service = undefined;
		disk.crash();
		pots?.onCrash();
		const downMs = forMs ?? scenario.downMs[crashCount % scenario.downMs.length] ?? 0;
		crashCount += 1;
		time.after(downMs, start);
	}

	/** Returns our wall clock's offset. A wrong clock is corrected when the faults end. */
	function wallOffset(): number {
		if (faults.ended()) return 0;
		return scenario.clockJumps.findLast(({ at }) => at <= time.now())?.offset ?? 0;
	}

	function start(): void {
		trace(() => 'START of the process');
		startedAt = time.now();
		for (const agentId of agents.stopped) agents.opensNothing.add(agentId);
		const life = startIncarnation(time, wallOffset);
		const sessions = new Map<string, VenueTrading>();
		for (const exchange of exchanges)
			for (const userId of scenario.users)
				sessions.set(
					sessionKey(userId, exchange.venue),
					openSession({
						exchange,
						userId,
						life,
						time,
						random,
						faults,
						onWire: (when) => pass(when === 'before' ? 'wire before' : 'wire after'),
						onSend: oracle.onSend,
						isCut: () => within('connection cut', scenario.cut, exchange.venue),
						trace,
					}),
				);
		const journal = disk.openJournal(life);
		const opportunities = createSimulatedOpportunities(exchanges, pots?.carries);
		const market = createSimulatedMarket({
			exchanges,
			life,
			time,
			random,
			faults,
			silentSince: (venue) =>
				within('books silent', scenario.silent, venue)
					? scenario.silent.find((span) => span.venue === venue && isNow(span))?.from
					: undefined,
			noticeOf: pots?.carries.noticeOf,
		});
		const running = openService({
			life,
			limits,
			journal,
			standingHalts: disk.standingHalts(),
			haltStore: disk.openHalts(life),
			market,
			opportunities,
			isAgentStopped: (agentId) => agents.stopped.has(agentId),
			random: serviceRandom,
			log: tracingLog(trace),
			sessions,
			users: scenario.users,
			venues: scenario.venues,
			emergencyHedge: !hasAutopilots(seed) && (hasThirdVenue(seed) || hedgesRolls(seed)),
		});
		service = running;
		const isThis = life.isAlive;
		service.executionService.driver.onChange((state: ExecutionState) => {
			if (isThis()) oracle.onLive(state);
		});
		service.executionService.recover(disk.atStart(begunSince(time.now())));
		pots?.start({ service: running, journal, market, opportunities, log: tracingLog(trace) });
	}

	function isNow(span: Span): boolean {
		return time.now() >= span.from && time.now() < span.to;
	}

	start();
	return {
		seed,
		scenario,
		time,
		random,
		faults,
		exchanges,
		disk,
		oracle,
		gate,
		agents,
		service: () => service,
		crashes: () => crashCount,
		passed,
		kill: (downMs) => crash('an instant that was chosen', downMs),
		endCrashes() {
			crashesAreOver = true;
		},
		trace,
		pots,
	};
}

function tracingLog(trace: World['trace']): Logger {
	const say = (level: string) => (facts: object, message: string) =>
		trace(
			() =>
				`   ${level}: ${message} ${JSON.stringify(facts, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
		);
	return { ...SILENT_LOGGER, warn: say('warn'), error: say('error') };
}
