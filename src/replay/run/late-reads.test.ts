/** Tests that reads of the market are one step old, and that everything else is answered at once. */
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { lateReads } from './late-reads.ts';

const STEP_MS = 3_600_000;

/** Answers with the method and the time of the call. */
function serviceAt(stepMs = STEP_MS) {
	const clock = createVirtualClock(0);
	const calls: string[] = [];
	const call = lateReads(
		async (method) => {
			calls.push(method);
			return `${method} at ${clock.now()}`;
		},
		clock,
		stepMs,
	);
	return {
		calls,
		now: clock.now,
		/** Calls at a time, or now if that has passed. Time passes until the call is answered. */
		async call(at: number, method: string, params: object = {}) {
			clock.leap(at);
			let isDone = false;
			const answer = call(method, params).finally(() => {
				isDone = true;
			});
			while (!isDone && (await clock.advance(Number.MAX_SAFE_INTEGER)));
			return answer;
		},
	};
}

test('a read of the market has the answer of a step before', async () => {
	const { call } = serviceAt();
	const seen = [];
	for (const step of [0, 1, 2, 3]) seen.push(await call(step * STEP_MS, 'funding_map'));
	expect(seen).toEqual([
		'funding_map at 0',
		'funding_map at 0',
		`funding_map at ${STEP_MS}`,
		`funding_map at ${2 * STEP_MS}`,
	]);
});

test('the first read is answered one step later', async () => {
	const { call, now } = serviceAt();
	expect(await call(0, 'funding_map')).toBe('funding_map at 0');
	expect(now()).toBe(STEP_MS);
	await call(STEP_MS, 'get_opportunities');
	expect(now()).toBe(STEP_MS);
});

test('a read between two steps has the newest answer that is a step old', async () => {
	const { call } = serviceAt();
	for (const at of [0, 1.4, 1.8]) await call(at * STEP_MS, 'get_opportunities');
	expect(await call(2.5 * STEP_MS, 'get_opportunities')).toBe(`get_opportunities at ${1.4 * STEP_MS}`);
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
