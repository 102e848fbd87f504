import { expect, test } from 'vitest';
import type { ExchangeAccount, ExecutionRecord, Portfolio } from '../../../client/methods.ts';
import { PORTFOLIO_EXAMPLE } from '../../../src/api/rpc/portfolio-example.ts';
import { inOrderOfNeed, mattersOf, mattersOfExecution } from './attention.ts';

const PORTFOLIO = PORTFOLIO_EXAMPLE as unknown as Portfolio;
const [HELD] = PORTFOLIO.executions as readonly [ExecutionRecord];
const [ACCOUNT] = PORTFOLIO.accounts as readonly [Portfolio['accounts'][number]];
const QUIET = { ...ACCOUNT, margin_runway: null };

type Change = {
	readonly execution?: Partial<ExecutionRecord['execution']>;
	readonly risk?: Partial<ExecutionRecord['risk']>;
	readonly advice?: Partial<NonNullable<ExecutionRecord['advice']>>;
};

const held = ({ execution, risk, advice }: Change = {}): ExecutionRecord => ({
	...HELD,
	execution: { ...HELD.execution, ...execution },
	risk: { ...HELD.risk, ...risk },
	advice: HELD.advice === null ? null : { ...HELD.advice, ...advice },
});

const shown = (change: Partial<Portfolio> = {}) => ({
	executions: [held()],
	accounts: [QUIET],
	reasons: [],
	...change,
});

test('a healthy portfolio has no matters', () => {
	expect(mattersOf(shown(), [])).toEqual([]);
});

test.each<[string, Change, 'bad' | 'warn', RegExp]>([
	[
		'an execution that needs attention',
		{ execution: { status: 'needs_attention', status_reason: 'KuCoin reports other positions.' } },
		'bad',
		/needs your review. KuCoin reports other positions.$/,
	],
	[
		'an unhedged leg',
		{ risk: { net_delta: -0.002, unhedged_notional: 192.2 } },
		'bad',
		/0.002 BTC of the short leg is unhedged \(192.20 USD\)/,
	],
	[
		'a leg ahead during an opening',
		{ execution: { status: 'opening' }, risk: { net_delta: 0.001, unhedged_notional: 96 } },
		'warn',
		/0.001 BTC of the long leg/,
	],
	['reversed funding', { advice: { action: 'close', reason: 'It loses.' } }, 'warn', /reversed. It loses.$/],
])('%s', (_, change, look, what) => {
	const [matter, ...more] = mattersOf(shown({ executions: [held(change)] }), []);
	expect(more).toEqual([]);
	expect(matter).toMatchObject({ look, link: { href: `/executions/${HELD.execution.id}` } });
	expect(matter?.what).toMatch(what);
	expect(matter?.act).not.toBe('');
});

test('an ended execution has no matters', () => {
	expect(mattersOfExecution(held({ execution: { status: 'failed' }, risk: { net_delta: 1 } }))).toEqual([]);
});

test('lists stale, unexplained and short accounts with the reason of the service', () => {
	const matters = mattersOf(
		shown({
			accounts: [{ ...ACCOUNT, stale: true, unexplained: -12.5 }],
			reasons: [{ field: 'accounts.bybit', code: 'X', message: 'No answer within 3000 ms.' }],
		}),
		undefined,
	);
	expect(matters.map(({ key, look }) => [key, look])).toEqual([
		['bybit unexplained', 'bad'],
		['bybit stale', 'bad'],
		['bybit margin', 'warn'],
	]);
	expect(matters[0]?.what).toContain('−12.50 USD');
	expect(matters[1]?.what).toContain('No answer within 3000 ms.');
	expect(matters[2]?.what).toContain('move 400 USDT from KuCoin to Bybit');
});

test('does not report an unknown unexplained amount', () => {
	expect(mattersOf(shown({ accounts: [{ ...QUIET, unexplained: null }] }), [])).toEqual([]);
});

test('rejected keys and failed self-checks lead to the Exchanges page', () => {
	const key: ExchangeAccount = {
		id: 'acct_1',
		exchange: 'kucoin',
		user_id: 'user_1',
		trading_mode: 'live',
		label: 'main',
		is_connected: false,
		in_use: true,
		connected_at: '2026-11-20T08:00:00.000Z',
		kind: 'api_key',
		permissions: [],
		can_trade: true,
		expires_at: null,
		health: {
			status: 'needs_reconnect',
			reason: 'KuCoin answered: no such key.',
			last_ok_at: null,
			refused_at: null,
		},
		self_check: null,
		stream_silent_since: null,
	};
	const checked: ExchangeAccount = {
		...key,
		id: 'acct_2',
		health: { ...key.health, status: 'ok', reason: null },
		self_check: {
			status: 'failed',
			checked_at: null,
			retry_at: null,
			steps: [{ name: 'balance', verdict: 'failed', message: 'It has 3 USDT; 12 are needed.' }],
		},
	};
	const matters = mattersOf(shown(), [key, checked]);
	expect(matters.map(({ link }) => link?.href)).toEqual(['/connections', '/connections']);
	expect(matters[0]?.what).toContain('no such key');
	expect(matters[1]?.what).toContain('12 are needed');
});

test('sorts by attention, then newest first', () => {
	const of = (id: string, created_at: string, net_delta = 0): ExecutionRecord =>
		held({ execution: { id, created_at }, risk: { net_delta } });
	const ordered = inOrderOfNeed([
		of('old', '2026-11-20T08:00:00.000Z'),
		of('new', '2026-11-21T08:00:00.000Z'),
		of('uneven', '2026-11-19T08:00:00.000Z', 0.1),
	]);
	expect(ordered.map(({ execution }) => execution.id)).toEqual(['uneven', 'new', 'old']);
});
