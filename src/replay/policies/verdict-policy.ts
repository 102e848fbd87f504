/**
 * Follows the service: it opens what `get_opportunities` says `trade` for, and leaves the exit to the service's own
 * exit rules.
 */

import type { Client } from '../../../client/client.ts';
import type { Opportunity } from '../../../client/methods.ts';
import type { Policy, PolicySettings, SeatPair } from './policy.ts';
import { closeAll, emptySeat, forgetEnded, open, type SeatPositions } from './seat-positions.ts';
import { amountIn, numberIn, stepThrough } from './stepping.ts';

/** Opportunities per page, the maximum of `get_opportunities`. */
const PAGE = 100;

/** Opens every opportunity with the verdict `trade`, the best net APR first. */
export const verdictPolicy: Policy = async (seats, clock, settings) => {
	const [first] = seats;
	if (first === undefined) return;
	const all = seats.map(emptySeat);
	await stepThrough(clock, settings, {
		async step(now) {
			const found = await tradable(first.client, amountIn(settings));
			for (const positions of all) await openFor(positions, found, now, settings);
		},
		atEnd: () => closeAll(all),
	});
};

async function tradable(client: Client, amount: number): Promise<readonly Opportunity[]> {
	const found: Opportunity[] = [];
	for (let page = 1; ; page += 1) {
		const { data, pagination } = await client.call('get_opportunities', {
			verdict: 'trade',
			sortby: 'net_apr',
			amount,
			limit: PAGE,
			page,
		});
		found.push(...data);
		if (!pagination.has_next) return found;
	}
}

async function openFor(
	positions: SeatPositions,
	found: readonly Opportunity[],
	now: number,
	settings: PolicySettings,
): Promise<void> {
	const { seat, held } = positions;
	const { pair } = seat;
	const wanted = pair === undefined ? found : found.filter((opportunity) => isOf(opportunity, pair));
	if (wanted.length === 0) return;
	// A place may be free again because an exit rule closed a position.
	await forgetEnded(positions, now, true);
	const places = pair === undefined ? numberIn(settings, 'count') : 1;
	for (const opportunity of wanted) {
		if (held.length >= places) return;
		if (held.some(({ coin }) => coin === opportunity.base)) continue;
		await open(
			positions,
			{ ...contractsOf(opportunity), amount: amountIn(settings), params: { only_if_trade: true } },
			now,
		);
	}
}

function isOf({ base, long_venue, short_venue }: Opportunity, { coin, exchanges }: SeatPair): boolean {
	return base === coin && exchanges.includes(long_venue) && exchanges.includes(short_venue);
}

function contractsOf(opportunity: Opportunity) {
	return {
		coin: opportunity.base,
		long: { exchange: opportunity.long_venue, symbol: opportunity.long_symbol },
		short: { exchange: opportunity.short_venue, symbol: opportunity.short_symbol },
	};
}
