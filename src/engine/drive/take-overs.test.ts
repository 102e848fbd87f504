import { describe, expect, test } from 'vitest';
import { createTakeOvers, type TakeOverOutcome } from './take-overs.ts';

const TO = 'exec_after';

describe('a request of a roll', () => {
	test('is resolved once, by its own result', async () => {
		const requests = createTakeOvers();
		const { request, outcome } = requests.begin(TO);
		expect(requests.isWaiting({ to: TO, request })).toBe(true);
		requests.finish({ to: TO, request }, 'taken');
		requests.finish({ to: TO, request }, 'refused');
		expect(await outcome).toBe('taken');
		expect(requests.isWaiting({ to: TO, request })).toBe(false);
	});

	test('is not resolved by the late result of an earlier one', async () => {
		const requests = createTakeOvers();
		const first = requests.begin(TO);
		const second = requests.begin(TO);
		requests.finish({ to: TO, request: first.request }, 'refused');
		expect(requests.isWaiting({ to: TO, request: first.request })).toBe(false);
		expect(requests.isWaiting({ to: TO, request: second.request })).toBe(true);
		requests.finish({ to: TO, request: second.request }, 'taken');
		expect(await second.outcome).toBe('taken');
	});
});

describe('a roll', () => {
	const kinds = (outcome: TakeOverOutcome, requests = createTakeOvers()): unknown =>
		requests.inputsAfter(TO, outcome)?.map(({ kind }) => kind);

	test.each([
		['continues with what it took', 'taken', ['tick']],
		['reduces its new leg after a refusal', 'refused', ['rollRefused']],
		['asks again while something is unknown', 'later', undefined],
		['asks again while the journal refuses writes', 'unwritten', undefined],
	] as const)('%s', (_what, outcome, expected) => {
		expect(kinds(outcome)).toEqual(expected);
	});

	test('stops asking after ten broken requests in a row, and calls the user', () => {
		const requests = createTakeOvers();
		const ask = (outcome: TakeOverOutcome) => kinds(outcome, requests);
		const nine = Array.from({ length: 9 }, () => ask('broken'));
		expect(nine).toEqual(Array.from({ length: 9 }, () => undefined));
		ask('unwritten');
		expect(Array.from({ length: 9 }, () => ask('broken')).every((one) => one === undefined)).toBe(true);
		expect(ask('broken')).toEqual(['rollRefused', 'attention']);
		expect(ask('broken')).toBeUndefined();
	});
});
