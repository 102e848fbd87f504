/**
 * Tests upgrades from each earlier version: the service starts, in the way users start it, with that version's data
 * directory and settings file.
 */
import { expect, test } from 'vitest';
import { sub, sum } from '../../src/domain/decimal.ts';
import { VENUE_NAMES } from '../../src/venues/facts.ts';
import {
	EARLIER_VERSIONS,
	earlierSettings,
	expectedOf,
	writeEarlierDirectory,
} from '../upgrade/earlier-directory.ts';
import { openFixture } from './fixture.ts';
import type { Portfolio } from './wire.ts';

test.each(EARLIER_VERSIONS)('shows the executions of %s with the same figures', async (version) => {
	await using fixture = openFixture(JSON.parse(earlierSettings(version)), VENUE_NAMES);
	writeEarlierDirectory(version, fixture.dataDir);
	const service = await fixture.serve();
	const token = await fixture.token('arb:read');
	const params = { include_closed: true, limit: 100 };
	const { executions } = await service.call<Portfolio>('portfolio_live', params, token);
	const shown = executions.map(({ execution, pnl, funding }) => [
		execution.id,
		[pnl.realized_pnl, pnl.fee_cost, pnl.slippage_cost, funding.net_funding],
	]);
	const expected = Object.entries(expectedOf(version).executions).map(([id, { ledger }]) => {
		const legs = [ledger.long, ledger.short];
		return [
			id,
			[
				sum(legs.map(({ realized }) => realized)),
				sum(legs.map(({ fees }) => fees)),
				sum(legs.map(({ slippage }) => slippage)),
				sum(legs.map(({ fundingReceived, fundingPaid }) => sub(fundingReceived, fundingPaid))),
			],
		];
	});
	expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
});
