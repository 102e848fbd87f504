/** The list of opportunities under as many changes as the service sends. `npm run test:long` has the same for minutes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardFixture, openDashboardFixture } from './dashboard-fixture.ts';
import { FAST_STREAM, openLoad } from './dashboard-load.ts';

const UPDATES = 200;
const DRAWN_MAX = 45;

let fixture: DashboardFixture;

beforeAll(async () => {
	fixture = await openDashboardFixture(FAST_STREAM);
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

test('no key press is lost while the list changes, and it draws no more than what is in view', async () => {
	const load = await openLoad(fixture);
	let keys = 0;
	while (load.updates() < UPDATES) {
		const done = await load.work();
		keys += done.keys;
		expect(done.droppedKeys, `after ${keys} keys and ${load.updates()} changes`).toBe(0);
		expect(done.rows).toBeLessThan(DRAWN_MAX);
	}
	expect(keys).toBeGreaterThan(0);
	console.log(
		`list under load: ${load.updates()} changes, ${keys} keys, longest frame ${await load.longestFrameMs()} ms`,
	);
	expect(fixture.complaints()).toEqual([]);
});
