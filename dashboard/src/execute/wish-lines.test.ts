import { expect, test } from 'vitest';
import { wishLines } from './wish-lines.ts';

const lines = (wish: Partial<Parameters<typeof wishLines>[0]>) =>
	Object.fromEntries(
		wishLines({ opportunity_id: 'opp_1', amount: 1_000, ...wish }, '20').map(({ label, value }) => [
			label,
			value,
		]),
	);

test('what was left empty is repeated as what counts then', () => {
	expect(lines({})).toEqual({
		Amount: '1,000 USD over both legs',
		Leverage: '1 ×',
		Opening: 'Automatic',
		'Slippage guard': '20 bp (default)',
		'Least net per year': 'no guard',
		Exit: 'no rule: it stays open until it is closed',
	});
	expect(wishLines({ opportunity_id: 'opp_1', amount: 5 }, undefined)[3]?.value).toBe('the default');
});

test('all that was typed is repeated with its unit, to the last digit', () => {
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
		Opening: 'Grid of slices',
		'Slippage guard': '2.5 bp per leg (0.025 %)',
		'Least net per year': '1.5 %',
		Verdict: 'only if it is still “trade”',
		Exit: 'Close after 3 epochs; Take profit at 1.2345 % of the capital; Stop loss at 0.00049 % of the capital; Close when funding has turned',
	});
});
