import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../domain/decimal.ts';
import type { AlertRule } from '../ports/alert-rules.ts';
import { thresholdFinding } from './threshold-findings.ts';

const rule = (change: Partial<AlertRule> = {}): AlertRule => ({
	ruleId: 'rule_1',
	userId: 'user_a',
	name: 'ETH is hot',
	kind: 'funding_rate',
	coin: 'ETH',
	exchange: null,
	exchangepair: null,
	executionId: null,
	direction: 'above',
	limit: parseDecimal('20'),
	hysteresis: parseDecimal('2'),
	cooldownMs: 60_000,
	isEnabled: true,
	createdAt: 0,
	firedAt: null,
	...change,
});
const found = (value: string) => ({
	value: parseDecimal(value),
	exchange: 'bybit',
	exchangepair: null,
	executionId: null,
	subject: 'ETH on Bybit',
});

test('begins beyond the limit, not at it', () => {
	expect(thresholdFinding(rule(), found('20'), undefined, 0)).toBeUndefined();
	expect(thresholdFinding(rule(), found('20.001'), undefined, 0)).toMatchObject({
		is: 'active',
		severity: 'warning',
		message: {
			text: 'ETH is hot: the funding rate of ETH on Bybit is 20.001 % a year (limit: above 20 % a year).',
		},
		exchange: 'bybit',
		facts: { ruleId: 'rule_1', ruleKind: 'funding_rate', coin: 'ETH', figure: 20.001, limit: 20, unit: '%' },
	});
});

test('ends only when the figure is back by the hysteresis and the cooldown has passed', () => {
	expect(thresholdFinding(rule(), found('18.1'), 0, 60_000)).toBeUndefined();
	expect(thresholdFinding(rule(), found('18'), 0, 59_999)).toBeUndefined();
	expect(thresholdFinding(rule(), found('18'), 0, 60_000)).toMatchObject({
		is: 'over',
		message: {
			text: 'ETH is hot: the funding rate of ETH on Bybit is back at 18 % a year (limit: above 20 % a year).',
		},
	});
	expect(thresholdFinding(rule(), found('25'), 0, 60_000)).toBeUndefined();
});

describe('below', () => {
	const loss = rule({
		kind: 'execution_net',
		direction: 'below',
		limit: parseDecimal('-50'),
		hysteresis: parseDecimal('5'),
	});
	test('compares money in the other direction', () => {
		expect(thresholdFinding(loss, found('-50'), undefined, 0)).toBeUndefined();
		expect(thresholdFinding(loss, found('-50.5'), undefined, 0)).toMatchObject({
			is: 'active',
			message: { text: expect.stringContaining('-50.50 USD (limit: below -50.00 USD)') },
			facts: { unit: 'USD', direction: 'below' },
		});
		expect(thresholdFinding(loss, found('-45.5'), 0, 60_000)).toBeUndefined();
		expect(thresholdFinding(loss, found('-45'), 0, 60_000)).toMatchObject({ is: 'over' });
	});
	test('is critical for the distance to liquidation', () => {
		const margin = rule({ kind: 'margin_distance', direction: 'below', limit: parseDecimal('10') });
		expect(thresholdFinding(margin, found('9'), undefined, 0)).toMatchObject({ severity: 'critical' });
	});
});
