/** Chooses the requested transfers that a page shows, and words them. Pure functions. */
import type { PlanPortfolioResult } from '../../../client/methods.ts';
import { momentText } from '../figures/moments.ts';
import { usd } from '../figures/money.ts';
import { venueName } from '../figures/venues.ts';
import { text } from './text.ts';

/** A transfer that the service requests from the user. */
export type RequestedTransfer = PlanPortfolioResult['planned_transfers'][number];

/** A transfer in words. `due`: empty once nothing has to be sent. */
export type TransferLine = {
	readonly id: string;
	readonly move: string;
	readonly state: string;
	readonly due: string;
	readonly transfer: RequestedTransfer;
};

/** Says how much to move, and between which exchanges. */
export function moveText({ amount, from, to }: Pick<RequestedTransfer, 'amount' | 'from' | 'to'>): string {
	return text.move(usd(amount), venueName(from), venueName(to));
}

/** Returns all transfers but those that are no longer needed. @param now Unix milliseconds */
export function transferLines(transfers: readonly RequestedTransfer[], now: number): readonly TransferLine[] {
	return transfers.flatMap((transfer): readonly TransferLine[] => {
		const { transfer_id: id, state, by } = transfer;
		if (state === 'withdrawn') return [];
		const isDue = by !== null && state !== 'arrived' && Date.parse(by) > now;
		return [
			{
				id,
				move: moveText(transfer),
				state: text.states[state],
				due: isDue ? text.by(momentText(by, { now })) : '',
				transfer,
			},
		];
	});
}
