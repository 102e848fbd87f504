/** What is traded here: which opportunity can be opened, and what each side says of what is held. */
import { type Decimal, neg } from '../../src/domain/decimal.ts';
import { TestRunError } from '../e2e/polling.ts';
import { type Service, VENUES } from '../e2e/stage.ts';
import { openableOpportunities } from '../e2e/trading.ts';
import type { VenueWords } from '../e2e/venue-word.ts';
import type { Execution } from '../e2e/wire.ts';

/** What `execute_opportunity` would take now, previewed. */
export type PreviewedWish = {
	readonly params: {
		readonly opportunity_id: string;
		readonly amount: number;
		readonly mode: 'single-direct';
	};
	readonly base: string;
	readonly previewId: string;
};

type Preview = {
	readonly preview_id: string;
	readonly checks: readonly { readonly passed: boolean }[];
};

/** The first opportunity of another coin than these that passes every check for whoever holds the token. */
export async function previewedWish(
	service: Service,
	token: string,
	amount: number,
	otherThan: ReadonlySet<string> = new Set(),
): Promise<PreviewedWish> {
	for (const { base, opportunity_id } of await openableOpportunities(service, amount)) {
		if (otherThan.has(base)) continue;
		const params = { opportunity_id, amount, mode: 'single-direct' } as const;
		// Of many a coin the least amount is more than this, and some turn before they are asked for.
		const { result } = await service.answer('execute_opportunity', { ...params, preview: true }, token);
		const preview = result as Preview | undefined;
		if (preview?.checks.every(({ passed }) => passed) !== true) continue;
		return { params, base, previewId: preview.preview_id };
	}
	throw new TestRunError(`Nothing can be opened for ${amount} USD but ${[...otherThan].join(', ')}.`);
}

/** Signed coins of both legs by the service's word. */
export function sizesOf({ execution, long_position, short_position }: Execution): Record<string, Decimal> {
	return {
		[`${long_position.exchange} ${long_position.symbol}`]: execution.long_size,
		[`${short_position.exchange} ${short_position.symbol}`]: neg(execution.short_size),
	};
}

/** Signed coins of all instruments by the exchanges' own word. */
export async function sizesAt(words: VenueWords): Promise<Record<string, Decimal>> {
	const reads = await Promise.all(
		VENUES.map(async (venue) =>
			[...(await words[venue].positions())].map(([symbol, coins]) => [`${venue} ${symbol}`, coins] as const),
		),
	);
	return Object.fromEntries(reads.flat());
}
