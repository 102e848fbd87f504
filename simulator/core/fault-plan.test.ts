import { describe, expect, test } from 'vitest';
import { createFaultPlan, readFault } from './fault-plan.ts';
import { FieldError } from './json-fields.ts';
import { createStreamFaults } from './stream-faults.ts';

describe('the fault plan', () => {
	test('applies an entry to matching requests for its count, after the skipped ones', () => {
		const plan = createFaultPlan();
		const fault = plan.add({
			operation: 'order.create',
			symbol: 'AAAUSDT',
			skip: 1,
			count: 2,
			action: { kind: 'dropRequest' },
		});
		const take = (operation: string, symbol?: string) => plan.take(operation, symbol)?.id;
		expect(take('order.create', 'BBBUSDT')).toBeUndefined();
		expect(take('order.query', 'AAAUSDT')).toBeUndefined();
		expect(take('order.create')).toBeUndefined();
		expect(Array.from({ length: 5 }, () => take('order.create', 'AAAUSDT'))).toEqual([
			undefined,
			fault.id,
			fault.id,
			undefined,
			undefined,
		]);
		expect(plan.list()).toEqual([{ fault, matched: 3, hits: 2 }]);
	});

	test('applies one entry to a request, the first with a remaining count', () => {
		const plan = createFaultPlan();
		const first = plan.add({ operation: 'any', action: { kind: 'rateLimit' } });
		const second = plan.add({ operation: 'account', action: { kind: 'dropAnswer' } });
		expect([plan.take('account', undefined)?.id, plan.take('account', undefined)?.id]).toEqual([
			first.id,
			second.id,
		]);
	});

	test('a lag lasts until it is removed, affects only reads, and leaves requests to other entries', () => {
		const plan = createFaultPlan();
		const action = { kind: 'lag', orders: 5_000, fills: 4_000, positions: 3_000, streams: 0 } as const;
		const { id } = plan.add({ operation: 'any', seed: 9, action });
		const cut = plan.add({ operation: 'any', action: { kind: 'dropAnswer' } });
		const lag = { orders: 5_000, fills: 4_000, positions: 3_000, streams: 0, seed: 9 };
		expect(plan.take('order.query', undefined)?.id).toBe(cut.id);
		expect(['order.query', 'account', 'position'].map((operation) => plan.takeLag(operation))).toEqual([
			lag,
			lag,
			lag,
		]);
		expect(['order.create', 'order.cancel', 'market'].map((operation) => plan.takeLag(operation))).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(plan.list()[0]).toMatchObject({ matched: 3, hits: 3 });
		plan.remove(id);
		expect(plan.lag()).toBeUndefined();
	});

	test('a lag applies to any operation and lasts at most a minute', () => {
		const read = (operation: string, orders: number) =>
			readFault({ operation, action: { kind: 'lag', orders } });
		expect(read('any', 5_000).action).toEqual({
			kind: 'lag',
			orders: 5_000,
			fills: 0,
			positions: 0,
			streams: 0,
		});
		expect(() => read('order.query', 5_000)).toThrow(FieldError);
		expect(() => read('any', 60_001)).toThrow(FieldError);
	});

	test('forgets one entry or all', () => {
		const plan = createFaultPlan();
		const [one, two] = [0, 1].map(() => plan.add({ operation: 'any', action: { kind: 'rateLimit' } }));
		expect([plan.remove(one?.id), plan.remove(one?.id)]).toEqual([1, 0]);
		expect(plan.list().map(({ fault }) => fault)).toEqual([two]);
		expect(plan.remove(undefined)).toBe(1);
		expect(plan.take('any', undefined)).toBeUndefined();
	});

	test('has a limited length', () => {
		const plan = createFaultPlan();
		const add = () => plan.add({ operation: 'any', action: { kind: 'rateLimit' } });
		for (let count = 0; count < 1_000; count += 1) add();
		expect(add).toThrow(FieldError);
	});
});

describe('readFault', () => {
	test.each([
		[{ kind: 'dropRequest' }],
		[{ kind: 'dropAnswer' }],
		[{ kind: 'delay', at: 'before', ms: 250 }],
		[{ kind: 'status', at: 'after', status: 502 }],
		[{ kind: 'reject' }],
		[{ kind: 'partialFill', share: '0.25' }],
		[{ kind: 'rateLimit' }],
	])('takes %j', (action) => {
		expect(readFault({ operation: 'order.create', symbol: 'AAAUSDT', skip: 1, count: 2, action })).toEqual({
			operation: 'order.create',
			symbol: 'AAAUSDT',
			skip: 1,
			count: 2,
			action,
		});
	});

	const drop = { kind: 'dropRequest' };
	test.each([
		['nothing', undefined],
		['a list', []],
		['no operation', { action: drop }],
		['an unknown operation', { operation: 'order.eat', action: drop }],
		['no action', { operation: 'any' }],
		['an unknown action', { operation: 'any', action: { kind: 'explode' } }],
		['a text for an action', { operation: 'any', action: 'dropRequest' }],
		['another member', { operation: 'any', action: drop, times: 3 }],
		['a count of zero', { operation: 'any', action: drop, count: 0 }],
		['a broken skip', { operation: 'any', action: drop, skip: 0.5 }],
		['a delay without a length', { operation: 'any', action: { kind: 'delay', at: 'before' } }],
		['a delay of a week', { operation: 'any', action: { kind: 'delay', at: 'before', ms: 604_800_000 } }],
		['a status without a time', { operation: 'any', action: { kind: 'status', status: 500 } }],
		['an invalid status', { operation: 'any', action: { kind: 'status', at: 'after', status: 42 } }],
		['a share above one', { operation: 'order.create', action: { kind: 'partialFill', share: '1.1' } }],
		['a share of zero', { operation: 'order.create', action: { kind: 'partialFill', share: 'half' } }],
		['a reject of any operation', { operation: 'any', action: { kind: 'reject' } }],
	])('refuses %s', (_what, value) => {
		expect(() => readFault(value)).toThrow(FieldError);
	});
});

test('stream faults drop or repeat the next increments of their symbol only', () => {
	const faults = createStreamFaults((frame) => (frame.startsWith('delta ') ? frame.slice(6) : undefined));
	faults.add('skipDelta', 'AAAUSDT', 2);
	faults.add('repeatDelta', 'BBBUSDT', 1);
	const frames = [
		'delta BBBUSDT',
		'other',
		'delta AAAUSDT',
		'delta AAAUSDT',
		'delta AAAUSDT',
		'delta BBBUSDT',
	];
	expect(faults.waiting()).toBe(3);
	expect(frames.map((frame) => faults.times(frame))).toEqual([2, 1, 0, 0, 1, 1]);
	expect(faults.waiting()).toBe(0);
});
