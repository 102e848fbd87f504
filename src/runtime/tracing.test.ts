import { expect, onTestFinished, test } from 'vitest';
import { type OtlpReceiver, openOtlpReceiver } from '../../test/support/otlp-receiver.ts';
import { NO_TRACER, type Tracer } from '../ports/tracer.ts';
import { openTracing, type Tracing } from './tracing.ts';

const noCounts = () => ({ exported: 0, failed: 0, dropped: 0 });
/** Counts of the exporter that was opened last. A stopped exporter may still report the outcome of its spans. */
let counts = noCounts();

async function opened(endpoint: string, samplingShare = 1): Promise<Tracing> {
	const own = noCounts();
	counts = own;
	const tracing = await openTracing({
		endpoint,
		samplingShare,
		headers: { 'x-key': 'of the receiver' },
		version: '1.2.3',
		mode: 'simulated',
		meter: {
			spans(outcome, count) {
				own[outcome] += count;
			},
		},
	});
	onTestFinished(tracing.close);
	return tracing;
}

async function traced(work: (tracer: Tracer) => unknown, samplingShare = 1): Promise<OtlpReceiver> {
	const receiver = await openOtlpReceiver();
	onTestFinished(() => receiver[Symbol.asyncDispose]());
	const tracing = await opened(receiver.endpoint, samplingShare);
	await work(tracing.tracer);
	await tracing.close();
	return receiver;
}

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('nests spans across promises and in the trace of the caller', async () => {
	const receiver = await traced((tracer) =>
		tracer.serve('rpc test', PARENT, { 'rpc.method': 'test' }, async () => {
			await later();
			await tracer.span('inner', 'internal', {}, async () => {
				await later();
				await tracer.span('request', 'client', { 'carrywire.venue': 'bybit' }, later);
			});
			tracer.span('beside', 'internal', { count: 2 }, () => 1);
		}),
	);
	const of = (name: string) => receiver.spans().find((span) => span.name === name);
	const [rpc, inner, request, beside] = ['rpc test', 'inner', 'request', 'beside'].map(of);
	expect(receiver.spans()).toHaveLength(4);
	for (const span of receiver.spans()) expect(span.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
	expect(rpc).toMatchObject({
		parentSpanId: 'b7ad6b7169203331',
		kind: 2,
		attributes: { 'rpc.method': 'test' },
	});
	expect(rpc?.resource).toMatchObject({
		'service.name': 'carrywire',
		'service.version': '1.2.3',
		'carrywire.mode': 'simulated',
	});
	expect(inner).toMatchObject({ parentSpanId: rpc?.spanId, kind: 1 });
	expect(request).toMatchObject({
		parentSpanId: inner?.spanId,
		kind: 3,
		attributes: { 'carrywire.venue': 'bybit' },
	});
	expect(beside).toMatchObject({ parentSpanId: rpc?.spanId, attributes: { count: 2 } });
	expect(receiver.headers()).toMatchObject({ 'x-key': 'of the receiver' });
	expect(counts).toEqual({ exported: 4, failed: 0, dropped: 0 });
});

test('starts a trace for an invalid traceparent and does not record an unsampled one', async () => {
	const none = [
		'',
		`${PARENT}-more`,
		PARENT.replace('00-', 'ff-'),
		PARENT.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
		PARENT.toUpperCase(),
	];
	const receiver = await traced((tracer) => {
		for (const traceparent of none) tracer.serve('rpc test', traceparent, {}, () => 1);
		tracer.serve('rpc unsampled', `${PARENT.slice(0, -1)}0`, {}, () =>
			tracer.span('inner', 'internal', {}, () => 1),
		);
		tracer.serve('rpc later version', `cc${PARENT.slice(2)}-more`, {}, () => 1);
	});
	const ofTest = receiver.spans().filter(({ name }) => name === 'rpc test');
	expect(ofTest).toHaveLength(none.length);
	for (const { traceId, parentSpanId } of ofTest) {
		expect(parentSpanId ?? '').toBe('');
		expect(traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
	}
	expect(
		receiver
			.spans()
			.map(({ name }) => name)
			.filter((name) => name !== 'rpc test'),
	).toEqual(['rpc later version']);
});

test('marks a failure without the thrown value and rethrows it', async () => {
	const receiver = await traced(async (tracer) => {
		const thrown = new Error('the secret: no hexadecimal word');
		expect(() =>
			tracer.serve('sync', undefined, {}, () => {
				throw thrown;
			}),
		).toThrow(thrown);
		await expect(tracer.serve('async', undefined, {}, () => Promise.reject(thrown))).rejects.toBe(thrown);
		tracer.serve('said', undefined, {}, (span) => span.fail('rejected'));
	});
	expect(receiver.spans().map(({ name, status }) => [name, status?.code])).toEqual([
		['sync', 2],
		['async', 2],
		['said', 2],
	]);
	expect(receiver.text()).not.toContain('no hexadecimal word');
});

test('traces only requested work; an execution continues in the trace of its call', async () => {
	const receiver = await traced(async (tracer) => {
		tracer.span('poll', 'client', {}, () => 1);
		tracer.serve('rpc execute_opportunity', undefined, {}, () => tracer.keep('exec_1'));
		await later();
		// An execution's work belongs to its own trace, whichever call runs it.
		tracer.serve('rpc other', undefined, {}, () =>
			tracer.resume('exec_1', () => tracer.span('order', 'client', {}, () => 1)),
		);
		tracer.resume('exec_2', () => tracer.span('order of none', 'client', {}, () => 1));
	});
	const spans = receiver.spans();
	const of = (name: string) => spans.find((span) => span.name === name);
	expect(of('poll')).toBeUndefined();
	expect(of('order')).toMatchObject({
		traceId: of('rpc execute_opportunity')?.traceId,
		parentSpanId: of('rpc execute_opportunity')?.spanId,
		attributes: { 'carrywire.execution_id': 'exec_1' },
	});
	expect(of('order of none')?.parentSpanId ?? '').toBe('');
	expect(of('order of none')?.attributes).toEqual({ 'carrywire.execution_id': 'exec_2' });
});

test('records only traces of callers with a share of 0', async () => {
	const receiver = await traced((tracer) => {
		for (let call = 0; call < 50; call += 1) tracer.serve('own', undefined, {}, () => 1);
		tracer.serve('brought', PARENT, {}, () => 1);
	}, 0);
	expect(receiver.spans().map(({ name }) => name)).toEqual(['brought']);
});

test('loses only spans if the receiver is gone or refuses, and does not delay a stop', async () => {
	const gone = await openOtlpReceiver();
	await gone[Symbol.asyncDispose]();
	await using refusing = await openOtlpReceiver(400);
	for (const endpoint of [gone.endpoint, refusing.endpoint]) {
		const { tracer, close } = await opened(endpoint);
		expect(tracer.serve('rpc test', undefined, {}, () => 7)).toBe(7);
		await close();
		// A refused connection is retried until the exporter stops and gives up.
		expect(counts.exported).toBe(0);
		if (endpoint === refusing.endpoint) expect(counts.failed).toBe(1);
	}
});

test('drops and counts spans beyond the queue', async () => {
	const receiver = await openOtlpReceiver();
	const { tracer, close } = await opened(receiver.endpoint);
	// No span can be sent within one turn of the event loop, so the queue overflows.
	for (let call = 0; call < 10_000; call += 1) tracer.serve('rpc test', undefined, {}, () => 1);
	await close();
	expect(counts.dropped).toBeGreaterThan(0);
	expect(counts.exported + counts.failed + counts.dropped).toBe(10_000);
	expect(receiver.spans()).toHaveLength(counts.exported);
	// Spans that end after the stop count as dropped or failed.
	tracer.serve('late', undefined, {}, () => 1);
	expect(counts.exported + counts.failed + counts.dropped).toBe(10_001);
	await receiver[Symbol.asyncDispose]();
});

test('does only the work itself when tracing is off', () => {
	const work = (span: { fail(reason: string): void; set(name: string, value: string): void }) => {
		span.set('a', 'b');
		span.fail('c');
		return 5;
	};
	NO_TRACER.keep('exec_1');
	expect(NO_TRACER.isOn).toBe(false);
	expect(NO_TRACER.span('a', 'client', {}, work)).toBe(5);
	expect(NO_TRACER.serve('a', PARENT, {}, work)).toBe(5);
	expect(NO_TRACER.resume('exec_1', () => 6)).toBe(6);
});
