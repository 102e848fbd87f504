import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ERROR_CODES } from '../../domain/codes.ts';
import { parseExactJson } from '../../domain/exact-json.ts';
import { RPC_MESSAGES } from '../rpc/error-map.ts';
import { SECRET_PARAMS } from '../rpc/param-errors.ts';
import { findMethod, METHOD_NAMES, METHODS } from './registry.ts';

test('the registry has each method of the specification once', () => {
	expect(METHOD_NAMES).toEqual([
		'test',
		'service_status',
		'exchange_pair',
		'get_opportunities',
		'opportunity_detail',
		'opportunity_history',
		'get_daily_spreads',
		'get_opportunity_lives',
		'funding_map',
		'funding_history',
		'plan_portfolio',
		'execute_opportunity',
		'portfolio_live',
		'portfolio_live_v2',
		'close_execution',
		'roll_leg',
		'check_pair_status',
		'get_execution',
		'get_executed_opportunity',
		'portfolio_history',
		'execution_history',
		'export_ledger',
		'what_if',
		'cancel_execution',
		'update_exit',
		'continue_epoch',
		'resubmit_execute_opportunity',
		'halt_trading',
		'resume_trading',
		'list_agents',
		'create_agent',
		'update_agent',
		'rotate_agent_key',
		'stop_agent',
		'account_exchange_pair',
		'connect_exchange',
		'check_exchange_account',
		'use_exchange_account',
		'set_own_transfers',
		'disconnect_exchange',
		'list_exchanges',
		'open_simulated_accounts',
		'list_tokens',
		'create_token',
		'rotate_token',
		'revoke_token',
		'revoke_application',
		'get_account',
		'get_preferences',
		'set_preferences',
		'list_audit',
		'list_alerts',
		'list_alert_targets',
		'add_alert_target',
		'remove_alert_target',
		'test_alert_target',
		'update_alert_target',
		'send_alert_code',
		'confirm_alert_target',
		'list_alert_rules',
		'add_alert_rule',
		'update_alert_rule',
		'remove_alert_rule',
		'get_alert_settings',
		'set_quiet_hours',
		'remove_quiet_hours',
		'set_heartbeat',
		'remove_heartbeat',
		'list_chats',
		'create_chat_code',
		'unlink_chat',
		'replay_start',
		'replay_status',
		'replay_result',
		'replay_cancel',
		'autopilot_start',
		'autopilot_status',
		'autopilot_change',
		'autopilot_pause',
		'autopilot_confirm',
		'autopilot_decline',
		'autopilot_stop',
		'rpc.discover',
	]);
});

test('exactly the trading methods need the scope arb:trade or exchange:connect', () => {
	for (const { scope, tradesMoney } of METHODS)
		expect(tradesMoney).toBe(scope === 'arb:trade' || scope === 'exchange:connect');
});

test('every secret param is listed in SECRET_PARAMS', () => {
	const secret = METHODS.flatMap(({ params }) => {
		const { properties = {} } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' });
		return Object.entries(properties).flatMap(([name, member]) =>
			typeof member === 'object' && member.writeOnly === true ? [name] : [],
		);
	});
	expect(secret).toContain('api_secret');
	expect(secret.filter((name) => !SECRET_PARAMS.has(name))).toEqual([]);
});

describe.each(METHODS)('$name', (method) => {
	test('the example fits the schemas', () => {
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

test('every JSON-RPC code has a standard message', () => {
	for (const { rpcCode } of Object.values(ERROR_CODES)) expect(RPC_MESSAGES[rpcCode]).toBeTypeOf('string');
});
