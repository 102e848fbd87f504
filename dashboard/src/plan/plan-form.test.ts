import { describe, expect, test } from 'vitest';
import { newPlanForm, planFaults, planParams } from './plan-form.ts';

const USUAL = ['bybit', 'kucoin'];

describe('the parameters of a form', () => {
	test('are empty while every field keeps its default', () => {
		expect(planParams(newPlanForm(USUAL), USUAL)).toEqual({});
	});

	test('are fractions for fields in percent, and numbers as typed for the others', () => {
		const form = newPlanForm(USUAL);
		form.numbers = {
			capital: '50,000',
			leverage: '2.5',
			idle: '0',
			coin_share: '20',
			exchange_share: '60',
			exchange_net_share: '12.5',
			cash_apr: '3.5',
		};
		expect(planParams(form, USUAL)).toEqual({
			capital: 50_000,
			leverage: 2.5,
			idle: 0,
			coin_share: 0.2,
			exchange_share: 0.6,
			exchange_net_share: 0.125,
			cash_apr: 0.035,
		});
	});

	test('name exchanges only if they differ from the usual ones, in any order', () => {
		const form = newPlanForm(['kucoin', 'bybit']);
		expect(planParams(form, USUAL)).toEqual({});
		form.exchanges = ['bybit', 'okx'];
		expect(planParams(form, USUAL)).toEqual({ exchanges: ['bybit', 'okx'] });
	});

	test('split lists of coins and name the place of the margin', () => {
		const form = newPlanForm(USUAL);
		form.coins = ' btc, ETH';
		form.withoutCoins = 'DOGE;XRP';
		form.margin = 'equal';
		expect(planParams(form, USUAL)).toEqual({
			coins: ['btc', 'ETH'],
			without_coins: ['DOGE', 'XRP'],
			margin: 'equal',
		});
	});
});

describe('the faults of a form', () => {
	test('are none for the defaults of a user with equity', () => {
		expect(planFaults(newPlanForm(USUAL), false)).toEqual({});
	});

	test('ask for a capital if no account has equity', () => {
		expect(planFaults(newPlanForm(USUAL), true)).toEqual({ capital: 'Enter a capital.' });
		expect(planFaults(newPlanForm(USUAL, '1000'), true)).toEqual({});
	});

	test('ask for two exchanges', () => {
		expect(planFaults(newPlanForm(['bybit']), false)).toEqual({
			exchanges: 'Choose at least two exchanges.',
		});
	});

	test('state the range of each number', () => {
		const form = newPlanForm(USUAL);
		form.numbers = { ...form.numbers, leverage: '3.1', idle: '91', coin_share: '0.5', cash_apr: 'four' };
		expect(planFaults(form, false)).toEqual({
			leverage: 'Enter a number from 1 to 3.',
			idle: 'Enter a number from 0 to 90.',
			coin_share: 'Enter a number from 1 to 100.',
			cash_apr: expect.stringContaining('Not a number'),
		});
	});
});
