/** Checks that each fold in memory agrees with the journal after any append and any restart. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Decimal, fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan, Fill } from '../../src/domain/event.ts';
import { type ExecutionState, isEnded } from '../../src/domain/execution.ts';
import { applyEvent, foldExecution } from '../../src/domain/execution-fold.ts';
import { DAY_MS, dayBegin, HOUR_MS } from '../../src/domain/funding.ts';
import { clientOrderId, executionId, jobId, type LegRole } from '../../src/domain/ids.ts';
import { summaryOf } from '../../src/engine/decide/summary.ts';
import { begunSince, createBegunToday } from '../../src/engine/orders/begun-today.ts';
import { createProfitBase } from '../../src/portfolio/profit-base.ts';
import { createEndedFigures } from '../../src/portfolio/totals.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { createSqliteJournal } from '../../src/store/sqlite/journal.ts';
import { testPlan } from '../support/execution-plans.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';

const LEGS = ['long', 'short'] as const;
const USERS = ['user_a', 'user_b'];
const AGENTS = [undefined, 'agent_1', 'agent_2'];
const START_AT = Date.UTC(2026, 10, 20, 12);

/**
 * One random step. `which`, modulo the number of candidates, selects the execution or user; `by` is a small number
 * that the step uses.
 */
type Step = {
	readonly what: 'plan' | 'open' | 'close' | 'fail' | 'fund' | 'sample' | 'pass' | 'restart' | 'raced load';
	readonly which: number;
	readonly by: number;
};

const STEPS = fc.array(
	fc.record<Step>({
		what: fc.constantFrom(
			'plan',
			'plan',
			'open',
			'open',
			'close',
			'close',
			'fail',
			'fund',
			'fund',
			'sample',
			'sample',
			'pass',
			'pass',
			'restart',
			'raced load',
		),
		which: fc.nat(1_000),
		by: fc.integer({ min: -99, max: 99 }),
	}),
	{ minLength: 10, maxLength: 60 },
);

let database = openMemoryDatabase();
beforeEach(() => {
	database = openMemoryDatabase();
});
afterEach(() => {
	database.close();
});

test('each fold equals the journal after any events and restarts', async () => {
	await fc.assert(
		fc.asyncProperty(STEPS, async (steps) => {
			database.close();
			database = openMemoryDatabase();
			const service = await openFolds();
			for (const step of steps) {
				await service.take(step);
				await service.compare();
			}
		}),
		{ numRuns: 40 },
	);
});

/** Opens the SQLite journal with its folds, and feeds them as the service does. */
async function openFolds() {
	let now = START_AT;
	let planned = 0;
	let records = 0;
	const states = new Map<string, ExecutionState>();
	const journal = createSqliteJournal(database);
	/** Delays the result of each journal read until after a further append, as if another process had appended. */
	const slow: Pick<Journal, 'userExecutions' | 'readExecution' | 'pnlSamples'> = {
		userExecutions: (...query) => journal.userExecutions(...query).then(later),
		readExecution: (id) => journal.readExecution(id).then(later),
		pnlSamples: (...query) => journal.pnlSamples(...query).then(later),
	};
	let folds = await start();

	async function start() {
		const begun = createBegunToday();
		for (const summary of (await journal.atStart(begunSince(now))).ofAgents) begun.note(summary);
		const made = { begun, ended: createEndedFigures(journal), base: createProfitBase(journal) };
		for (const userId of USERS)
			await Promise.all([made.ended.prepare(userId), made.base.prepare(userId, now)]);
		return made;
	}

	async function append(plan: ExecutionPlan, events: readonly ExecutionEvent[]): Promise<void> {
		const before = states.get(plan.executionId);
		const next = events.reduce<ExecutionState | undefined>(
			(state, event) => applyEvent(state, event, now),
			before,
		);
		if (next === undefined) throw new Error('The append holds no event.');
		await journal.appendExecution({
			executionId: plan.executionId,
			expectedSeq: before?.eventCount ?? 0,
			events,
			recordedAt: now,
			summary: summaryOf(next),
		});
		states.set(plan.executionId, next);
		if (before === undefined) folds.begun.note(summaryOf(next));
		folds.ended.update(next);
	}

	/** Picks one of the candidates; undefined if there is none. */
	function chosen(which: number, isMeant: (state: ExecutionState) => boolean): ExecutionState | undefined {
		const meant = [...states.values()].filter(isMeant);
		return meant[which % meant.length];
	}

	const userOf = (which: number): string => USERS[which % USERS.length] ?? '';
	const takes: Record<Step['what'], (step: Step) => Promise<void>> = {
		async plan({ which }) {
			planned += 1;
			const plan = planOf(planned, userOf(which), AGENTS[which % AGENTS.length]);
			await append(plan, [{ type: 'ExecutionPlanned', plan }]);
		},
		async open({ which, by }) {
			const state = chosen(which, ({ phase, orders }) => phase === 'queued' && orders.length === 0);
			if (state === undefined) return;
			await append(state.plan, [
				...LEGS.flatMap((leg) => tradedLeg(state.plan, leg, 0, now, by)),
				{ type: 'ExecutionOpened', quantity: state.plan.quantity },
			]);
		},
		async close({ which, by }) {
			const state = chosen(which, ({ phase }) => phase === 'running');
			if (state === undefined) return;
			await append(state.plan, [
				{
					type: 'CloseRequested',
					reason: 'asked',
					remaining: ZERO,
					maxSlippageBps: fromInteger(50),
					firm: false,
				},
				...LEGS.flatMap((leg) => tradedLeg(state.plan, leg, 1, now, by)),
				{ type: 'ExecutionClosed', reason: 'asked' },
			]);
		},
		async fail({ which }) {
			const state = chosen(which, ({ phase, orders }) => phase === 'queued' && orders.length === 0);
			if (state !== undefined) await append(state.plan, [{ type: 'ExecutionFailed', reason: 'nothing' }]);
		},
		async fund({ which, by }) {
			const state = chosen(which, ({ openedAt }) => openedAt !== undefined);
			if (state === undefined) return;
			records += 1;
			await append(state.plan, [funding(`record ${records}`, which % 2 === 0 ? 'long' : 'short', now, by)]);
		},
		async sample({ which, by }) {
			// Some events fall exactly on midnight, and some precede existing ones.
			const at = which % 5 === 0 ? dayBegin(now) : now - (which % 3) * HOUR_MS;
			const sample = { at, totalPnl: String(by), deployed: '1' };
			await journal.addPnlSample(userOf(which), sample);
			folds.base.note(userOf(which), sample);
		},
		async pass({ which, by }) {
			now += by < -70 ? by * 60_000 : (which % 40) * HOUR_MS + (by === 99 ? 9 * DAY_MS : 0);
		},
		async restart() {
			folds = await start();
		},
		/**
		 * Makes other appends overtake a load. An execution that ends during the load, or a sample that is taken
		 * during it, counts once.
		 */
		async 'raced load'(step) {
			const begun = folds.begun;
			folds = { begun, ended: createEndedFigures(slow), base: createProfitBase(slow) };
			const loads = USERS.flatMap((userId) => [folds.ended.prepare(userId), folds.base.prepare(userId, now)]);
			for (let rounds = 0; rounds < 3; rounds += 1) {
				await takes.fund({ ...step, which: step.which + rounds });
				await later(undefined);
			}
			await takes.close(step);
			await takes.sample(step);
			await Promise.all(loads);
		},
	};

	async function compare(): Promise<void> {
		const fresh = createEndedFigures(journal);
		for (const userId of USERS) {
			await fresh.prepare(userId);
			expect(folds.ended.sums(userId)).toEqual(fresh.sums(userId));
			for (const venue of ['bybit', 'kucoin']) {
				const on = { userId, account: `${userId}:${venue}` };
				expect(folds.ended.accountSums(on)).toEqual(fresh.accountSums(on));
				expect([...folds.ended.sharing(on, symbolAt(venue), 0)].sort()).toEqual(
					[...fresh.sharing(on, symbolAt(venue), 0)].sort(),
				);
			}
			expect(folds.base.at(userId, dayBegin(now))).toBe(await totalAt(userId, dayBegin(now)));
			for (const agentId of ['agent_1', 'agent_2'])
				expect(folds.begun.count({ userId, agentId }, now, new Set())).toBe(await begunBy(userId, agentId));
		}
	}

	async function begunBy(userId: string, agentId: string): Promise<number> {
		const pages = [false, true].map((ended) =>
			journal.userExecutions(userId, { ended, offset: 0, limit: 1_000 }),
		);
		const rows = (await Promise.all(pages)).flat();
		return rows.filter((row) => row.agentId === agentId && row.createdAt >= dayBegin(now)).length;
	}

	/** Returns the total profit in the last sample at or before this time. */
	async function totalAt(userId: string, at: number): Promise<Decimal> {
		const samples = await journal.pnlSamples(userId, at);
		const last = samples.filter((sample) => sample.at <= at).at(-1);
		return last === undefined ? ZERO : parseDecimal(last.totalPnl);
	}

	return { take: (step: Step) => takes[step.what](step), compare };
}

const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)));

const symbolAt = (venue: string): string => (venue === 'kucoin' ? 'SOLUSDTM' : 'SOLUSDT');

function planOf(index: number, userId: string, agentId: string | undefined): ExecutionPlan {
	const hex = index.toString(16).padStart(24, '0');
	return {
		...testPlan({ seedHex: hex, longLot: '0.1', shortLot: '0.1', quantity: '12' }),
		executionId: executionId(hex),
		jobId: jobId(hex),
		userId,
		...(agentId === undefined ? {} : { agentId }),
	};
}

/** Builds the completely filled order that opens a leg (child 0) or closes it (child 1). */
function tradedLeg(
	plan: ExecutionPlan,
	leg: LegRole,
	child: 0 | 1,
	at: number,
	by: number,
): readonly ExecutionEvent[] {
	const id = clientOrderId(plan.executionId, leg, child, 0);
	const isOpening = child === 0;
	const price = fromInteger(150 + (by % 7));
	const fill: Fill = {
		tradeId: `trade ${id}`,
		quantity: plan.quantity,
		price,
		fee: parseDecimal('0.5'),
		feeAsset: by % 2 === 0 ? 'USDT' : 'KCS',
		feeQuantity: parseDecimal('0.05'),
		filledAt: at,
	};
	return [
		{
			type: 'OrderIntended',
			clientOrderId: id,
			leg,
			child,
			attempt: 0,
			purpose: isOpening ? 'open' : 'close',
			side: (leg === 'long') === isOpening ? 'buy' : 'sell',
			quantity: plan.quantity,
			limitPrice: price,
			reduceOnly: !isOpening,
			timeInForce: 'IOC',
			decisionMid: price,
		},
		{ type: 'OrderAccepted', clientOrderId: id, venueOrderId: `venue ${id}` },
		{ type: 'FillsRecorded', clientOrderId: id, fills: [fill] },
		{ type: 'OrderEnded', clientOrderId: id, status: 'filled', venueOrderId: `venue ${id}` },
	];
}

function funding(recordId: string, leg: LegRole, settledAt: number, by: number): ExecutionEvent {
	return { type: 'FundingBooked', recordId, leg, settledAt, rate: null, amount: fromInteger(by) };
}

test('a restart in the middle of a journal changes no result', () => {
	fc.assert(
		fc.property(STEPS, fc.nat(100), (steps, cutAt) => {
			const plan = planOf(1, 'user_a', 'agent_1');
			const events: readonly ExecutionEvent[] = [
				{ type: 'ExecutionPlanned', plan },
				...LEGS.flatMap((leg) => tradedLeg(plan, leg, 0, START_AT, steps[0]?.by ?? 0)),
				{ type: 'ExecutionOpened', quantity: plan.quantity },
				...steps.map(({ by, which }, index) =>
					funding(`record ${index}`, which % 2 === 0 ? 'long' : 'short', START_AT + index, by),
				),
				...LEGS.flatMap((leg) => tradedLeg(plan, leg, 1, START_AT, 1)),
				{ type: 'ExecutionClosed', reason: 'asked' },
			];
			const rows = events.map((event, index) => ({ event, recordedAt: START_AT + index }));
			const cut = 1 + (cutAt % (rows.length - 1));
			const whole = foldExecution(rows);
			const continued = rows
				.slice(cut)
				.reduce<ExecutionState>(
					(state, { event, recordedAt }) => applyEvent(state, event, recordedAt),
					foldExecution(rows.slice(0, cut)),
				);
			expect(continued).toEqual(whole);
			expect(isEnded(continued)).toBe(true);
		}),
	);
});
