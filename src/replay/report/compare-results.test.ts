import { expect, test } from 'vitest';
import { drawReplayResult } from '../../../test/support/replay-result.ts';
import { compareResults } from './compare-results.ts';

const A = drawReplayResult({ seed: 1, days: 40, positions: 10, events: 1 });
const B = drawReplayResult({ seed: 2, days: 25, positions: 4, events: 1 });

test('lists each figure of both results with the difference', () => {
	const rows = compareResults(A, B);
	expect(rows.find(({ figure }) => figure === 'Net')).toEqual({
		...{ figure: 'Net', unit: 'usd', a: A.outcome.parts.net, b: B.outcome.parts.net },
		difference: B.outcome.parts.net - A.outcome.parts.net,
	});
	expect(rows.find(({ figure }) => figure === 'Trades')).toMatchObject({ a: 10, b: 4, difference: -6 });
	expect(new Set(rows.map(({ figure }) => figure)).size).toBe(rows.length);
});

test('gives no difference to a figure that one result does not know', () => {
	const sharpe = compareResults(A, B).find(({ figure }) => figure.startsWith('Sharpe'));
	expect(sharpe).toMatchObject({ b: null, difference: null });
	expect(sharpe?.a).not.toBeNull();
});

test('finds no difference between a result and itself', () => {
	for (const { a, b, difference } of compareResults(A, A)) {
		expect(b).toBe(a);
		expect(difference === null || difference === 0).toBe(true);
	}
});

test('compares results without any position', () => {
	const none = drawReplayResult({ seed: 1, days: 10, positions: 0, events: 0 });
	expect(compareResults(none, none).find(({ figure }) => figure.startsWith('Stated'))).toMatchObject({
		...{ a: null, b: null, difference: null },
	});
});
