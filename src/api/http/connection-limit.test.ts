import { Server, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { type ConnectionLimits, limitConnections } from './connection-limit.ts';
import { trustedProxies } from './trusted-proxies.ts';

const still = createVirtualClock(0);
/**
 * Creates a server with the given connection limits. Also returns functions that open a connection from an address
 * and mark it as used with a holder's credentials.
 */
function limited(limits: Partial<ConnectionLimits>, proxies: readonly string[] = []) {
	const server = new Server();
	const keep = limitConnections(server, {
		limits: { max: 1_000, perAddressMax: 1_000, ...limits },
		isProxy: trustedProxies(proxies),
		clock: still,
		logger: SILENT_LOGGER,
	});
	const connect = (remoteAddress: string | undefined): Socket => {
		const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
		server.emit('connection', socket);
		return socket;
	};
	return { connect, keep };
}

const areOpen = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => !destroyed);

test('limits each address and IPv6 /64 separately and ends the oldest connection without credentials', () => {
	const { connect } = limited({ perAddressMax: 1 });
	for (const [first, second] of [
		['192.0.2.1', '192.0.2.1'],
		['192.0.2.2', '::ffff:192.0.2.2'],
		['2001:db8:0:1::1', '2001:db8:0:1:ffff::2'],
	])
		expect([first, areOpen([connect(first), connect(second)])]).toEqual([first, [false, true]]);
	expect(areOpen([connect('2001:db8:0:2::1'), connect('2001:db8:0:3::1')])).toEqual([true, true]);
});

test('keeps connections with credentials and refuses a new one when all have different holders', () => {
	const { connect, keep } = limited({ perAddressMax: 3 });
	const [first, second, third] = [connect('192.0.2.1'), connect('192.0.2.1'), connect('192.0.2.1')];
	keep(first, 'ann');
	const fourth = connect('192.0.2.1');
	expect(areOpen([first, second, third, fourth])).toEqual([true, false, true, true]);
	keep(third, 'ben');
	keep(fourth, 'cem');
	const refused = connect('192.0.2.1');
	expect(areOpen([first, third, fourth, refused])).toEqual([true, true, true, false]);
	expect(connect('192.0.2.2').destroyed).toBe(false);
});

test('ends the oldest connection of the holder with the most connections', () => {
	for (const limits of [{ perAddressMax: 4 }, { max: 4 }]) {
		const { connect, keep } = limited(limits);
		const owner = connect('192.0.2.1');
		keep(owner, 'owner');
		const agents = [connect('192.0.2.1'), connect('192.0.2.1'), connect('192.0.2.1')];
		for (const one of agents) keep(one, 'agent');
		const next = connect('192.0.2.1');
		expect(areOpen([owner, ...agents, next])).toEqual([true, false, true, true, true]);
		// The next stranger's connection replaces the first stranger's, not a holder's.
		const another = connect('192.0.2.1');
		expect(areOpen([owner, ...agents, next, another])).toEqual([true, false, true, true, false, true]);
	}
});

test('ends the oldest connection without credentials of any address at the total limit', () => {
	const { connect, keep } = limited({ max: 2 });
	const [first, second] = [connect('192.0.2.1'), connect('192.0.2.2')];
	keep(first, 'ann');
	const third = connect('192.0.2.3');
	expect(areOpen([first, second, third])).toEqual([true, false, true]);
	keep(third, 'ben');
	expect(connect('192.0.2.4').destroyed).toBe(true);
});

test('frees one place for each closed connection', async () => {
	const { connect, keep } = limited({ perAddressMax: 2 });
	const [first, second] = [connect('192.0.2.1'), connect('192.0.2.1')];
	keep(first, 'ann');
	keep(second, 'ben');
	const refused = connect('192.0.2.1');
	await Promise.all(
		[refused, first].map(
			(socket) => new Promise<void>((resolve) => void socket.once('close', resolve).destroy()),
		),
	);
	const next = connect('192.0.2.1');
	keep(next, 'ann');
	expect(areOpen([next, second, connect('192.0.2.1')])).toEqual([true, true, false]);
});

test('ignores a peer that has already disconnected', () => {
	const { connect } = limited({ perAddressMax: 1 });
	expect([connect(undefined), connect(undefined)].map(({ destroyed }) => destroyed)).toEqual([false, false]);
});

test('does not count proxies given by address, subnet or name', () => {
	const { connect } = limited({ perAddressMax: 1 }, [
		'192.0.2.1',
		'198.51.100.0/24',
		'fd00:1::/32',
		'loopback',
	]);
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
			[true, false],
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
])('rejects the proxy entry %j', (entry) => {
	expect(() => trustedProxies([entry])).toThrow(`was ${JSON.stringify(entry)}.`);
});
