import { expect, test } from 'vitest';
import { requestLines } from './request-lines.ts';

const lines = (request: Partial<Parameters<typeof requestLines>[0]>) =>
	Object.fromEntries(
		requestLines({ opportunity_id: 'opp_1', amount: 1_000, ...request }, '20').map(({ label, value }) => [
			label,
			value,
		]),
	);

test('repeats the default of every empty field', () => {
	expect(lines({})).toEqual({
		Amount: '1,000 USD over both legs',
		Leverage: '1 ×',
		'Opening mode': 'Automatic',
		'Slippage limit': '20 bp (default)',
		'Minimum net APR': 'none',
		'Exit rules': 'none: the position stays open until you close it',
	});
	expect(requestLines({ opportunity_id: 'opp_1', amount: 5 }, undefined)[3]?.value).toBe('the default');
});

test('repeats every typed value with its unit and all digits', () => {
	expect(
		lines({
			amount: 1_250.555,
			leverage: 2.5,
			mode: 'grid',
			max_slippage_bps: 2.5,
			min_net_apr: 0.015,
			only_if_trade: true,
			exit: { take_profit_pct: 1.2345, stop_loss_pct: 0.00049, max_epochs: 3, close_on_reversal: true },
		}),
	).toEqual({
		Amount: '1,250.555 USD over both legs',
		Leverage: '2.5 ×',
		'Opening mode': 'Grid of slices',
		'Slippage limit': '2.5 bp per leg (0.025 %)',
		'Minimum net APR': '1.5 %',
		Verdict: 'only if it is still “trade”',
		'Exit rules':
			'Close after 3 funding intervals; Take profit at 1.2345 % of capital; Stop loss at 0.00049 % of capital; Close when funding reverses',
	});
});
