/** Tests how the service shows an exchange's announcements about a contract to callers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantText } from '../../src/domain/figure-text.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { until } from './polling.ts';
import { allOpportunities } from './trading.ts';
import type { Opportunity } from './wire.ts';

const HOUR_MS = 3_600_000;

let fixture: Fixture;
let service: Service;

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
});

afterAll(() => fixture[Symbol.asyncDispose]());

/** Waits until the guards on the SOL opportunity meet the condition. The service reads tickers every second. */
async function untilSol(what: string, holds: (guards: readonly string[]) => boolean): Promise<Opportunity> {
	return until({ what, periodMs: 200 }, async () => {
		const sol = (await allOpportunities(service)).find(({ base }) => base === 'SOL');
		return sol !== undefined && holds(sol.guards) ? sol : undefined;
	});
}

const sentencesOf = ({ reasons }: Opportunity, wanted: string) =>
	reasons.filter(({ code }) => code === wanted).map(({ message }) => message);

test('a delisting blocks the trade inside the horizon, warns before that, and can be withdrawn', async () => {
	const announce = (delistingAt: number) =>
		fixture.admin('bybit', 'POST', '/listing', { symbol: 'SOLUSDT', delistingAt });
	const soon = Math.floor(Date.now() / 1_000) * 1_000 + 48 * HOUR_MS;
	await announce(soon);
	const closing = await untilSol('a delisting of SOL', (guards) => guards.includes('DELISTING'));
	expect(sentencesOf(closing, 'DELISTING')).toEqual([
		expect.stringContaining(`Bybit will delist SOLUSDT on ${instantText(soon)}.`),
	]);
	// The delisting is now more than 30 days ahead, beyond the default horizon of a position.
	await announce(soon + 720 * HOUR_MS);
	const told = await untilSol('the delisting to be beyond the horizon', (guards) =>
		guards.includes('DELISTING_ANNOUNCED'),
	);
	expect(told.guards).not.toContain('DELISTING');
	await announce(0);
	await untilSol('no delisting', (guards) => !guards.some((code) => code.startsWith('DELISTING')));
});

test('a contract that the exchange reports as paused is not tradable', async () => {
	const pause = (paused: boolean) =>
		fixture.admin('kucoin', 'POST', '/listing', { symbol: 'SOLUSDTM', paused });
	await pause(true);
	const halted = await untilSol('SOL to be paused', (guards) => guards.includes('NOT_TRADABLE'));
	expect(sentencesOf(halted, 'NOT_TRADABLE')).toEqual([
		'KuCoin SOLUSDTM is not trading. KuCoin reports the contract\'s status as "Paused".',
	]);
	await pause(false);
	await untilSol('SOL to trade', (guards) => !guards.includes('NOT_TRADABLE'));
});
