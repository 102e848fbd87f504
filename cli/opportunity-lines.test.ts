import { expect, test } from 'vitest';
import type { GetOpportunitiesResult, Net, Opportunity, OpportunityDetailResult } from '../client/methods.ts';
import { OPPORTUNITY_DETAIL_EXAMPLE, OPPORTUNITY_EXAMPLE } from '../src/api/rpc/opportunity-example.ts';
import { opportunitiesLines, opportunityLines } from './opportunity-lines.ts';

const CHECK = { width: 300, paint: (text: string) => text };
const EXAMPLE = OPPORTUNITY_EXAMPLE as unknown as Opportunity;

function listOf(...nets: readonly Partial<Net>[]): GetOpportunitiesResult {
	return {
		data: nets.map((net) => ({ ...EXAMPLE, net: { ...EXAMPLE.net, ...net } })),
		pagination: {
			current_page: 1,
			per_page: 20,
			total_count: nets.length,
			total_pages: 1,
			has_next: false,
			has_previous: false,
		},
		as_of: '2026-11-20T08:00:00.000Z',
	};
}

test('states the expected net of each row with its own horizon', () => {
	const [head, ...rows] = opportunitiesLines(
		listOf(
			{ expected_net: 0.0042, horizon_hours: 720 },
			{ expected_net: -0.0011, horizon_hours: 8 },
			{ expected_net: null },
		),
		CHECK,
	);
	expect(head).toMatch(/ NET +NET APR % /);
	expect(rows[0]).toContain(' +0.42 % in 30 days ');
	expect(rows[1]).toContain(' -0.11 % in 8 hours ');
	expect(rows[2]).toMatch(/ – +10\.17 /);
});

test('names no horizon in the terms below a list, because its rows may differ', () => {
	expect(opportunitiesLines(listOf({}), CHECK).join('\n')).toContain(
		'At 1,000 USD over both legs, leverage 1.',
	);
});

test('shows the matches of each coin in a list grouped by coin, whose pages count coins', () => {
	const list = { ...listOf({}), groups: [{ coin: 'BTC', count: 4 }] };
	const [head, row, ...rest] = opportunitiesLines(list, CHECK);
	expect(head).toMatch(/^COIN +MATCHES +SYMBOL +LONG /);
	expect(row).toMatch(/^BTC +4 +BTCUSDT +kucoin /);
	expect(rest).toContain(
		'Each row is the first opportunity of its coin. MATCHES counts all of them; to list them: --coins BTC.',
	);
	expect(rest.at(-1)).toMatch(/^Page 1 of 1, 1 coins, as of /);
	expect(opportunitiesLines({ ...list, data: [], groups: [] }, CHECK)).toEqual([
		'No coins on page 1. Matches: 1; pages: 1.',
	]);
});

test('states the holding period in the detail', () => {
	const lines = opportunityLines(OPPORTUNITY_DETAIL_EXAMPLE as unknown as OpportunityDetailResult, CHECK);
	expect(lines.join('\n')).toMatch(/= expected net in 30 days +0\.8360 /);
	expect(lines.join('\n')).toContain('At 1,000 USD over both legs, held 30 days, leverage 1');
});
