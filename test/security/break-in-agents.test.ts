/** Ways to get more out of an agent than its owner has given, and to keep one alive that was stopped. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, browserAt } from './break-in-browser.ts';
import { agentToken, call } from './break-in-calls.ts';
import { type BreakInService, startBreakInService } from './break-in-service.ts';

let service: BreakInService;
let owner: Browser;
let ownerId: string;

beforeAll(async () => {
	service = await startBreakInService();
	owner = browserAt(service.url);
	ownerId = await owner.logIn();
});

afterAll(() => service[Symbol.asyncDispose]());

test('an agent that is stopped on its page has its work ended, as by a call', async () => {
	const { agentId } = await owner.newAgent(['arb:trade']);
	await owner.get(`/agents/${agentId}`);
	expect((await owner.post(`/agents/${agentId}/stop`)).status).toBe(303);
	expect(service.stoppedWork).toEqual([`${ownerId} ${agentId}`]);
});

test('a token that may manage agents and nothing else gives no agent more than it has itself', async () => {
	const token = await owner.copyToken(['agents:manage', 'arb:read']);
	const wish = { name: 'trader', scopes: ['arb:read', 'arb:trade'], caps: {} };
	const traders = await owner.newAgent(['arb:trade']);
	const readers = await owner.newAgent(['arb:read']);
	const attempts = [
		await call(service.url, token, 'create_agent', wish),
		await call(service.url, token, 'update_agent', { agent_id: readers.agentId, ...wish }),
		await call(service.url, token, 'update_agent', { agent_id: traders.agentId, ...wish }),
		await call(service.url, token, 'rotate_agent_key', { agent_id: traders.agentId }),
	];
	for (const { status, error } of attempts) expect([status, error]).toEqual([403, 'FORBIDDEN']);
	expect(await agentToken(service.url, traders.agentId, traders.key)).toMatchObject({ status: 200 });
	const reading = { ...wish, scopes: ['arb:read'] };
	expect(await call(service.url, token, 'create_agent', reading)).toMatchObject({ status: 200 });
	expect(await call(service.url, token, 'rotate_agent_key', { agent_id: readers.agentId })).toMatchObject({
		status: 200,
	});
	expect(await call(service.url, token, 'stop_agent', { agent_id: traders.agentId })).toMatchObject({
		status: 200,
	});
});
