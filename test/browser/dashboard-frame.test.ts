import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardStage, openDashboardStage } from './dashboard-stage.ts';

let stage: DashboardStage;

beforeAll(async () => {
	stage = await openDashboardStage();
});

afterAll(async () => {
	await stage?.[Symbol.asyncDispose]();
});

test('a stranger sees the opportunities under the policy, without a complaint or a barrier', async () => {
	const { page, go, barriers, picture } = await stage.visitor();
	await go('/');
	await page.getByRole('row').nth(2).waitFor();
	await picture('opportunities');
	expect(await barriers()).toEqual([]);
	expect(stage.complaints()).toEqual([]);
});

test('whoever is logged in goes from page to page without loading one', async () => {
	const { page, go, seen, picture } = await stage.visitor({ loggedIn: true });
	await go('/');
	await page.getByRole('row').nth(2).waitFor();
	const before = seen.length;
	await page.getByRole('link', { name: 'Status' }).click();
	await page.getByRole('heading', { level: 1 }).waitFor();
	await picture('status');
	expect(seen.length).toBe(before);
	expect(stage.complaints()).toEqual([]);
});
