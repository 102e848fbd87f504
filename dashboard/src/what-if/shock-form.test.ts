import { describe, expect, test } from 'vitest';
import { NAMED_SQUEEZES } from '../../../src/replay/report/named-squeezes.ts';
import { FIRST, newShockForm, type ShockForm, shockFaults, shockParams } from './shock-form.ts';
import { FORM } from './text.ts';

function form(change: Partial<ShockForm> = {}, numbers: Partial<ShockForm['numbers']> = {}): ShockForm {
	const empty = newShockForm();
	return { ...empty, ...change, numbers: { ...empty.numbers, ...numbers } };
}

describe('a shock of figures', () => {
	test('begins with a fall of 30 %', () => {
		expect(shockParams(newShockForm())).toEqual(FIRST);
		expect(shockFaults(newShockForm())).toEqual({});
	});

	test('combines what is typed', () => {
		const shock = form(
			{ coin: 'INJ', capSign: 'negative', exchangeDown: 'bybit', gapExchange: 'okx', executionId: 'exec_1' },
			{
				'shock.move_pct': '50',
				'shock.cap_settlements': '8',
				'shock.exchange_down_hours': '12',
				'shock.gap_pct': '-2',
				leverage: '2',
			},
		);
		expect(shockFaults(shock)).toEqual({});
		expect(shockParams(shock)).toEqual({
			shock: {
				move_pct: 50,
				coin: 'INJ',
				cap_settlements: 8,
				cap_sign: 'negative',
				exchange_down: 'bybit',
				exchange_down_hours: 12,
				gap_exchange: 'okx',
				gap_pct: -2,
			},
			execution_id: 'exec_1',
			leverage: 2,
		});
	});

	test('needs at least one figure', () => {
		expect(shockFaults(form({}, { 'shock.move_pct': ' ' }))).toEqual({
			'shock.move_pct': 'Enter a price move, or a figure below.',
		});
		expect(shockFaults(form({}, { 'shock.move_pct': '', 'shock.cap_settlements': '1' }))).toEqual({});
	});

	test('a figure and its exchange need each other', () => {
		expect(shockFaults(form({ exchangeDown: 'bybit' }, { 'shock.gap_pct': '2' }))).toEqual({
			'shock.exchange_down_hours': 'Enter the figure that belongs to the exchange.',
			'shock.gap_exchange': 'Choose the exchange.',
		});
	});

	test.each([
		['shock.move_pct', '-100', 'Enter a number above -100 and at most 1,000.'],
		['shock.cap_settlements', '1.5', 'Enter a whole number from 1 to 1,000.'],
		['leverage', '0.5', 'Enter a number from 1 to 100.'],
	] as const)('%s may not be %s', (name, typed, fault) => {
		expect(shockFaults(form({}, { [name]: typed }))[name]?.replace('−', '-')).toBe(fault);
	});
});

describe('a recorded squeeze', () => {
	test('is sent alone, with the position', () => {
		const squeeze = form({ kind: 'squeeze', squeeze: 'inj-2026-02', executionId: 'exec_1', coin: 'INJ' });
		expect(shockFaults(squeeze)).toEqual({});
		expect(shockParams(squeeze)).toEqual({ shock: { squeeze: 'inj-2026-02' }, execution_id: 'exec_1' });
	});

	test('the page names every squeeze of the service', () => {
		expect(Object.keys(FORM.squeezes)).toEqual(NAMED_SQUEEZES.map(({ id }) => id));
	});
});
