import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistory, historyStep } from '../../test/support/drawn-history.ts';
import type { ExecutionState } from './execution.ts';
import { foldExecution } from './execution-fold.ts';
import { createFoldDecoder, encodeFold } from './fold-codec.ts';

test('continues a stored fold to the fold of the whole journal', () => {
	const decode = createFoldDecoder();
	fc.assert(
		fc.property(fc.array(historyStep, { minLength: 1, maxLength: 40 }), fc.nat(), (steps, cut) => {
			const history = createHistory();
			for (const step of steps) history.take(step);
			const { rows } = history;
			const at = 1 + (cut % rows.length);
			const kept = foldExecution(rows.slice(0, at));
			const read = decode(encodeFold(kept));
			expect(read).toStrictEqual(kept);
			expect(foldExecution(rows.slice(at), read)).toStrictEqual(foldExecution(rows));
		}),
		{ numRuns: 500 },
	);
});

test('refuses a settlement that a stored fold already holds', () => {
	const history = createHistory();
	history.take({ what: 'pay', leg: 'long', tenths: 1, cents: 1 });
	const kept = createFoldDecoder()(encodeFold(history.state()));
	expect(() => foldExecution(history.rows.slice(-1), kept)).toThrow('booked once');
});

test('reads back any text and any exact number', () => {
	const value = fc.oneof(
		fc.string(),
		fc.constantFrom('=', "'", "='", "'=1", '=1.5', ''),
		fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
		fc.integer(),
		fc.boolean(),
		fc.constantFrom(null, undefined),
	);
	const { tree } = fc.letrec((tie) => ({
		tree: fc.oneof(
			{ depthSize: 'small' },
			value,
			fc.array(tie('tree')),
			fc.dictionary(
				fc.string().filter((name) => name !== '__proto__'),
				tie('tree'),
				{ noNullPrototype: true },
			),
		),
	}));
	fc.assert(
		fc.property(tree, (drawn) => {
			const state = { ...createHistory().state(), reason: drawn } as unknown as ExecutionState;
			expect(createFoldDecoder()(encodeFold(state))).toStrictEqual(state);
		}),
		{ numRuns: 500 },
	);
});

test('refuses a number that JSON cannot hold', () => {
	const state = createHistory().state();
	expect(() => encodeFold({ ...state, updatedAt: Number.NaN })).toThrow(RangeError);
});
