/** Starts replays of recorded squeezes with a user's present positions. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { type Holding, writtenHoldings } from '../domain/holdings.ts';
import { MARGIN_TEXT } from '../planner/margin-text.ts';
import type { ReplayChoices, ReplayRequest, Replays } from '../ports/replays.ts';
import type {
	HeldExecution,
	ShockReader,
	Squeeze,
	SqueezeOptions,
	SqueezeReplay,
	WhatIf,
} from '../ports/what-if.ts';
import type { Words } from '../sentences/sentence.ts';

/** Name of the built-in policy that holds given positions. */
const POLICY = 'holdings';
/** Margin for fees and for the first moves, beside what the positions need at their leverage. */
const CAPITAL_FACTOR = 1.2;
const CENTS = 100;

/** Creates what-if from the reader of the live portfolio and the replays of callers. */
export function createSqueezeReplays(parts: {
	readonly reader: ShockReader;
	readonly replays: Pick<Replays, 'choices' | 'start'>;
}): WhatIf {
	const { reader, replays } = parts;
	return {
		shock: reader.shock,
		squeeze: (userId, squeeze, options) => replayed(reader, replays, { userId, squeeze, options }),
	};
}

async function replayed(
	reader: ShockReader,
	replays: Pick<Replays, 'choices' | 'start'>,
	asked: { readonly userId: string; readonly squeeze: Squeeze; readonly options: SqueezeOptions },
): Promise<SqueezeReplay> {
	const { userId, squeeze, options } = asked;
	const { held, equity } = await reader.holdings(userId);
	const { executionId } = options;
	const wanted = held.filter((one) => executionId === undefined || one.executionId === executionId);
	if (wanted.length === 0 && executionId !== undefined)
		throw new CarrywireError('UNKNOWN_EXECUTION', MARGIN_TEXT.unknownExecution({ id: executionId }), {
			field: 'execution_id',
		});
	if (wanted.length === 0)
		throw new CarrywireError('INVALID_PARAMS', MARGIN_TEXT.noPositions(), { field: 'shock.squeeze' });
	const choices = await replays.choices();
	const data = options.data ?? dataWith(choices, wanted);
	const kept = data === undefined ? [] : wanted.filter((one) => has(choices, data, one));
	if (data === undefined || kept.length === 0) throw noData(squeeze, choices);
	const job = await replays.start(userId, requestOf(squeeze, data, kept, { equity, choices }));
	const ids = new Set(kept.map((one) => one.executionId));
	return {
		job,
		squeeze,
		held: kept,
		leftOut: wanted.map((one) => one.executionId).filter((id) => !ids.has(id)),
	};
}

/** Returns the data with the most of the positions; undefined if none have any. */
function dataWith(choices: ReplayChoices, held: readonly HeldExecution[]): string | undefined {
	const counted = choices.data.map((data) => ({
		data,
		count: held.filter((one) => has(choices, data, one)).length,
	}));
	const best = counted.toSorted((a, b) => b.count - a.count)[0];
	return best === undefined || best.count === 0 ? undefined : best.data;
}

/** True if the data have the coin and both exchanges, as far as their beginning shows. */
function has({ names }: ReplayChoices, data: string, { coin, long, short }: Holding): boolean {
	const known = names[data];
	if (known === undefined) return false;
	const { coins, exchanges } = known;
	return coins.includes(coin) && exchanges.includes(long) && exchanges.includes(short);
}

function noData({ name, from, until }: Squeeze, { data }: ReplayChoices): CarrywireError {
	const why: Words = data.length === 0 ? MARGIN_TEXT.noDataOffered() : MARGIN_TEXT.noDataCovers({ data });
	return new CarrywireError('REPLAY_DATA', MARGIN_TEXT.noData({ squeeze: name, from, until, why }), {
		field: 'shock.squeeze',
	});
}

function requestOf(
	{ from, until }: Squeeze,
	data: string,
	held: readonly HeldExecution[],
	{ equity, choices }: { readonly equity: number; readonly choices: ReplayChoices },
): ReplayRequest {
	const exchanges = [...new Set(held.flatMap(({ long, short }) => [long, short]))].sort();
	const holdings = merged(held);
	return {
		data,
		policy: POLICY,
		set: { positions: writtenHoldings(holdings) },
		sweep: {},
		grade: undefined,
		from,
		until,
		capitalUsd: capitalOf(holdings, exchanges, equity),
		users: 'one',
		exchanges,
		coins: [...new Set(held.map(({ coin }) => coin))].sort(),
		walkForward: undefined,
		feesBp: {},
		slippageBp: 2,
		impactBp: 1,
		publicationLagS: 5,
		cashRatePct: 4,
		// The positions exist already, so no guard may keep the replay from opening them.
		without: choices.rules,
		compare: false,
		seed: 1,
	};
}

/** Adds up positions on the same contracts. Their margin stays the same. */
function merged(held: readonly HeldExecution[]): readonly Holding[] {
	const groups = Map.groupBy(held, ({ coin, long, short }) => `${coin} ${long} ${short}`);
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const { coin, long, short } = first;
		const legUsd = group.reduce((sum, one) => sum + one.legUsd, 0);
		const margin = group.reduce((sum, one) => sum + one.legUsd / one.leverage, 0);
		return [{ coin, long, short, legUsd: rounded(legUsd), leverage: rounded(legUsd / margin) }];
	});
}

/**
 * Returns the capital of the replay, which shares it out equally among the exchanges: the equity of the accounts, but at
 * least what the exchange with the largest margin needs.
 */
function capitalOf(holdings: readonly Holding[], exchanges: readonly string[], equity: number): number {
	const margins = exchanges.map((exchange) =>
		holdings
			.filter(({ long, short }) => long === exchange || short === exchange)
			.reduce((sum, { legUsd, leverage }) => sum + legUsd / leverage, 0),
	);
	return Math.ceil(Math.max(equity, CAPITAL_FACTOR * exchanges.length * Math.max(...margins)));
}

function rounded(value: number): number {
	return Math.round(value * CENTS) / CENTS;
}
