/** Ways to get more out of an agent than its owner has given, and to keep one alive that was stopped. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, browserAt } from './break-in-browser.ts';
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
