import { describe, expect, test } from 'vitest';
import {
	changeParams,
	formOf,
	namesExactly,
	newPotForm,
	type PotForm,
	type PotSettings,
	potFaults,
	startParams,
} from './pot-form.ts';

const EXCHANGES = ['bybit', 'kucoin'];
const SETTINGS: PotSettings = {
	name: 'Main',
	capital: 10_000,
	exchanges: EXCHANGES,
	coins: null,
	coins_denied: ['DOGE'],
	leverage: 1.8,
	coin_share: 0.07,
	exchange_share: 0.5,
	orders_per_day: 40,
	turnover_per_day: null,
	drawdown_pct: 5,
	min_net_over_cash_pct: 0,
	mode: 'suggest',
	on_drawdown: 'pause',
	decide_at: '00:10',
};

function started(change: Partial<PotForm> = {}, numbers: Partial<PotForm['numbers']> = {}): PotForm {
	const form = newPotForm(EXCHANGES, 'live');
	return { ...form, ...change, numbers: { ...form.numbers, capital: '10,000', ...numbers } };
}

describe('the form of a new pot', () => {
	test('sends its defaults for empty fields', () => {
		expect(startParams(started())).toEqual({
			name: 'Main',
			capital: 10_000,
			exchanges: EXCHANGES,
			coins_denied: [],
			leverage: 1.8,
			coin_share: 0.1,
			exchange_share: null,
			orders_per_day: 40,
			turnover_per_day: null,
			drawdown_pct: null,
			min_net_over_cash_pct: 0,
			mode: 'suggest',
			on_drawdown: 'pause',
			decide_at: '00:10',
			kind: 'live',
			with_shadow: true,
		});
	});

	test('sends shares as fractions and coins as a list', () => {
		const numbers = { coin_share: '25', exchange_share: '60', min_net_over_cash_pct: '-2.5' };
		expect(startParams(started({ coins: 'btc, ETH' }, numbers))).toMatchObject({
			coin_share: 0.25,
			exchange_share: 0.6,
			min_net_over_cash_pct: -2.5,
			coins: ['BTC', 'ETH'],
		});
	});

	test('a shadow pot acts by itself and has no shadow pot beside it', () => {
		const params = startParams(started({ kind: 'shadow' }));
		expect(params).toMatchObject({ kind: 'shadow', mode: 'act' });
		expect(params).not.toHaveProperty('with_shadow');
	});

	test('needs a name, a capital, two exchanges and a time', () => {
		const form = started({ name: ' ', exchanges: ['bybit'], decideAt: '24:00' }, { capital: '' });
		expect(potFaults(form)).toEqual({
			name: 'Enter a name.',
			capital: 'Enter a capital.',
			exchanges: 'Choose at least two exchanges.',
			decide_at: 'Enter a time from 00:00 to 23:59.',
		});
	});

	test('names the range of each wrong number', () => {
		const numbers = { leverage: '3.5', drawdown_pct: '0', orders_per_day: '2.5', coin_share: 'ten' };
		expect(potFaults(started({}, numbers))).toEqual({
			leverage: 'Enter a number from 1 to 3.',
			drawdown_pct: 'Enter a number from 0.1 to 100.',
			orders_per_day: 'Enter a whole number from 0 to 10,000.',
			coin_share: expect.stringContaining('Not a number'),
		});
		expect(potFaults(started())).toEqual({});
	});
});

describe('the form that changes a pot', () => {
	const form = (): PotForm => formOf({ settings: SETTINGS, kind: 'live' });

	test('shows the settings, with shares in percent', () => {
		expect(form().numbers).toMatchObject({ coin_share: '7', exchange_share: '50', turnover_per_day: '' });
		expect(potFaults(form())).toEqual({});
	});

	test('sends nothing if no setting differs', () => {
		expect(changeParams(form(), SETTINGS)).toEqual({});
		expect(changeParams({ ...form(), exchanges: ['kucoin', 'bybit'] }, SETTINGS)).toEqual({});
	});

	test('sends only what differs; an emptied limit is null', () => {
		const changed = form();
		changed.mode = 'act';
		changed.coins = 'BTC';
		changed.numbers.drawdown_pct = '';
		expect(changeParams(changed, SETTINGS)).toEqual({ mode: 'act', coins: ['BTC'], drawdown_pct: null });
	});
});

test.each([
	['bybit, kucoin', true],
	['KuCoin Bybit', true],
	['bybit', false],
	['bybit, kucoin, okx', false],
	['', false],
])('%j confirms real orders on bybit and kucoin: %s', (typed, isConfirmed) => {
	expect(namesExactly(typed, EXCHANGES)).toBe(isConfirmed);
});
