/** Tests the tally of booked settlements against a count of all records, over drawn histories of an execution. */
import { describe, expect, test } from 'vitest';
import { runningExecution } from '../../test/support/running-execution.ts';
import { type SeededRandom, seededRandom } from '../runtime/seeded-random.ts';
import { fromInteger, sub, sum, ZERO } from './decimal.ts';
import type { FundingRecord } from './event.ts';
import type { ExecutionState } from './execution.ts';
import { type FundingTally, fundingTally, hasSettled } from './funding-tally.ts';
import type { LegRole } from './ids.ts';

const START = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const LEGS: readonly LegRole[] = ['long', 'short'];
const STEPS = 400;

/** Counts all records of a state, without any memory of earlier states. */
function counted({ funding }: ExecutionState, leg: LegRole): FundingTally {
	const own = funding.filter((record) => record.leg === leg);
	const amounts = own.map(({ amount }) => amount);
	const latestAt = Math.max(...own.map(({ settledAt }) => settledAt));
	return {
		ids: new Set(own.map(({ recordId }) => recordId)),
		byInstant: new Map(own.map(({ settledAt, recordId }) => [settledAt, recordId])),
		count: own.length,
		latest: own.find(({ settledAt }) => settledAt === latestAt),
		received: sum(amounts.filter((amount) => amount >= 0n)),
		paid: sub(ZERO, sum(amounts.filter((amount) => amount < 0n))),
	};
}

function drawRecord(random: SeededRandom, number: number): FundingRecord {
	return {
		recordId: `record-${number}`,
		leg: random.chance(0.5) ? 'long' : 'short',
		settledAt: START + random.below(50) * HOUR_MS,
		rate: null,
		amount: fromInteger(random.below(9) - 4),
	};
}

function withRecord(state: ExecutionState, record: FundingRecord): ExecutionState {
	return { ...state, funding: [...state.funding, record] };
}

describe.each([1, 2, 3])('drawn states, seed %i', (seed) => {
	test('have the tally of all their records, whichever state is asked after which', () => {
		const random = seededRandom(seed);
		// Two executions, whose states are asked in turn.
		const histories = [1, 2].map((number) => [runningExecution({ openedAt: START, number })]);
		for (let step = 0; step < STEPS; step += 1) {
			const states = histories[random.below(2)] as ExecutionState[];
			const last = states.at(-1) as ExecutionState;
			const next = withRecord(last, drawRecord(random, step));
			const isDiscarded = random.chance(0.3);
			if (!isDiscarded) states.push(next);
			const older = states[random.below(states.length)] as ExecutionState;
			for (const state of random.chance(0.5) ? [next, older] : [older, next])
				for (const leg of LEGS) expect(fundingTally(state, leg)).toEqual(counted(state, leg));
		}
	});
});

test('a state without records has an empty tally', () => {
	const state = runningExecution({ openedAt: START });
	expect(fundingTally(state, 'long')).toEqual({
		...{ ids: new Set(), byInstant: new Map(), count: 0 },
		...{ latest: undefined, received: ZERO, paid: ZERO },
	});
});

test('the tally of a state continues the one of the state before', () => {
	const state = runningExecution({ openedAt: START });
	const record = drawRecord(seededRandom(1), 1);
	const first = fundingTally(state, record.leg);
	expect(fundingTally(withRecord(state, record), record.leg)).toBe(first);
});

test('a settlement is booked on its own leg, within the jitter of its time', () => {
	const record: FundingRecord = {
		...{ recordId: 'one', leg: 'long', settledAt: START, rate: null, amount: ZERO },
	};
	const state = withRecord(runningExecution({ openedAt: START }), record);
	const found = ([leg, at, jitterMs]: readonly [LegRole, number, number]) =>
		hasSettled(state, leg, START + at, jitterMs);
	expect(
		(
			[
				['long', 0, 0],
				['long', 500, 500],
				['long', -501, 500],
				['short', 0, 500],
			] as const
		).map(found),
	).toEqual([true, true, false, false]);
});
