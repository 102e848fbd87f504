import { describe, expect, test } from 'vitest';
import { agentFaults, agentParams, capTexts, typedAgent, typedKeys } from './agent-wish.ts';

const CAPS = {
	amount_max: 1_500,
	open_amount_max: 12_000.5,
	pairs: ['bybit-kucoin'],
	executions_per_day: 1,
	must_be_trade: true,
};
const AGENT = {
	agent_id: 'agent_1',
	name: 'night watch',
	scopes: ['arb:read'],
	caps: CAPS,
	credential: 'key',
	requires_dpop: false,
	created_at: '2026-11-20T08:00:00.000Z',
	last_used_at: null,
	stopped_at: null,
} as const;

describe('the form of an agent', () => {
	test('shows and sends an existing agent unchanged', () => {
		const typed = typedAgent(AGENT);
		expect(typed).toMatchObject({
			amount_max: '1,500',
			open_amount_max: '12,000.5',
			executions_per_day: '1',
		});
		expect(agentFaults(typed)).toEqual({});
		expect(agentParams(typed)).toEqual({ name: 'night watch', scopes: ['arb:read'], caps: CAPS });
	});

	test('starts with every scope and no cap', () => {
		expect(agentParams({ ...typedAgent(), name: ' x ' })).toEqual({
			name: 'x',
			scopes: ['arb:read', 'arb:trade'],
			caps: {
				amount_max: null,
				open_amount_max: null,
				executions_per_day: null,
				pairs: null,
				must_be_trade: false,
			},
		});
	});

	test('has one sentence per invalid field', () => {
		const typed = {
			...typedAgent(),
			name: '  ',
			scopes: [],
			amount_max: 'a lot',
			open_amount_max: '-5',
			executions_per_day: '1.5',
		};
		expect(agentFaults(typed)).toEqual({
			name: 'Enter a name.',
			scopes: 'Tick at least one permission.',
			'caps.amount_max': 'Not a number: “a lot”. Write it as 1234.5 or 1,234.5.',
			'caps.open_amount_max': 'Enter an amount above 0, up to 1,000,000,000 USD, or leave it empty.',
			'caps.executions_per_day': 'Enter a whole number from 0 to 100,000, or leave it empty.',
		});
	});
});

test('writes caps with their units', () => {
	expect(capTexts(CAPS)).toEqual([
		'1,500 USD per position',
		'12,000.5 USD open at once',
		'1 position per day',
		'only bybit-kucoin',
		'only the verdict Trade',
	]);
	const none = { amount_max: null, open_amount_max: null, pairs: null, executions_per_day: null };
	expect(capTexts({ ...none, must_be_trade: false })).toEqual([]);
});

test.each([
	['{"kty":"EC"}', [{ kty: 'EC' }]],
	['{"keys":[{"kty":"EC"},{"kty":"OKP"}]}', [{ kty: 'EC' }, { kty: 'OKP' }]],
	['{"keys":[]}', undefined],
	['"x"', undefined],
	['{', undefined],
	['', undefined],
	['null', undefined],
])('reads JSON Web Keys from %j', (text, keys) => {
	expect(typedKeys(text)).toEqual(keys);
});
