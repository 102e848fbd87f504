import { describe, expect, test } from 'vitest';
import {
	changedRules,
	NO_RULES,
	NUMBER_RULES,
	ruleFaults,
	rulesToOpen,
	ruleText,
	standingRules,
	typedRules,
} from './exit-rules.ts';

describe('exit rules as they are typed', () => {
	test('what is empty is no rule, and an opening leaves it out', () => {
		expect(rulesToOpen(typedRules(NO_RULES))).toEqual({ close_on_reversal: true });
		expect(rulesToOpen({ ...typedRules(NO_RULES), max_hours: '1,000' })).toEqual({
			max_hours: 1000,
			close_on_reversal: true,
		});
	});

	test('a change names only what differs, and null for a rule that is taken away', () => {
		const was = { ...NO_RULES, max_epochs: 3, stop_loss_pct: 2 };
		expect(changedRules(was, typedRules(was))).toEqual({});
		expect(changedRules(was, { ...typedRules(was), max_epochs: '', take_profit_pct: '1.5' })).toEqual({
			max_epochs: null,
			take_profit_pct: 1.5,
		});
		expect(changedRules(was, { ...typedRules(was), close_on_reversal: false })).toEqual({
			close_on_reversal: false,
		});
	});

	test('each is one line with its unit, of one or of many', () => {
		expect(NUMBER_RULES.map((rule) => ruleText(rule, 1))).toEqual([
			'Close after 1 hour',
			'Close after 1 epoch',
			'Take profit at 1 % of the capital',
			'Stop loss at 1 % of the capital',
			'Close nearer to liquidation than 1 % of the mark price',
		]);
		expect(NUMBER_RULES.map((rule) => ruleText(rule, 1_200)).slice(0, 2)).toEqual([
			'Close after 1,200 hours',
			'Close after 1,200 epochs',
		]);
	});

	test('what is outside its bounds, no number or no whole one is said with its limit', () => {
		const typed = {
			...typedRules(NO_RULES),
			max_hours: '0',
			max_epochs: '1.5',
			take_profit_pct: '1,25',
			stop_loss_pct: 'two',
		};
		expect(ruleFaults(typed).map(({ text }) => text)).toEqual([
			'Close after: must be above 0 to 87,600 hours, or empty.',
			'Close after: must be a whole number from 1 to 100,000 epochs, or empty.',
			'Use a point: 1.25',
			'Not a number: “two”. Write it as 1234.5 or 1,234.5.',
		]);
	});

	test('rules in force are a line each, those of an opening too, where most are left out', () => {
		expect(standingRules({ ...NO_RULES, max_hours: 24 })).toEqual([
			'Close after 24 hours',
			'Close when funding has turned',
		]);
		expect(standingRules({ stop_loss_pct: 2, close_on_reversal: false })).toEqual([
			'Stop loss at 2 % of the capital',
		]);
	});
});
