import { describe, expect, test } from 'vitest';
import { parseExactJson } from '../domain/exact-json.ts';
import { ERROR_CODES } from '../errors/codes.ts';
import { RPC_MESSAGES } from './error-map.ts';
import { findMethod, METHOD_NAMES, METHODS } from './registry.ts';

test('the methods are those of the specification, each once', () => {
	expect(METHOD_NAMES).toEqual([
		'test',
		'exchange_pair',
		'get_opportunities',
		'opportunity_detail',
		'get_opportunity_lives',
		'execute_opportunity',
		'portfolio_live',
		'close_execution',
		'check_pair_status',
		'get_execution',
		'cancel_execution',
		'update_exit',
		'continue_epoch',
		'resubmit_execute_opportunity',
		'halt_trading',
		'resume_trading',
	]);
});

test('methods that trade need the scope of trading, and the other way round', () => {
	for (const { scope, tradesMoney } of METHODS) expect(tradesMoney).toBe(scope === 'arb:trade');
});

describe.each(METHODS)('$name', (method) => {
	test('its example fits its own schemas', () => {
		const params = parseExactJson(JSON.stringify(method.example.params), 16);
		expect(method.params.safeParse(params).error?.issues).toBeUndefined();
		expect(method.result.safeParse(method.example.result).error?.issues).toBeUndefined();
	});

	test('refuses an unknown member', () => {
		const params = parseExactJson(JSON.stringify({ ...method.example.params, no_such_member: 1 }), 16);
		expect(method.params.safeParse(params).success).toBe(false);
	});

	test('is found by name', () => {
		expect(findMethod(method.name)).toBe(method);
	});
});

test('every error code has a message of the closed list', () => {
	for (const { rpcCode } of Object.values(ERROR_CODES)) expect(RPC_MESSAGES[rpcCode]).toBeTypeOf('string');
});
