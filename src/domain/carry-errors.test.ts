import { expect, test } from 'vitest';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { judgePromises, type PastPromises } from './carry-errors.ts';
import { neutralCarryModel } from './carry-prior.ts';

const PRIOR = neutralCarryModel().horizons[0];

function judged(past: PastPromises) {
	if (PRIOR === undefined) throw new Error('The neutral model has no horizon.');
	return judgePromises(past, PRIOR);
}

function promises(
	count: number,
	of: (unit: () => number) => readonly [promised: number, received: number],
): PastPromises {
	const { unit } = seededRandom(7);
	const rows = Array.from({ length: count }, () => of(unit));
	return {
		promised: rows.map(([promised]) => promised),
		received: rows.map(([, received]) => received),
		movement: rows.map(() => 1),
	};
}

test('of promises of which half arrives, two thirds are promised on: as if a third had been kept', () => {
	const past = promises(4_000, (unit) => {
		const promised = unit() - 0.5;
		return [promised, promised / 2];
	});
	expect(judged(past).recalibration).toBeCloseTo((0.5 + 0.5) / 1.5, 6);
});

test('68.27 % of errors lie within one sd factor of movement', () => {
	const past = promises(5_000, (unit) => [0, unit() - 0.5]);
	expect(judged(past).sdFactor).toBeCloseTo(0.6827 / 2, 1);
});

test('outcomes of exactly nothing are counted apart from the errors', () => {
	const past = promises(4_000, (unit) => [0.1, unit() < 0.25 ? 0 : 1]);
	const { zeroShare, errorQuantiles } = judged(past);
	expect(zeroShare).toBeCloseTo(0.25, 1);
	expect(errorQuantiles[0]).toBeGreaterThan(0);
});

test('a few promises judge nothing', () => {
	const past = promises(999, () => [1, 0]);
	expect(judged(past)).toMatchObject({ recalibration: 1, sdFactor: 1, zeroShare: 0 });
});
