/** Tests that reads of the market are one step old, and that everything else is answered at once. */
import { describe, expect, test } from 'vitest';
import { openReplayedMarket, QUIET } from '../../../test/support/replayed-market.ts';
import { lateReads, lateStart } from './late-reads.ts';

const STEP_MS = 3_600_000;

/** Answers with the method and the time of the call. */
function serviceAt(stepMs = STEP_MS) {
	let now = 0;
	const calls: string[] = [];
	const call = lateReads(
		async (method) => {
			calls.push(method);
			return `${method} at ${now}`;
		},
		() => now,
		stepMs,
	);
	return {
		calls,
		call: (at: number, method: string, params: object = {}) => {
			now = at;
			return call(method, params);
		},
	};
}

test('a read of the market has the answer of a step before', async () => {
	const { call } = serviceAt();
	const seen = [];
	for (let step = 0; step < 4; step += 1) seen.push(await call(step * STEP_MS, 'funding_map'));
	expect(seen).toEqual([
		'funding_map at 0',
		'funding_map at 0',
		`funding_map at ${STEP_MS}`,
		`funding_map at ${2 * STEP_MS}`,
	]);
});

test('a read between two steps has the newest answer that is a step old', async () => {
	const { call } = serviceAt();
	for (const at of [0, 0.4, 0.8]) await call(at * STEP_MS, 'get_opportunities');
	expect(await call(1.5 * STEP_MS, 'get_opportunities')).toBe(`get_opportunities at ${0.4 * STEP_MS}`);
});

test('reads with other params have answers of their own', async () => {
	const { call } = serviceAt();
	await call(0, 'opportunity_detail', { opportunity_id: 'a' });
	expect(await call(STEP_MS, 'opportunity_detail', { opportunity_id: 'b' })).toBe(
		`opportunity_detail at ${STEP_MS}`,
	);
	expect(await call(STEP_MS, 'opportunity_detail', { opportunity_id: 'a' })).toBe('opportunity_detail at 0');
});

test('orders, positions and accounts are answered now', async () => {
	const { call } = serviceAt();
	for (const method of ['execute_opportunity', 'close_execution', 'get_execution', 'portfolio_live']) {
		await call(0, method);
		expect(await call(STEP_MS, method)).toBe(`${method} at ${STEP_MS}`);
	}
});

test('each read still reaches the service, so that the service does the same work', async () => {
	const { call, calls } = serviceAt();
	for (let step = 0; step < 3; step += 1) await call(step * STEP_MS, 'funding_map');
	expect(calls).toHaveLength(3);
});

describe('the first read of a policy', () => {
	/** Plays a policy that reads the map `reads` times, once per step of `hours`, and notes when it was answered. */
	async function answeredAt(hours: number, reads: number, days = 8) {
		await using replay = await openReplayedMarket(QUIET, days);
		const { client } = replay.seat();
		const start = replay.clock.now();
		const late = lateStart(client, replay.clock, hours * STEP_MS);
		const answered: number[] = [];
		for (let read = 0; read < reads; read += 1) {
			await late.call('service_status');
			await late.call('funding_map', {});
			answered.push((replay.clock.now() - start) / STEP_MS);
		}
		const sent = replay.calls.filter(({ method }) => method === 'funding_map');
		return { answered, sent: sent.map(({ at }) => (at - start) / STEP_MS) };
	}

	test('is answered one step later, and asked again for the next step', async () => {
		expect(await answeredAt(1, 2)).toEqual({ answered: [1, 1], sent: [0, 1, 1] });
	});

	test('is answered later than a day if a step is longer', async () => {
		expect((await answeredAt(72, 1)).answered).toEqual([72]);
	});

	test('is answered at the end of the replay if the step is longer than that', async () => {
		const { answered } = await answeredAt(72, 1, 1);
		expect(answered[0]).toBeCloseTo(24, 1);
	});
});
