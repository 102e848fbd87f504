import { expect, test } from 'vitest';
import { nameFaultOf } from './own-names.ts';

const asked = (host: string | undefined, origin?: string) => ({ host, origin });

test('accepts the names of the machine, the listening address and the public name', () => {
	const fault = nameFaultOf({ host: '192.0.2.7', publicUrl: 'https://carrywire.example' });
	for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080', '192.0.2.7', 'CARRYWIRE.example:443'])
		expect({ host, fault: fault(asked(host)) }).toEqual({ host, fault: undefined });
	expect(fault(asked('carrywire.example', 'https://carrywire.example'))).toBeUndefined();
});

test('refuses foreign, missing and similar names and quotes them', () => {
	const fault = nameFaultOf({ host: '127.0.0.1', publicUrl: null });
	for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.example', '192.0.2.7'])
		expect({ host, fault: fault(asked(host)) }).toEqual({
			host,
			fault: `Host must be an address of this service; was "${host}". If clients reach the service by that name, set server.publicUrl.`,
		});
	expect(fault(asked(undefined))).toMatch(/^Host must be an address of this service; was absent\./);
	expect(fault(asked('user@localhost:x'))).toMatch(/^Host must be an address of this service/);
	expect(fault(asked('localhost', 'https://evil.example'))).toBe(
		'Origin must be this service\'s own; was "https://evil.example".',
	);
});

test('accepts every IP address but no foreign name when it listens on all addresses', () => {
	for (const host of ['0.0.0.0', '::']) {
		const fault = nameFaultOf({ host, publicUrl: null });
		expect(fault(asked('192.0.2.7:8080'))).toBeUndefined();
		expect(fault(asked('[2001:db8::1]:8080'))).toBeUndefined();
		expect(fault(asked('evil.example'))).toMatch(/^Host must be an address of this service/);
	}
});
