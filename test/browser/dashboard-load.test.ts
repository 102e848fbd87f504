/**
 * Tests the list of opportunities while it changes at the highest rate that the service allows. `npm run test:long`
 * runs the same load for minutes.
 */
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

test('loses no key press while the list changes and renders only rows in view', async () => {
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
