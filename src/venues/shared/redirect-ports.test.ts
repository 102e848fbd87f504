import { expect, test } from 'vitest';
import { redirectPorts } from './redirect-ports.ts';

test('reads a port for each exchange', () => {
	expect(redirectPorts([])).toEqual({});
	expect(redirectPorts(['bybit=4001', 'okx=65535'])).toEqual({ bybit: 4001, okx: 65_535 });
});

test('refuses a port out of range and an exchange named twice', () => {
	expect(() => redirectPorts(['bybit=0'])).toThrow(
		'transport.redirect: the port of bybit is 0; use 1 to 65535.',
	);
	expect(() => redirectPorts(['bybit=70000'])).toThrow('is 70000; use 1 to 65535.');
	expect(() => redirectPorts(['bybit=1', 'bybit=2'])).toThrow('lists bybit twice; list it once.');
});
