/** Finds an opportunity that can be opened, and returns held sizes as the service and as the exchanges report them. */
import { type Decimal, neg } from '../../src/domain/decimal.ts';
import type { FixtureRecords } from '../e2e/exchange-records.ts';
import { type Service, VENUES } from '../e2e/fixture.ts';
import { until } from '../e2e/polling.ts';
import { openableOpportunities } from '../e2e/trading.ts';
import type { Execution, Opportunity } from '../e2e/wire.ts';

type Mode = 'single-direct' | 'grid';

/** Parameters that `execute_opportunity` accepts now, with their preview. */
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

/**
 * Finds the first opportunity in a coin outside `otherThan` that passes every check for the token's user, with at
 * least `slicesMin` slices.
 */
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
			what: `an opportunity that can be opened for ${amount} USD outside ${[...otherThan].join(', ')}`,
			periodMs: 500,
			seen: () => failed.join('; '),
		},
		async () => {
			failed = [];
			for (const opportunity of await openableOpportunities(service, amount)) {
				const { base, opportunity_id } = opportunity;
				if (otherThan.has(base)) continue;
				const params = { opportunity_id, amount, mode };
				// Many coins have a larger minimum amount, and some opportunities reverse before their preview, so
				// later ones are tried too.
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

/** Returns both legs' signed sizes in coins, as the service reports them. */
export function sizesOf({ execution, long_position, short_position }: Execution): Record<string, Decimal> {
	return {
		[`${long_position.exchange} ${long_position.symbol}`]: execution.long_size,
		[`${short_position.exchange} ${short_position.symbol}`]: neg(execution.short_size),
	};
}

/** Returns every position's signed size in coins, as the exchanges report it. */
export async function sizesAt(records: FixtureRecords): Promise<Record<string, Decimal>> {
	const reads = await Promise.all(
		VENUES.map(async (venue) =>
			[...(await records[venue].positions())].map(
				([symbol, coins]) => [`${venue} ${symbol}`, coins] as const,
			),
		),
	);
	return Object.fromEntries(reads.flat());
}
