/** What is traded here: which opportunity can be opened, and what each side says of what is held. */
import { type Decimal, neg } from '../../src/domain/decimal.ts';
import { type Service, VENUES } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';
import { openableOpportunities } from '../e2e/trading.ts';
import type { VenueWords } from '../e2e/venue-word.ts';
import type { Execution, Opportunity } from '../e2e/wire.ts';

type Mode = 'single-direct' | 'grid';

/** What `execute_opportunity` would take now, previewed. */
export type PreviewedWish = {
	readonly params: {
		readonly opportunity_id: string;
		readonly amount: number;
		readonly mode: Mode;
	};
	readonly opportunity: Opportunity;
	readonly base: string;
	readonly previewId: string;
};

type Preview = {
	readonly preview_id: string;
	readonly plan: { readonly children: number };
	readonly checks: readonly { readonly passed: boolean; readonly message: string }[];
};

const DIRECT = { mode: 'single-direct', slicesMin: 1 } as const;

/** The first opportunity of another coin than these that passes every check for whoever holds the token, in so many slices. */
export function previewedWish(
	service: Service,
	token: string,
	amount: number,
	otherThan: ReadonlySet<string> = new Set(),
	{ mode, slicesMin }: { readonly mode: Mode; readonly slicesMin: number } = DIRECT,
): Promise<PreviewedWish> {
	let failed: readonly string[] = [];
	return until(
		{
			what: `something that can be opened for ${amount} USD but ${[...otherThan].join(', ')}`,
			periodMs: 500,
			seen: () => failed.join('; '),
		},
		async () => {
			failed = [];
			for (const opportunity of await openableOpportunities(service, amount)) {
				const { base, opportunity_id } = opportunity;
				if (otherThan.has(base)) continue;
				const params = { opportunity_id, amount, mode };
				// Of many a coin the least amount is more than this, and some turn before they are asked for.
				const { result, text } = await service.answer(
					'execute_opportunity',
					{ ...params, preview: true },
					token,
				);
				const preview = result as Preview | undefined;
				const faults = preview?.checks.filter(({ passed }) => !passed).map(({ message }) => message);
				if (preview !== undefined && faults?.length === 0 && preview.plan.children >= slicesMin)
					return { params, opportunity, base, previewId: preview.preview_id };
				failed = [...failed, `${base}: ${faults?.join(', ') ?? text}, ${preview?.plan.children} slices`];
			}
			return undefined;
		},
	);
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
