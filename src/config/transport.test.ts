import { expect, test } from 'vitest';
import { transportFaults } from './transport.ts';

const VENUES = ['bybit', 'kucoin'];
const BOTH = ['bybit=4001', 'kucoin=4002'];

test.each([
	['nothing, in any mode', 'simulated', []],
	['all, in live mode', 'live', BOTH],
	['one of two, on paper', 'paper', ['kucoin=4002']],
])('allows redirecting %s', (_what, mode, redirect) => {
	expect(transportFaults(mode, VENUES, redirect)).toEqual([]);
});

test.each([
	['in simulated mode', 'simulated', BOTH, 'must be empty in simulated mode'],
	[
		'one leg of a live trade',
		'live',
		['bybit=4001'],
		'must list every exchange (bybit, kucoin) or none in live mode',
	],
	[
		'one leg of a trade with test money',
		'testnet',
		['bybit=4001'],
		'rehearsal would be on the real test environment',
	],
	[
		'an exchange that is not configured',
		'paper',
		['okx=4001'],
		'must list each exchange only once, and only exchanges from the venues setting (bybit, kucoin)',
	],
	[
		'an exchange twice',
		'paper',
		['bybit=4001', 'bybit=4002'],
		'must list each exchange only once, and only exchanges from the venues setting',
	],
	['no port', 'paper', ['bybit=0'], 'must have ports from 1 to 65535'],
	['no port there is', 'paper', ['bybit=70000'], 'must have ports from 1 to 65535'],
])('%s: a fault', (_what, mode, redirect, rule) => {
	const faults = transportFaults(mode, VENUES, redirect);
	expect(faults.map(([path]) => path)).toEqual(['transport.redirect']);
	expect(faults[0]?.[1]).toContain(rule);
});
