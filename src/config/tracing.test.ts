import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readHeaders } from './tracing.ts';

test('accepts https or this machine for traces, and no address with a password', () => {
	const faultsOf = (endpoint: string) => {
		const read = readConfig({ tracing: { endpoint } });
		return 'faults' in read ? read.faults.map(({ path }) => path) : [];
	};
	for (const endpoint of ['http://127.0.0.1:4318/v1/traces', 'https://traces.example/v1/traces'])
		expect([endpoint, faultsOf(endpoint)]).toEqual([endpoint, []]);
	for (const endpoint of [
		'http://traces.example/v1/traces',
		'traces.example',
		'https://me:secret@traces.example/',
		'',
	])
		expect([endpoint, faultsOf(endpoint).length]).toEqual([endpoint, 1]);
});

test('traces nothing by default', () => {
	expect(readConfig({})).toMatchObject({
		config: { tracing: { endpoint: null, samplingShare: 0.1, headersVariable: null } },
	});
});

test('parses headers as names and values and refuses anything else', () => {
	expect(readHeaders('api-key=abc%20d')).toEqual({ 'api-key': 'abc d' });
	expect(readHeaders(' a = 1 , b=2=3')).toEqual({ a: '1', b: '2=3' });
	for (const text of ['', 'a', 'a=', '=b', 'a b=c', 'a=1,', 'a=%zz', 'a=1\nb: 2'])
		expect([text, readHeaders(text)]).toEqual([text, undefined]);
});
