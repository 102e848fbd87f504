import { Server, Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import { limitConnections } from './connection-limit.ts';
import { trustedProxies } from './trusted-proxies.ts';

const still: Clock = { now: () => 0, monotonic: () => 0, after: () => () => {}, every: () => () => {} };
const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A server that takes connections from whatever address is named. */
function limited(max: number, proxies: readonly string[] = []) {
	const server = new Server();
	limitConnections(server, { max, isProxy: trustedProxies(proxies), clock: still, logger: quiet });
	return (remoteAddress: string | undefined): Socket => {
		const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
		server.emit('connection', socket);
		return socket;
	};
}

test('each address has its own share; of IPv6 a /64 is one address', () => {
	const connect = limited(1);
	for (const [address, isTaken] of [
		['192.0.2.1', true],
		['192.0.2.2', true],
		['192.0.2.1', false],
		['::ffff:192.0.2.2', false],
		['2001:db8:0:1::1', true],
		['2001:db8:0:1:ffff::2', false],
		['2001:db8:0:2::1', true],
	] as const)
		expect([address, !connect(address).destroyed]).toEqual([address, isTaken]);
});

test('a refused connection costs nothing, and each that closes makes room for one', async () => {
	const connect = limited(2);
	const [first, second] = [connect('192.0.2.1'), connect('192.0.2.1')];
	const refused = connect('192.0.2.1');
	await Promise.all(
		[refused, first].map(
			(socket) => new Promise<void>((resolve) => void socket.once('close', resolve).destroy()),
		),
	);
	expect(connect('192.0.2.1').destroyed).toBe(false);
	expect(connect('192.0.2.1').destroyed).toBe(true);
	expect(second.destroyed).toBe(false);
});

test('a peer that is gone already is nobody', () => {
	const connect = limited(1);
	expect([connect(undefined), connect(undefined)].map(({ destroyed }) => destroyed)).toEqual([false, false]);
});

test('proxies are not counted, by address, subnet and name', () => {
	const connect = limited(1, ['192.0.2.1', '198.51.100.0/24', 'fd00:1::/32', 'loopback']);
	for (const address of [
		'192.0.2.1',
		'198.51.100.77',
		'::ffff:198.51.100.78',
		'fd00:1:2::3',
		'127.0.0.9',
		'::1',
	])
		expect([address, [connect(address), connect(address)].some(({ destroyed }) => destroyed)]).toEqual([
			address,
			false,
		]);
	for (const address of ['192.0.2.2', '198.51.101.1', 'fd00:2::1'])
		expect([address, [connect(address), connect(address)].map(({ destroyed }) => destroyed)]).toEqual([
			address,
			[false, true],
		]);
});

test.each([
	'',
	'proxy.example',
	'10.0.0.0/33',
	'10.0.0.0/-1',
	'10.0.0.0/',
	'10.0.0.0/8/8',
	'fd00::/129',
	'10.0.0.0/255.0.0.0',
])('%j names no proxy', (entry) => {
	expect(() => trustedProxies([entry])).toThrow(`was ${JSON.stringify(entry)}.`);
});
