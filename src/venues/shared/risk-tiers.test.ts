import { expect, test } from 'vitest';
import { fromInteger, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { BodyError } from './fields.ts';
import { type TierMembers, tiersOf } from './risk-tiers.ts';

const MEMBERS: TierMembers = {
	valueMax: 'limit',
	maintenanceRate: 'mm',
	initialRate: 'im',
	leverageMax: 'leverage',
	deduction: 'deduction',
};

test('sorts tiers by value for any order of rows', () => {
	const rows = [
		{ limit: '4000000', mm: '0.01', im: '0.02', leverage: '50.00', deduction: '10000' },
		{ limit: '2000000', mm: '0.005', im: '0.01', leverage: '100.00', deduction: '' },
	];
	expect(tiersOf(rows, MEMBERS)).toEqual([
		{
			valueMax: fromInteger(2_000_000),
			maintenanceRate: parseDecimal('0.005'),
			deduction: ZERO,
			leverageMax: fromInteger(100),
		},
		{
			valueMax: fromInteger(4_000_000),
			maintenanceRate: parseDecimal('0.01'),
			deduction: fromInteger(10_000),
			leverageMax: fromInteger(50),
		},
	]);
});

test.each([
	['a rate in percent', { limit: '150', mm: '0.5', im: '1', leverage: '100.00' }],
	['a maintenance rate above the initial one', { limit: '150', mm: '0.02', im: '0.01', leverage: '100.00' }],
	['a row without its limit', { mm: '0.005', im: '0.01', leverage: '100.00' }],
])('refuses %s', (_what, row) => {
	expect(() => tiersOf([row], MEMBERS)).toThrow(BodyError);
});

test('refuses an empty list', () => {
	expect(() => tiersOf([], MEMBERS)).toThrow(BodyError);
});
