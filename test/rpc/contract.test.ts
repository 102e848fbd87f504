/**
 * Checks section 4 of the API specification as a table of every param, record field and default that a program may
 * rely on. Within a version, the published document may add to the specification but never removes or renames
 * anything.
 */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type JsonSchema, schemaRows } from '../../scripts/schema-rows.ts';
import { findMethod } from '../../src/api/methods/registry.ts';

type Entry = {
	readonly scope: 'public' | 'arb:read' | 'arb:trade';
	/** Params: `name!` is required, `name=value` has a default. */
	readonly params: string;
	/** Fields of the result. The path of a field in an array entry begins with `[].`. */
	readonly result: string;
};

const IDENTITY =
	'opportunity_id pair_uid symbol base long_symbol short_symbol long_quote short_quote exchangepair venues long_venue short_venue direction';
const FUNDING_AS_SHOWN =
	'long_rate short_rate long_interval_hours short_interval_hours long_next_funding_timestamp short_next_funding_timestamp next_funding_timestamp epoch_hours spread funding_delta apr chosen_per_epoch';
const NET = `net ${under(
	'net',
	`amount horizon_hours leverage expected_carry carry_sd cost ${under('cost', 'entry_fees exit_fees entry_slippage exit_slippage basis total')} expected_net net_apr net_apr_on_capital probability_positive reversal_probability break_even_hours best_horizon_hours verdict reasons model ${under('model', 'basis observations calibrated')}`,
)}`;
const OPPORTUNITY = `${IDENTITY} ${FUNDING_AS_SHOWN} ${NET} long_price short_price price_basis max_amount min_amount volume_24h liquidity_score risk_score anomaly_direction anomaly_reason guards updated_at age_ms expires_at reasons`;
const PAGINATION = `pagination ${under('pagination', 'current_page per_page total_count total_pages has_next has_previous')}`;
const POSITION =
	'exchange symbol side size entry_price mark_price liquidation_price leverage margin unrealized_pnl unrealized_pnl_pct';
const EXECUTION = [
	'execution',
	under(
		'execution',
		'id user_id opportunity_id job_id symbol pair long_exchange short_exchange input_amount filled_amount leverage long_size short_size long_entry_price short_entry_price avg_entry_price status status_reason mode created_at updated_at closed_at',
	),
	under('long_position', POSITION),
	under('short_position', POSITION),
	under(
		'pnl',
		'unrealized_pnl realized_pnl total_pnl total_pnl_pct long_pnl short_pnl price_pnl funding_pnl fee_cost slippage_cost',
	),
	under('funding', 'total_received total_paid net_funding long_funding short_funding funding_events'),
	under('funding.funding_events[]', 'timestamp exchange symbol amount rate'),
	under(
		'risk',
		'net_delta unhedged_notional liquidation_distance_pct expected_remaining_carry reconciled_at',
	),
	'advice',
	under('advice', 'action month_mean_apr expected_carry_30d close_below reason'),
	'reasons',
].join(' ');
const PORTFOLIO: Entry = {
	scope: 'arb:read',
	params: 'execution_id include_closed=false page=1 limit=20',
	result: [
		under('executions[]', EXECUTION),
		under(
			'summary',
			'total_executions running_executions total_invested total_unrealized_pnl total_realized_pnl total_funding_received total_funding_paid weighted_roi daily_roi',
		),
		under('accounts[]', 'exchange connected equity available margin_used updated_at stale unexplained'),
		PAGINATION,
	].join(' '),
};
const ACCEPTED = 'success job_id execution_id status mode message estimated_entry_time warnings';
const EXIT =
	'max_hours max_epochs take_profit_pct stop_loss_pct close_on_reversal min_liquidation_distance_pct';
const TERMS = 'amount=1000 horizon_hours leverage=1 mode=single-direct';

const CONTRACT: Readonly<Record<string, Entry>> = {
	test: { scope: 'public', params: '', result: 'status service version time uptime_seconds' },
	exchange_pair: {
		scope: 'public',
		params: '',
		result: under(
			'[]',
			'exchangepair exchanges active reason symbols opportunities tradable_opportunities best_apr best_net_apr updated_at',
		),
	},
	get_opportunities: {
		scope: 'public',
		params: `exchangepair limit=20 page=1 sortby=spread q ${TERMS} verdict max_min_amount tradable_only=false`,
		result: `${under('data[]', OPPORTUNITY)} ${PAGINATION} as_of`,
	},
	opportunity_detail: {
		scope: 'public',
		params: `opportunity_id! ${TERMS}`,
		result: [
			OPPORTUNITY,
			'cash long_mark_price short_mark_price long_index_price short_index_price long_24h_volume short_24h_volume long_open_interest short_open_interest avg_spread_24h avg_spread_7d avg_spread_30d spread_sd_7d spread_sd_30d spread_stability basis_mean basis_sd basis_observed_hours basis_history track_record funding_history carry_history settlements cost_curve books score_components',
			under(
				'cash',
				'quantity leg_notional expected_carry entry_fees exit_fees entry_slippage exit_slippage basis total expected_net',
			),
			under('funding_history[]', 'timestamp long_rate short_rate spread'),
			under('carry_history[]', 'timestamp spread cumulative_carry'),
			under('basis_history[]', 'timestamp basis'),
			under('settlements[]', 'timestamp exchange expected_rate expected_cash'),
			under('cost_curve[]', 'amount entry_slippage exit_slippage expected_net'),
			under('books', 'long short'),
		].join(' '),
	},
	execute_opportunity: {
		scope: 'arb:trade',
		params: `opportunity_id! amount! mode=auto leverage=1 max_slippage_bps min_net_apr only_if_trade=false exit ${under('exit', EXIT)} idempotency_key preview=false preview_id`,
		result: `${ACCEPTED} ${under('warnings[]', 'code message')} preview preview_id expires_at plan costs checks bounds`,
	},
	portfolio_live: PORTFOLIO,
	portfolio_live_v2: PORTFOLIO,
	close_execution: {
		scope: 'arb:trade',
		params: 'execution_id! max_slippage_bps share=1',
		result: 'success execution_id status message final_pnl final_roi_pct total_funding duration_hours',
	},
	check_pair_status: {
		scope: 'arb:read',
		params: 'exchangepair symbol pair exchange',
		result: `exchangepair symbol active is_active reason exchanges ${under('exchanges[]', 'exchange connected market_data trading data_age_ms')} executions ${under('advice[]', 'execution_id action reason')} updated_at`,
	},
	account_exchange_pair: {
		scope: 'arb:read',
		params: '',
		result: under('[]', 'id exchange user_id is_connected connected_at kind permissions expires_at'),
	},
	get_execution: {
		scope: 'arb:read',
		params: 'execution_id!',
		result: `${EXECUTION} events ${under('events[]', 'seq recorded_at type data')}`,
	},
	get_executed_opportunity: {
		scope: 'arb:read',
		params: 'pair! exchange!',
		result: under('executions[]', EXECUTION),
	},
	resubmit_execute_opportunity: { scope: 'arb:trade', params: 'job_id!', result: ACCEPTED },
	update_exit: {
		scope: 'arb:trade',
		params: `execution_id! exit! ${under('exit', EXIT)}`,
		result: 'success execution_id status exit',
	},
	cancel_execution: { scope: 'arb:trade', params: 'execution_id!', result: 'success execution_id status' },
	continue_epoch: { scope: 'arb:trade', params: 'execution_id!', result: 'success execution_id status exit' },
	halt_trading: { scope: 'arb:trade', params: 'close_all=false', result: 'success' },
	resume_trading: { scope: 'arb:trade', params: '', result: 'success' },
};

/**
 * The specification's closed lists of values, each with its method and its param or field, in the order of the
 * specification.
 */
const LISTS: readonly (readonly [method: string, path: string, values: string])[] = [
	[
		'get_opportunities',
		'sortby',
		'spread apr net_apr funding_delta epoch_hours break_even_hours reversal_probability risk_score liquidity_score max_amount min_amount volume next_funding_time symbol',
	],
	['execute_opportunity', 'mode', 'auto grid single-direct single-delay'],
	['get_opportunities', 'data[].net.verdict', 'trade no_trade unknown'],
	['get_opportunities', 'data[].net.model.basis', 'own_history pooled_prior'],
	[
		'portfolio_live',
		'executions[].execution.status',
		'queued opening running closing closed failed needs_attention',
	],
	['check_pair_status', 'exchanges[].market_data', 'fresh stale down'],
	['check_pair_status', 'exchanges[].trading', 'enabled halted'],
	['account_exchange_pair', '[].kind', 'oauth api_key'],
];

function under(prefix: string, members: string): string {
	return members
		.split(' ')
		.map((member) => `${prefix}.${member}`)
		.join(' ');
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
	return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

function paramRows(name: string) {
	const method = findMethod(name);
	return method === undefined ? [] : schemaRows(schemaOf(method.params, 'input'));
}

/** Returns the fields of all variants of the result. */
function resultRows(name: string) {
	const method = findMethod(name);
	if (method === undefined) return [];
	const schema = schemaOf(method.result, 'output');
	return (schema.anyOf ?? [schema]).flatMap((form) => schemaRows(form));
}

describe.each(Object.entries(CONTRACT))('%s', (name, { scope, params, result }) => {
	test('has the scope of the contract', () => {
		expect(findMethod(name)?.scope).toBe(scope);
	});

	test('takes every param, required and by default as written', () => {
		const written = paramRows(name).map(({ path, required, schema }) =>
			[path, required ? '!' : schema.default === undefined ? '' : `=${String(schema.default)}`].join(''),
		);
		const wanted = params === '' ? [] : params.split(' ');
		expect(wanted.filter((param) => !written.includes(param))).toEqual([]);
		// No param outside the specification may be required.
		const required = written.filter((param) => param.endsWith('!'));
		expect(required.filter((param) => !wanted.includes(param))).toEqual([]);
	});

	test('returns every member', () => {
		const written = new Set(resultRows(name).map(({ path }) => path));
		const missing = result.split(' ').filter((member) => !written.has(member));
		expect(missing).toEqual([]);
	});
});

test.each(LISTS)('%s: %s is one of %s', (name, path, values) => {
	const row = [...paramRows(name), ...resultRows(name)].find((candidate) => candidate.path === path);
	expect(row?.schema.enum).toEqual(values.split(' '));
});

test('portfolio_live_v2 is portfolio_live', () => {
	const { name: _v2, summary: _said, ...second } = findMethod('portfolio_live_v2') ?? {};
	const { name: _v1, summary: _other, ...first } = findMethod('portfolio_live') ?? {};
	expect(second).toEqual(first);
});
