/** Tests the paper users of a replay: what they may do, and how their refused calls are counted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasetOf, QUIET, REPLAY_FROM } from '../../../test/support/replayed-market.ts';
import { openTestPlay } from '../../../test/support/replayed-service.ts';
import { ask, type SeatAccess } from './seats.ts';

let play: Awaited<ReturnType<typeof openTestPlay>>;
let seat: SeatAccess;

beforeAll(async () => {
	play = await openTestPlay(datasetOf(QUIET), REPLAY_FROM + 60_000, { users: 2 });
	seat = play.seats[0] as SeatAccess;
});

afterAll(() => play?.close());

const call = (method: string, params: object) => play.time.during(seat.call(method, params));

describe('a seat', () => {
	test('is a user of its own with the deposits of its paper accounts', async () => {
		const ids = new Set(play.seats.map(({ userId }) => userId));
		expect(ids.size).toBe(2);
		for (const one of play.seats) {
			const { accounts } = await play.time.during(ask(one, 'portfolio_live', {}));
			expect(accounts.map(({ exchange, equity }) => [exchange, equity])).toEqual([
				['bybit', 100_000],
				['hyperliquid', 100_000],
			]);
		}
	});

	test('may not change anything but its own trades', async () => {
		const { error } = JSON.parse(await call('create_token', { name: 'other', scopes: ['arb:admin'] }));
		expect(error.data.code).toMatch(/FORBIDDEN|METHOD_NOT_FOUND|UNAUTHORIZED/);
	});

	test('counts its refusals by code, with the first sentence and its time', async () => {
		const before = play.refusals().reduce((sum, { count }) => sum + count, 0);
		for (const id of ['a', 'b']) await call('get_execution', { execution_id: `exec_${id}` });
		await call('funding_map', {});
		const all = play.refusals();
		expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(before + 2);
		const unknown = all.find(({ code }) => code === 'UNKNOWN_EXECUTION');
		expect(unknown).toMatchObject({ count: 2, firstAt: play.now() });
		expect(unknown?.sentence).toContain('exec_a');
	});

	test('fails for a refused read that no policy can cause', async () => {
		await expect(play.time.during(ask(seat, 'get_execution', { execution_id: 'exec_none' }))).rejects.toThrow(
			'The replayed service refused get_execution',
		);
	});
});
