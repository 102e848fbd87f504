import { describe, expect, test } from 'vitest';
import { LIQUIDITY_COMPONENTS, RISK_COMPONENTS } from '../../../src/domain/scores.ts';
import { snakeName } from '../../../src/domain/snake-case.ts';
import { componentsOf } from './score-components.ts';
import { text } from './text.ts';

describe('components of the scores', () => {
	test('have a text for every component of the service and for no other', () => {
		const documented = [
			...Object.keys(LIQUIDITY_COMPONENTS).map((key) => `liquidity.${snakeName(key)}`),
			...Object.keys(RISK_COMPONENTS).map((key) => `risk.${snakeName(key)}`),
		];
		expect(documented.length).toBeGreaterThan(10);
		expect(Object.keys(text.components)).toEqual(documented);
	});

	test('show an unknown component by its own name', () => {
		expect(componentsOf({ 'liquidity.depth': 7, 'risk.new_one': null }, 'risk')).toEqual([
			{ key: 'risk.new_one', value: null, name: 'new one', meaning: '' },
		]);
		expect(componentsOf({ 'liquidity.depth': 7 }, 'liquidity')[0]?.name).toBe('Depth');
	});
});
