/** Tries to log in as another user, to log a victim in as the attacker, and to lock a user out. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserAt } from './break-in-browser.ts';
import { type BreakInService, startBreakInService } from './break-in-service.ts';

let service: BreakInService;

beforeAll(async () => {
	service = await startBreakInService();
});

afterAll(() => service[Symbol.asyncDispose]());

test('a foreign page that sends its visitors to a login callback does not lock them out', async () => {
	const browser = browserAt(service.url);
	await browser.get('/login');
	for (const state of ['', 'made-up', 'f'.repeat(64)])
		for (let time = 0; time < 4; time += 1) {
			const back = await browser.get(`/login/openid/elsewhere/callback?code=c&state=${state}`);
			expect(back.status).toBe(401);
		}
	await browser.logIn();
});
