import { describe, expect, test } from 'vitest';
import { policyMeaning, settingWords, unitName } from './names.ts';
import {
	type AssumedName,
	isSlippageRefused,
	newOrderForm,
	type OrderForm,
	orderFaults,
	orderParams,
	settingValues,
	suggestions,
	trialCount,
} from './order-form.ts';

const ENTER = {
	name: 'enter',
	kind: 'number',
	default: 0.05,
	min: 0,
	max: 100,
	unit: 'fraction per year, 0.05 is 5 %',
	meaning: 'Enter when the spread is above this.',
} as const;
const CLOSE = {
	name: 'closeAtEnd',
	kind: 'switch',
	default: false,
	min: null,
	max: null,
	unit: null,
	meaning: 'Close all positions at the end.',
} as const;
const MEAN = { name: 'month-mean', description: 'Enters.', settings: [ENTER, CLOSE] };
const OWN = { name: 'mine.ts', description: null, settings: null };

const form = (changes: Partial<OrderForm> = {}): OrderForm => ({
	...newOrderForm(['year', 'recordings'], [OWN, MEAN]),
	...changes,
});

const assumed = (name: AssumedName, typed: string): Partial<OrderForm> => ({
	assumed: { ...form().assumed, [name]: typed },
});

describe('the form for a backtest', () => {
	test('warns about a slippage at which the service opens nothing', () => {
		const warns = ['', '2', '10', '10.5'].map((typed) =>
			isSlippageRefused({ assumed: { ...form().assumed, slippage_bps: typed } }),
		);
		expect(warns).toEqual([false, false, false, true]);
	});

	test('begins with the first data and the 30-day rule, without a fault', () => {
		expect(form()).toMatchObject({ data: 'year', policy: 'month-mean', capital: '10000', compare: true });
		expect(orderFaults(form(), MEAN)).toEqual({});
		expect(orderParams(form(), MEAN)).toEqual({
			data: 'year',
			policy: 'month-mean',
			capital: 10_000,
			users: 'one',
			compare: true,
		});
	});

	test('sends one value as a setting and several as a sweep', () => {
		const given = form({ settings: { enter: '0.05; 0.1 ;0.1', closeAtEnd: 'true' } });
		expect(orderFaults(given, MEAN)).toEqual({});
		expect(orderParams(given, MEAN)).toMatchObject({
			set: { closeAtEnd: true },
			sweep: { enter: [0.05, 0.1] },
		});
		expect(trialCount(given, MEAN)).toBe(2);
		const both = form({ settings: { enter: '0.05;0.1', closeAtEnd: 'true;false' } });
		expect([trialCount(both, MEAN), orderParams(both, MEAN).sweep]).toEqual([
			4,
			{ enter: [0.05, 0.1], closeAtEnd: [true, false] },
		]);
	});

	test('sends windows only with a sweep', () => {
		const windows = { trainDays: '60', testDays: '' };
		expect(orderParams(form(windows), MEAN).walk_forward).toBeUndefined();
		expect(orderParams(form({ ...windows, settings: { enter: '1;2' } }), MEAN).walk_forward).toEqual({
			train_days: 60,
		});
	});

	test('splits exchanges and coins, and keeps dates and switched-off rules', () => {
		const given = form({
			exchanges: 'Bybit, okx',
			coins: 'btc eth;sol',
			from: '2026-01-01',
			until: '2026-02-01',
			without: ['THIN_BOOK'],
			grade: 'C',
			assumed: { ...form().assumed, slippage_bps: '3.5', seed: '7' },
			fees: 'Bybit = 5.5 / -0.5\n\nokx=5/2',
		});
		expect(orderParams(given, MEAN)).toMatchObject({
			exchanges: ['bybit', 'okx'],
			coins: ['BTC', 'ETH', 'SOL'],
			from: '2026-01-01',
			until: '2026-02-01',
			without: ['THIN_BOOK'],
			grade: 'C',
			slippage_bps: 3.5,
			seed: 7,
			fees: { bybit: { taker_bps: 5.5, maker_bps: -0.5 }, okx: { taker_bps: 5, maker_bps: 2 } },
		});
	});

	test('suggests the names in the data that continue what is typed', () => {
		const names = ['binance', 'bybit', 'okx'];
		expect(suggestions('', names)).toEqual(names);
		expect(suggestions('b', names)).toEqual(['binance', 'bybit']);
		expect(suggestions('Bybit, ', names)).toEqual(['Bybit, binance', 'Bybit, okx']);
		expect(suggestions('okx,bi', names)).toEqual(['okx,binance']);
		expect(suggestions('kraken', names)).toEqual([]);
	});

	test.each([
		[{ data: '' }, { data: 'Data is missing.' }],
		[{ capital: '' }, { capital: 'Capital is missing.' }],
		[{ capital: '9' }, { capital: 'Enter a number from 10 to 1,000,000,000.' }],
		[{ settings: { enter: '0.05;101' } }, { 'set.enter': 'Enter a number from 0 to 100.' }],
		[{ settings: { enter: '0,05' } }, { 'set.enter': 'Use a decimal point: 0.05' }],
		[{ from: '2026-02-01', until: '2026-02-01' }, { until: 'The end must be after the start.' }],
		[assumed('slippage_bps', '-1'), { slippage_bps: 'Enter a number from 0 to 1,000.' }],
		[assumed('publication_lag_s', '0.5'), { publication_lag_s: 'Enter a whole number.' }],
		[assumed('cash_rate_pct', '-101'), { cash_rate_pct: 'Enter a number from -100 to 1,000.' }],
		[assumed('seed', '-1'), { seed: 'Enter a number of at least 0.' }],
		[{ fees: 'bybit 5.5 2' }, { fees: 'Write each line as name = taker / maker.' }],
		[{ fees: 'bybit = 5.5 /' }, { fees: 'Write each line as name = taker / maker.' }],
		[{ fees: 'bybit = 5.5 / -200' }, { fees: 'Enter a number from -100 to 1,000.' }],
		[{ trainDays: '1.5' }, { 'walk_forward.train_days': 'Enter a whole number.' }],
		[{ testDays: '0' }, { 'walk_forward.test_days': 'Enter a number from 1 to 3,650.' }],
	])('refuses %j', (changes, faults) => {
		expect(orderFaults(form(changes), MEAN)).toEqual(faults);
	});

	test('reads the settings of a policy file line by line', () => {
		const given = form({ policy: 'mine.ts', ownSettings: 'size = 500\n\nlive=true\nname = a; b\n' });
		expect(orderFaults(given, OWN)).toEqual({});
		expect(orderParams(given, OWN)).toMatchObject({
			set: { size: 500, live: true },
			sweep: { name: ['a', 'b'] },
		});
		expect(orderFaults(form({ ownSettings: 'size 500' }), OWN)).toEqual({
			set: 'Write each line as name = value.',
		});
	});

	test('refuses an unknown policy', () => {
		expect(orderFaults(form({ policy: 'gone.ts' }), undefined)).toEqual({ policy: 'Policy is missing.' });
	});

	test('reads no value from an empty setting', () => {
		expect(settingValues(' ; ', ENTER)).toEqual({ values: [] });
	});
});

test('leaves the names of an operator’s policies and settings as they are', () => {
	expect([policyMeaning('mine.ts'), settingWords('mine'), unitName('apples')]).toEqual([
		undefined,
		{ name: 'mine', meaning: '', unit: '' },
		'apples',
	]);
});
