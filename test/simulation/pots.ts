/** Keeps what outlives the process of a seed with pots: their store, their market, and the judge of their changes. */
import type { ExecutionEvent } from '../../src/domain/event.ts';
import type { Journal, Journaled } from '../../src/ports/journal.ts';
import type { Logger } from '../../src/ports/logger.ts';
import type { Market } from '../../src/ports/market.ts';
import type { OpportunityBook } from '../../src/ports/opportunities.ts';
import type { PlanSolver } from '../../src/ports/plan-solver.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import type { DrawnPots } from './autopilots.ts';
import type { Exchange } from './exchange.ts';
import type { Gate } from './gate.ts';
import type { ModelledDisk } from './modelled-disk.ts';
import type { Oracle } from './oracle.ts';
import { createPotCarries, createReadings } from './pot-carries.ts';
import { createPotDisk } from './pot-disk.ts';
import { createPotJudge } from './pot-judge.ts';
import { openPots } from './pot-service.ts';
import type { Service } from './service.ts';

export type Pots = ReturnType<typeof createPots>;

export function createPots(options: {
	readonly drawn: DrawnPots;
	readonly startAt: number;
	readonly time: VirtualClock;
	readonly disk: ModelledDisk;
	readonly exchanges: readonly Exchange[];
	readonly oracle: Oracle;
	readonly gate: Gate;
	readonly solver: PlanSolver;
	readonly venues: readonly string[];
	readonly random: SeededRandom;
	readonly trace: (line: () => string) => void;
}) {
	const { drawn, time, exchanges, oracle, gate, random, trace } = options;
	/** Number of times that pots met an event, by its name. */
	const met = new Map<string, number>();
	const note = (kind: string): void => {
		met.set(kind, (met.get(kind) ?? 0) + 1);
	};
	const judge = createPotJudge({
		now: time.now,
		states: oracle.states,
		halts: gate.halts,
		markOf: (venue, symbol) => exchanges.find((one) => one.venue === venue)?.markOf(symbol),
		violation: oracle.violation,
		note,
		trace,
	});
	const disk = createPotDisk(options.disk, judge.writes);
	const carries = createPotCarries(drawn, options.startAt, time.now);
	const readings = createReadings(exchanges, drawn.thinMargins, time.now);
	const solver: PlanSolver = {
		...options.solver,
		solve(program) {
			note('plan with limits that couple coins');
			return options.solver.solve(program);
		},
	};

	/** Starts the autopilot of one run of the process. */
	function start(parts: {
		readonly service: Service;
		readonly journal: Journal;
		readonly market: Market;
		readonly opportunities: OpportunityBook;
		readonly log: Logger;
	}): void {
		const { service } = parts;
		openPots({
			...parts,
			store: disk.open(service.life),
			squeezes: carries.squeezes,
			readings,
			solver,
			random,
			venues: options.venues,
			onCall: {
				execute(request) {
					gate.asked.push(request);
					judge.onOpen(request);
				},
				roll(request) {
					gate.rolls.push(request);
					judge.onRoll(request);
				},
				close: judge.onClose,
			},
		}).then(
			(autopilot) => {
				if (!service.life.isAlive()) return;
				service.autopilot = autopilot;
				autopilot.startLoop();
			},
			(error: unknown) => oracle.violation(`the autopilot did not start: ${String(error)}`),
		);
	}

	return {
		drawn,
		met,
		note,
		carries,
		start,
		onDurable(executionId: string, rows: readonly Journaled<ExecutionEvent>[]): void {
			for (const { event } of rows) if (event.type === 'ExecutionPlanned') judge.onPlanned(executionId);
		},
		onCrash: judge.onCrash,
		/** True if a change of the pot waits for its owner. */
		isWaiting: judge.isWaiting,
		/** Returns the pots that are not stopped. */
		active: judge.active,
		isAllOver: judge.isAllOver,
		/** True while a pot manages the execution. */
		isManaged: judge.isManaged,
		/** Checks what must hold once all is quiet. */
		checkQuiet: async (): Promise<void> => judge.checkQuiet(await disk.durable.executions()),
	};
}
