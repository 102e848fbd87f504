import { expect, test } from 'vitest';
import type { CarryModel } from './carry-model.ts';
import { readCarryModel } from './carry-model-read.ts';
import { neutralCarryModel, PRIOR_CARRY_MODEL } from './carry-prior.ts';

const kept = (): Record<string, unknown> => JSON.parse(JSON.stringify(PRIOR_CARRY_MODEL));
const horizonsWith = (change: Partial<CarryModel['horizons'][number]>) =>
	PRIOR_CARRY_MODEL.horizons.map((horizon, index) => (index === 2 ? { ...horizon, ...change } : horizon));

test('reads a stored JSON model back', () => {
	expect(readCarryModel(kept())).toEqual(PRIOR_CARRY_MODEL);
	expect(readCarryModel(JSON.parse(JSON.stringify(neutralCarryModel())))).toEqual(neutralCarryModel());
});

test.each([
	['nothing', undefined],
	['a text', 'model'],
	['a list', []],
	['a model without a count', { ...kept(), rows: undefined }],
	['an infinite movement', { ...kept(), typicalMovement: Number.POSITIVE_INFINITY }],
	['one horizon too few', { ...kept(), horizons: PRIOR_CARRY_MODEL.horizons.slice(1) }],
	['a horizon of the wrong shape', { ...kept(), horizons: [...PRIOR_CARRY_MODEL.horizons.slice(1), null] }],
	['weights of other features', { ...kept(), horizons: horizonsWith({ weights: [1, 2] }) }],
	['a weight that is not a number', { ...kept(), horizons: horizonsWith({ weights: [Number.NaN] }) }],
	['no error distribution', { ...kept(), horizons: horizonsWith({ errorQuantiles: [0] }) }],
])('rejects %s', (_, value) => {
	expect(readCarryModel(value)).toBeUndefined();
});
