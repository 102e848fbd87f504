/** Sentences about the margin of exchange accounts: planned transfers, reductions, and what a shock does. */
import type { Figure, Words, Writer } from './sentence.ts';

type At = { readonly exchange: string };
type Leg = 'long' | 'short';

/** Sentences of the margin planner and of what-if shocks. */
export const margin = {
	/** @param share equity per USD of positions. @param target the same at the planned leverage */
	transferWhy: (
		{ exchange, share, target }: At & { readonly share: Figure; readonly target: Figure },
		write: Writer,
	) =>
		`Equity at ${exchange} is ${write.percentFixed(share, 0)} of its positions; the plan needs ${write.percentFixed(target, 0)}.`,
	/** @param move nearest move that liquidates a position. @param hours at 2 sigma; null if unknown */
	withoutEmpties: (
		{ exchange, move, hours }: At & { readonly move: Figure; readonly hours: number | null },
		write: Writer,
	) =>
		`Without it, a price ${move < 0 ? 'fall' : 'rise'} of ${write.percentFixed(move < 0 ? -move : move, 0)} liquidates a position at ${exchange}.${hours === null ? '' : ` At 2 sigma, that takes ${hours} h.`}`,
	withoutReduces: ({ exchange }: At) => `Without it, positions at ${exchange} must be reduced.`,
	/** @param limit share of the planned margin below which the level begins */
	levelWatch: ({ exchange, limit }: At & { readonly limit: Figure }, write: Writer) =>
		`You get an alert: ${exchange} has less than ${write.percentFixed(limit, 0)} of its planned margin.`,
	levelTransfer: ({ exchange, limit }: At & { readonly limit: Figure }, write: Writer) =>
		`You get an alert that asks for a transfer: ${exchange} has less than ${write.percentFixed(limit, 0)} of its planned margin.`,
	levelReduce: ({ exchange, limit }: At & { readonly limit: Figure }, write: Writer) =>
		`You get a critical alert: ${exchange} has less than ${write.percentFixed(limit, 0)} of its planned margin. An autopilot that may act reduces both legs of pairs there.`,
	/** @param other exchange of the leg that remains */
	liquidatedLeg: ({ leg, exchange, other }: At & { readonly leg: Leg; readonly other: string }) =>
		`${exchange} liquidates the ${leg} leg. The service closes the other leg on ${other} at once.`,
	liquidatedBoth: () => 'Both legs are liquidated. Nothing is left to close.',
	/** @param distance distance to the liquidation price. @param limit the exit rule's; fractions of the price */
	exitRule: (
		{
			leg,
			exchange,
			distance,
			limit,
		}: At & { readonly leg: Leg; readonly distance: Figure; readonly limit: Figure },
		write: Writer,
	) =>
		`The service closes the pair by its exit rule: the ${leg} leg on ${exchange} is ${write.percent(distance)} from liquidation, limit ${write.percent(limit)}.`,
	/** @param left distance to liquidation as a share of the one at entry */
	halves: ({ leg, exchange, left }: At & { readonly leg: Leg; readonly left: Figure }, write: Writer) =>
		`The service halves both legs: the ${leg} leg on ${exchange} has ${write.percentFixed(left, 0)} of its distance to liquidation at entry left.`,
	warnsNear: ({ leg, exchange, left }: At & { readonly leg: Leg; readonly left: Figure }, write: Writer) =>
		`You get an alert: the ${leg} leg on ${exchange} has ${write.percentFixed(left, 0)} of its distance to liquidation at entry left.`,
	/** @param notional USD of each leg */
	reduces: ({ exchange, notional }: At & { readonly notional: Figure }, write: Writer) =>
		`An autopilot that may act reduces each leg by ${write.usd(notional)}, for the margin at ${exchange}. Without one, you must.`,
	cannotAct: ({ exchange, hours }: At & { readonly hours: number }) =>
		`${exchange} does not answer for ${hours} h. The service can neither close nor reduce this pair, and sends nothing new.`,
	/** @param move reach of two standard deviations in that time */
	downSafe: (
		{ exchange, hours, move }: At & { readonly hours: number; readonly move: Figure },
		write: Writer,
	) =>
		`${exchange} does not answer for ${hours} h. Its margin survives a move of ${write.percentFixed(move, 0)}, which is 2 sigma in that time.`,
	downAtRisk: (
		{ exchange, hours, move }: At & { readonly hours: number; readonly move: Figure },
		write: Writer,
	) =>
		`${exchange} does not answer for ${hours} h. Its margin does not survive a move of ${write.percentFixed(move, 0)}, which is 2 sigma in that time.`,
	nothing: () => 'The service does nothing.',
	noCap: ({ exchange, symbol }: At & { readonly symbol: string }) =>
		`${exchange} states no funding cap for ${symbol}, so its funding is not in the result.`,
	noRate: ({ exchange, symbol }: At & { readonly symbol: string }) =>
		`The present funding rate of ${symbol} at ${exchange} is unknown, so its funding is not in the result.`,
	noMark: ({ exchange, symbol }: At & { readonly symbol: string }) =>
		`${exchange} has no current mark price for ${symbol}, so the position is not in the result.`,
	noMarks: ({ symbol }: { readonly symbol: string }) =>
		`An exchange has no current mark price for ${symbol}, so the execution is not in the result.`,
	noMargin: ({ exchange, symbol }: At & { readonly symbol: string }) =>
		`${exchange} tells neither margin nor liquidation price of ${symbol}. It counts as if the whole account backed it.`,
	/** Refusals of `what_if`. */
	unknownExecution: ({ id }: { readonly id: string }) => `You have no execution ${id}.`,
	nothingHeld: ({ id }: { readonly id: string }) =>
		`The execution ${id} holds no position that can be valued now.`,
	unknownCoin: ({ coin }: { readonly coin: string }) => `You hold no position in ${coin}.`,
	unknownExchange: ({ exchange }: At) => `You have no account at ${exchange}.`,
	noPositions: () => 'You hold no open pair, so there is nothing to replay.',
	emptyShock: () => 'Give at least one of move_pct, gap_pct, cap_settlements and exchange_down_hours.',
	needsOther: ({ field, other }: { readonly field: string; readonly other: string }) =>
		`${field} needs ${other} beside it.`,
	notWithSqueeze: ({ field }: { readonly field: string }) => `${field} and squeeze cannot be combined.`,
	needsScope: ({ scope, own }: { readonly scope: string; readonly own: readonly string[] }) =>
		`A replay of a squeeze needs the scope ${scope}; your token has ${own.join(' ')}.`,
	/** @param why which data were searched */
	noData: (
		{
			squeeze,
			from,
			until,
			why,
		}: {
			readonly squeeze: string;
			readonly from: number;
			readonly until: number;
			readonly why: Words;
		},
		write: Writer,
	) =>
		`No recorded data of this service have your positions for ${squeeze} (${write.instant(from)} to ${write.instant(until)}). ${write.words(why)}`,
	noDataOffered: () => 'The operator offers no recorded data (setting replay.dataFolders).',
	/** @param data names of the data that were searched */
	noDataCovers: ({ data }: { readonly data: readonly string[] }) => `Searched: ${data.join(', ')}.`,
};
