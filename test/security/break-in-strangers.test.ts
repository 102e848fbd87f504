/**
 * Checks that the owner can always stop trading, despite strangers at the same address and an agent that holds every
 * connection.
 */
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { TEST_MS_MAX } from '../../scripts/hang-limits.ts';
import { readConfig } from '../../src/config/config.ts';
import { openTwoUsers } from './anns-things.ts';
import { manage } from './people.ts';
import { startFlood } from './strangers-flood.ts';

/** Connection limit per address. */
const SOCKETS = 200;
const PER_SECOND = 100;
/** Number of rounds of owner actions. Strangers send further requests before each round. */
const ROUNDS = 3;

/**
 * Returns the default rate limits, because with larger limits the test would not show that the delivered service
 * withstands strangers.
 */
function deliveredLimits() {
	const read = readConfig({});
	if ('faults' in read) throw new Error('The default settings are invalid.');
	return read.config.rateLimits;
}

test('200 WebSockets and 100 requests a second do not keep the owner from stopping anything', async () => {
	await using users = await openTwoUsers({ rateLimits: deliveredLimits() });
	const { fixture, ann, things, ask } = users;
	await using flood = startFlood({
		url: fixture.url,
		sockets: SOCKETS,
		perSecond: PER_SECOND,
		msMax: TEST_MS_MAX,
	});
	// Each attempt costs the address credits, which return only when the fixture's clock advances.
	for (let { sockets, refused } = flood.counts(); sockets < SOCKETS; { sockets, refused } = flood.counts()) {
		fixture.passTime(10_000);
		await flood.until((now) => now.sockets > sockets || now.refused > refused + SOCKETS);
	}
	flood.ask();
	// The address has no credits left, so the service now refuses the strangers' requests.
	await flood.until(({ limited }) => limited >= PER_SECOND);
	expect((await fetch(`${fixture.url}/login`)).status).toBe(429);

	const agents = [things.agent, things.secondAgent];
	for (let round = 0; round < ROUNDS; round += 1) {
		const { answered } = flood.counts();
		await flood.until((now) => now.answered >= answered + PER_SECOND && now.open > 0);
		const health = await fetch(`${fixture.url}/health`, { headers: { connection: 'close' } });
		expect([round, health.status]).toEqual([round, 200]);
		expect((await ask(things.token.token, 'halt_trading', {})).code).toBeUndefined();
		const agent = agents[round];
		if (agent === undefined) continue;
		await manage(ann, 'stop_agent', { agent_id: agent.agentId });
		await expect(fixture.access.agents.findActive(agent.agentId)).resolves.toBeUndefined();
	}
	const closed = await ask(things.token.token, 'close_execution', {
		execution_id: things.execution.execution_id,
	});
	expect(closed).toMatchObject({ code: undefined, result: { success: true } });
	await ann.browser.open('/agents');
	expect((await ann.browser.submit('/logout')).path).toBe('/login');

	const { answered } = flood.counts();
	await flood.until((now) => now.answered > answered);
});

/** Holds `count` connections that each presented the token, and closes them at the end of the scope. */
async function holdConnections(url: string, token: string, count: number) {
	const agent = new Agent({ keepAlive: true, maxFreeSockets: count });
	const sockets = new Set<Socket>();
	const askOne = () =>
		new Promise<void>((resolve) => {
			const headers = { authorization: `Bearer ${token}` };
			const asked = request(`${url}/metrics/funding-fees`, { agent, headers }, (answer) =>
				answer.resume().on('close', resolve),
			);
			asked.on('socket', (socket) => sockets.add(socket)).on('error', () => resolve());
			asked.end();
		});
	await Promise.all(Array.from({ length: count }, askOne));
	return {
		open: () => [...sockets].filter(({ destroyed }) => !destroyed).length,
		[Symbol.dispose]: () => agent.destroy(),
	};
}

test('an agent that holds every connection of the address cannot lock its owner out, before or after its stop', async () => {
	await using users = await openTwoUsers();
	const { fixture, ann, things, agentToken, ask } = users;
	using held = await holdConnections(fixture.url, agentToken, SOCKETS);
	expect(held.open()).toBeGreaterThan(SOCKETS / 2);
	for (const isStopped of [false, true]) {
		const health = await fetch(`${fixture.url}/health`, { headers: { connection: 'close' } });
		expect([isStopped, health.status]).toEqual([isStopped, 200]);
		expect((await ask(things.token.token, 'halt_trading', {})).code).toBeUndefined();
		expect((await ann.browser.open('/agents')).path).toBe('/agents');
		if (isStopped) continue;
		await manage(ann, 'stop_agent', { agent_id: things.agent.agentId });
	}
});
