import { describe, expect, test } from 'vitest';
import { setReaderFormat } from '../figures/reader-format.ts';
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

describe('exit rules of a form', () => {
	test('an opening leaves out empty fields', () => {
		expect(rulesToOpen(typedRules(NO_RULES))).toEqual({ close_on_reversal: true });
		expect(rulesToOpen({ ...typedRules(NO_RULES), max_hours: '1,000' })).toEqual({
			max_hours: 1000,
			close_on_reversal: true,
		});
	});

	test('a change holds only differences, and null for a removed rule', () => {
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

	test('fields show a rule in the format in which they read it', () => {
		setReaderFormat('comma', 'local');
		try {
			const typed = typedRules({ ...NO_RULES, take_profit_pct: 1.125 });
			expect(typed.take_profit_pct).toBe('1,125');
			expect(rulesToOpen(typed)).toEqual({ take_profit_pct: 1.125, close_on_reversal: true });
		} finally {
			setReaderFormat('point', 'local');
		}
	});

	test('each rule is one line with its unit in singular or plural', () => {
		expect(NUMBER_RULES.map((rule) => ruleText(rule, 1))).toEqual([
			'Close after 1 hour',
			'Close after 1 funding interval',
			'Take profit at 1 % of capital',
			'Stop loss at 1 % of capital',
			'Close within 1 % of liquidation',
			'Close below a funding spread of 1 % a year',
			'Close below an expected net of 1 % a year',
		]);
		expect(NUMBER_RULES.map((rule) => ruleText(rule, 1_200)).slice(0, 2)).toEqual([
			'Close after 1,200 hours',
			'Close after 1,200 funding intervals',
		]);
	});

	test('an invalid field has a sentence with its bounds', () => {
		const typed = {
			...typedRules(NO_RULES),
			max_hours: '0',
			max_epochs: '1.5',
			take_profit_pct: '1,25',
			stop_loss_pct: 'two',
		};
		expect(ruleFaults(typed).map(({ text }) => text)).toEqual([
			'Close after: enter a number above 0 and up to 87,600 hours, or leave it empty.',
			'Close after: enter a whole number from 1 to 100,000 funding intervals, or leave it empty.',
			'Use a decimal point: 1.25',
			'Not a number: “two”. Write it as 1234.5 or 1,234.5.',
		]);
	});

	test('active rules are one line each, also from a partial set', () => {
		expect(standingRules({ ...NO_RULES, max_hours: 24 })).toEqual([
			'Close after 24 hours',
			'Close when funding reverses',
		]);
		expect(standingRules({ stop_loss_pct: 2, close_on_reversal: false })).toEqual([
			'Stop loss at 2 % of capital',
		]);
	});
});
