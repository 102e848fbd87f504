import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CHANNEL_NAMES, CHANNELS, findChannel } from './channels.ts';
import { METHOD_NAMES } from './registry.ts';
import { endSchema, notificationSchema, STREAM_METHODS, SUBSCRIBE_PARAMS } from './stream-methods.ts';

describe('the table of channels', () => {
	it.each(CHANNELS)('$pattern: examples fit the schemas', ({ snapshot, change, example }) => {
		expect(snapshot.safeParse(example.snapshot).error).toBeUndefined();
		expect(change.safeParse(example.change).error).toBeUndefined();
	});

	it.each(CHANNELS)('$pattern: the example names the channel and uses its params', (channel) => {
		expect(findChannel(channel.example.channel)?.channel).toBe(channel);
		for (const name of Object.keys(channel.example.params)) expect(channel.params).toHaveProperty(name);
	});

	it('contains each channel once', () => {
		expect(CHANNELS.map(({ name }) => name)).toEqual(CHANNEL_NAMES);
	});

	it.each([
		'',
		'nothing',
		'opportunity',
		'opportunity.',
		'portfolio.x',
		'opportunities.',
		'__proto__',
		'pair_status',
	])('finds no channel %j', (text) => {
		expect(findChannel(text)).toBeUndefined();
	});

	it('takes the text after the first dot as the argument', () => {
		expect(findChannel('opportunities')).toMatchObject({ argument: undefined });
		expect(findChannel('pair_status.a.b')).toMatchObject({ argument: 'a.b' });
	});
});

describe('stream methods', () => {
	it.each(STREAM_METHODS)('$name: the example fits the result schema', ({ result, example }) => {
		expect(result.safeParse(example.result).error).toBeUndefined();
	});

	it('have unique names', () => {
		expect(STREAM_METHODS.filter(({ name }) => METHOD_NAMES.includes(name))).toEqual([]);
	});

	it('subscribe documents the params of every channel', () => {
		const subscribe = STREAM_METHODS.find(({ name }) => name === 'subscribe');
		const schema = z.toJSONSchema(subscribe?.params ?? z.null(), { io: 'input', unrepresentable: 'any' });
		const names = new Set(CHANNELS.flatMap(({ params }) => Object.keys(params)));
		expect(Object.keys(schema.properties ?? {}).sort()).toEqual(
			[...Object.keys(SUBSCRIBE_PARAMS), ...names].sort(),
		);
	});

	it('an end carries the error code and its facts', () => {
		const end = { code: 'UNAUTHORIZED', message: 'The token was revoked.', retryable: false, limit: 3 };
		expect(endSchema.safeParse(end).error).toBeUndefined();
		expect(endSchema.safeParse({ ...end, code: 'SOMETHING' }).success).toBe(false);
	});

	it('a notification fits its schema', () => {
		expect(
			notificationSchema.safeParse({
				subscription: 'sub_1',
				seq: 1,
				channel: 'heartbeat',
				type: 'snapshot',
				cursor: 'a.1',
				result: { time: '2026-11-20T08:00:00.000Z' },
			}).success,
		).toBe(true);
	});
});
