/** Says why the service plans to trade less than the requested amount. */
import { coins, usd } from '../figures/money.ts';
import { venueName } from '../figures/venues.ts';
import type { Preview } from './preview-changes.ts';
import { text } from './text.ts';

/** @returns the reason as a sentence; undefined if the whole amount is traded. @param coin name of the coin */
export function differenceReason({ plan }: Preview, coin: string): string | undefined {
	const { amount_difference: difference } = plan;
	if (difference === null) return undefined;
	const { code, exchange } = difference;
	const size = (lot: number): string => `${coins(lot)} ${coin}`;
	const [long, short] = ['long', 'short'].map((role) =>
		venueName(plan.legs.find((leg) => leg.role === role)?.exchange ?? ''),
	);
	const next = usd(difference.next_amount);
	switch (code) {
		case 'COMMON_LOT':
			return text.amount.commonLot(
				`${long} ${size(difference.long_lot)}`,
				`${short} ${size(difference.short_lot)}`,
				size(difference.lot),
				next,
			);
		case 'EXCHANGE_LOT':
			return text.amount.lot(
				exchange === null ? text.amount.both : venueName(exchange),
				size(difference.lot),
				next,
			);
		case 'PRICE_GAP':
			return text.amount.priceGap;
	}
}
