import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownPath, redirect } from './page.ts';

const BASES = ['http://127.0.0.1:8080', 'https://carry.example', 'http://[::1]:81'];

/** Generates any text, and known open-redirect payloads. */
const anyPath = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.string({ unit: 'binary' }).map((text) => `/${text}`),
	fc
		.array(
			fc.constantFrom(
				'/',
				'//',
				'\\',
				'..',
				'.',
				'%2f',
				'%5c',
				'%2e',
				'@',
				':',
				'?',
				'#',
				'\t',
				'\n',
				'\r',
				'\0',
				' ',
				'http:',
				'https://',
				'javascript:',
				'evil.example',
				';',
				'\u2028',
				'\u3002',
				'／',
				'＼',
			),
			{ maxLength: 12 },
		)
		.map((parts) => parts.join('')),
);

describe('ownPath', () => {
	test('never leaves the service for any text, by the URL parser', () => {
		fc.assert(
			fc.property(anyPath, fc.constantFrom(...BASES), (text, base) => {
				const path = ownPath(text);
				const url = new URL(path, base);
				expect(url.origin).toBe(base);
				expect(url.username + url.password).toBe('');
				// The path must also be safe in a header, and after a server prepends its own name.
				expect(new URL(`${base}${path}`).origin).toBe(base);
				expect(path).toMatch(/^\/[\x21-\x7e]*$/);
				expect(path === '/' || path === text).toBe(true);
			}),
			{ numRuns: 5_000 },
		);
	});

	test.each([
		'/',
		'/account',
		'/agents/agent_1?x=1&y=%2F',
		'/interaction/a-b_c',
		'/login?return_to=%2Ftokens',
		'/a//b',
		'/a:b@c',
		'/.well-known/x',
	])('accepts %s', (text) => {
		expect(ownPath(text)).toBe(text);
	});

	test.each([
		null,
		'',
		'account',
		'//evil.example',
		'///evil.example',
		'/\\evil.example',
		'\\\\evil.example',
		'/a\\b',
		'/\t/evil.example',
		'/\n/evil.example',
		'\t//evil.example',
		' /account',
		'/a b',
		'/é',
		'https://evil.example/',
		'https:/evil.example',
		'https:evil.example',
		'javascript:alert(1)',
		'data:text/html,x',
		'/a\r\nSet-Cookie: x=y',
		'?x',
		'#x',
	])('turns %j into /', (text) => {
		expect(ownPath(text)).toBe('/');
	});
});

test('a redirect has a target and no cookies', () => {
	expect(redirect('/tokens')).toEqual({ kind: 'redirect', to: '/tokens' });
});
