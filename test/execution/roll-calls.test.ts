/** Tests the calls that move a leg: previews, refusals, keys, owners and exit rules. */
import { describe, expect, test } from 'vitest';
import { parseDecimal as d, fromInteger } from '../../src/domain/decimal.ts';
import { agentWith } from '../support/agents.ts';
import { rolledPair } from '../support/rolls.ts';

describe('a preview of a roll', () => {
	test('shows both trades, their cost and the checks, and sends nothing', async () => {
		const { fixture, id, preview } = await rolledPair('400');
		const sent = fixture.okx.sentCount();
		const { plan, figures, checks, bounds } = await preview();
		expect(plan).toMatchObject({
			executionId: id,
			leg: 'short',
			quantity: d('10'),
			remaining: d('0'),
			children: 3,
			open: { exchange: 'okx', side: 'sell', expectedPrice: d('99.99') },
			close: { exchange: 'kucoin', side: 'buy', expectedPrice: d('100.01') },
		});
		const { open, close } = plan;
		expect(figures.cost).toBe(
			[open.fee, open.slippage, close.fee, close.slippage].reduce<bigint>(
				(sum, part) => sum + (part ?? 0n),
				0n,
			),
		);
		expect(checks.filter(({ passed }) => !passed)).toEqual([]);
		expect(checks.map(({ check }) => check)).toContain('depth_close');
		expect(bounds.children).toBe(3);
		expect(fixture.okx.sentCount()).toBe(sent);
	});

	test('binds a roll, once, and only to the same terms', async () => {
		const { preview, roll, state, pass } = await rolledPair();
		const { previewId } = await preview({ share: d('0.5') });
		await expect(roll({ previewId })).rejects.toMatchObject({ code: 'PREVIEW_MISMATCH' });
		const rolled = await roll({ previewId, share: d('0.5') });
		await pass(5_000);
		expect(state(rolled).held.short).toBe(d('5'));
		await expect(roll({ previewId, share: d('0.5') })).rejects.toMatchObject({ code: 'UNKNOWN_PREVIEW' });
	});
});

describe('a roll is refused', () => {
	test.each([
		['to an exchange of the pair', { exchange: 'kucoin' }, 'INVALID_PARAMS'],
		['to an exchange without the contract', { symbol: 'AVAXUSDT' }, 'INVALID_PARAMS'],
		['of an execution that does not exist', { executionId: 'exec_0' }, 'UNKNOWN_EXECUTION'],
		['of another user’s execution', { userId: 'user_b' }, 'UNKNOWN_EXECUTION'],
		['of an execution that another agent opened', { agent: agentWith() }, 'UNKNOWN_EXECUTION'],
		['of less than the smallest order', { share: d('0.001') }, 'BELOW_MIN_NOTIONAL'],
		['that does not pay, if the caller asks for that', { onlyIfPays: true }, 'NO_TRADE'],
	] as const)('%s', async (_what, change, code) => {
		const { fixture, roll } = await rolledPair();
		const sent = fixture.okx.sentCount();
		await expect(roll(change)).rejects.toMatchObject({ code });
		expect(fixture.okx.sentCount()).toBe(sent);
	});

	test('while another one moves a leg of the same pair', async () => {
		const { roll, pass, state } = await rolledPair('400');
		const rolled = await roll();
		await expect(roll()).rejects.toMatchObject({ code: 'NOT_ROLLABLE' });
		await pass(10_000);
		expect(state(rolled).phase).toBe('running');
	});

	test('if a reduction ends meanwhile and leaves less than it would move', async () => {
		const { fixture, id, roll, state } = await rolledPair();
		fixture.okx.delayPreparation(1_000);
		const rolled = expect(roll()).rejects.toMatchObject({
			code: 'NOT_ROLLABLE',
			message: expect.stringMatching(/was reduced meanwhile: it holds 3 SOL a leg, .* would move 10\./),
		});
		const closed = await fixture.settled(
			fixture.orderService.close({
				userId: 'user_a',
				agent: undefined,
				executionId: id,
				share: d('0.7'),
				maxSlippageBps: undefined,
			}),
		);
		expect(closed.status).toBe('running');
		await rolled;
		expect(state(id).held).toEqual({ long: d('3'), short: d('3') });
		expect(fixture.okx.sentCount()).toBe(0);
	});

	test('without margin at the new exchange', async () => {
		const { fixture, roll, pass } = await rolledPair();
		fixture.okx.setAvailable(fromInteger(10));
		// The cached account is good enough to accept a call, so its next read comes first.
		await pass(35_000);
		await expect(roll()).rejects.toMatchObject({ code: 'INSUFFICIENT_MARGIN' });
	});

	test('while a kill switch covers the new exchange, but not the old one', async () => {
		const { fixture, roll, pass, state } = await rolledPair();
		const halt = (venue: string) =>
			fixture.settled(
				fixture.switches.halt({
					target: { scope: 'exchange', venue },
					reason: null,
					by: 'operator',
					closeAll: false,
				}),
			);
		await halt('okx');
		await expect(roll()).rejects.toMatchObject({ code: 'TRADING_HALTED' });
		await fixture.settled(fixture.switches.resume({ scope: 'exchange', venue: 'okx' }));
		await halt('kucoin');
		const rolled = await roll();
		await pass(5_000);
		expect(state(rolled).phase).toBe('running');
	});
});

describe('the pair after', () => {
	test('keeps the exit rules, and counts their hours from the opening of the pair before', async () => {
		const { id, roll, pass, state } = await rolledPair('2000', {
			exit: { maxHours: d('0.1'), closeOnReversal: false },
		});
		const openedAt = state(id).openedAt;
		const rolled = await roll();
		expect(state(rolled).exit).toEqual(state(id).exit);
		expect(state(rolled).plan.rolls?.heldFrom).toBe(openedAt);
		await pass(300_000);
		expect(state(rolled).phase).toBe('running');
		await pass(40_000);
		expect(state(rolled).phase).toBe('closed');
	});

	test('answers the same key with the same execution', async () => {
		const { roll } = await rolledPair();
		const [first, second] = await Promise.all([
			roll({ idempotencyKey: 'key' }),
			roll({ idempotencyKey: 'key' }),
		]);
		expect(second).toBe(first);
		await expect(roll({ idempotencyKey: 'key', share: d('0.5') })).rejects.toMatchObject({
			code: 'IDEMPOTENCY_CONFLICT',
		});
	});

	test('is named in the record of the pair before, and names it', async () => {
		const { fixture, id, roll, pass } = await rolledPair();
		const rolled = await roll();
		await pass(5_000);
		const { executions } = await fixture.settled(
			fixture.portfolio.live({
				userId: 'user_a',
				executionId: undefined,
				includeClosed: true,
				page: 1,
				limit: 10,
			}),
		);
		const links = executions.map(({ execution: one }) => [one.id, one.rolledFrom, one.rolledTo]);
		expect(links).toEqual(
			expect.arrayContaining([
				[id, null, rolled],
				[rolled, id, null],
			]),
		);
	});

	test('can move on, and leaves the first exchange for good', async () => {
		const { fixture, roll, pass, state } = await rolledPair();
		const first = await roll();
		await pass(5_000);
		const second = await roll({ executionId: first, leg: 'long', exchange: 'kucoin' });
		await pass(5_000);
		expect(state(first).phase).toBe('closed');
		expect(state(second)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(0n);
		expect(fixture.kucoin.positionOf('SOLUSDTM')).toBe(d('10'));
	});
});
