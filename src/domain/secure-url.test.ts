import { describe, expect, test } from 'vitest';
import { isSecureUrl, passkeyOrigin } from './secure-url.ts';

test.each([
	'https://example.org',
	'https://192.0.2.1:8443/x?y',
	'http://localhost:3000/x',
	'http://127.0.0.1',
	'http://127.9.8.7:1/',
	'http://127.1/',
	'http://[::1]:8545',
	'HTTP://LOCALHOST',
])('%s may carry a secret', (url) => {
	expect(isSecureUrl(url)).toBe(true);
});

test.each([
	'http://example.org',
	'http://localhost.example.org',
	'http://localhost@example.org',
	'http://127.0.0.1.example.org',
	'http://10.0.0.1',
	'http://0.0.0.0',
	'http://[::ffff:127.0.0.1]',
	'ws://localhost',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'example.org',
	'',
])('%s may not carry a secret', (url) => {
	expect(isSecureUrl(url)).toBe(false);
});

describe('the origin at which browsers offer passkeys', () => {
	test.each([
		['http://127.0.0.1:8080', 'http://localhost:8080'],
		['http://[::1]:8080', 'http://localhost:8080'],
		['http://localhost:8080', 'http://localhost:8080'],
		['https://carrywire.example', 'https://carrywire.example'],
		['https://carrywire.example:8443', 'https://carrywire.example:8443'],
		['http://127.0.0.2:8080', undefined],
		['https://192.0.2.1', undefined],
		['https://[2001:db8::1]', undefined],
		['http://carrywire.example', undefined],
		['http://192.168.1.5:8080', undefined],
	])('of %s is %s', (origin, expected) => {
		expect(passkeyOrigin(origin)).toBe(expected);
	});
});
