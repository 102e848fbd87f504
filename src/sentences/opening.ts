/**
 * Sentences about an opening: how it is opened and why, what happens if one leg fails, and its warnings. Sizes are
 * coins per leg, times milliseconds, slippage basis points, and shares of the order books percent.
 */
import type { Figure, Words, Writer } from './sentence.ts';

type Leg = 'long' | 'short';
/** The leg that lags; null if either leg may. */
type Lagging = { readonly leg: Leg | null };

const MS_PER_S = 1_000;
const MS_PER_MINUTE = 60_000;

/** Sentences about an opening. */
export const opening = {
	/** @param long exchange of the long leg @param short exchange of the short leg @param plan one of `direct`, `delay` and `grid`, which begin in lower case */
	accepted: (
		{ long, short, symbol, plan }: { long: string; short: string; symbol: string; plan: Words },
		write: Writer,
	) => `Long ${long} / Short ${short}: ${symbol} on both exchanges, ${write.words(plan)}`,

	/** @param from id of the execution that holds the pair before @param plan a sentence of this table */
	rolled: (
		{ leg, exchange, from, plan }: { leg: 'long' | 'short'; exchange: string; from: string; plan: Words },
		write: Writer,
	) => `The ${leg} leg of ${from} moves to ${exchange}, ${write.words(plan)}`,

	// Plans. `why` is a phrase of this table, or empty.
	/** @param lasts time limit, milliseconds */
	roll: ({ slices, lasts }: { slices: number; lasts: number }, write: Writer) =>
		`in ${slices} ${slices === 1 ? 'slice' : 'slices'} within ${write.duration(lasts)}: each opens at the new exchange first, and closes at the old one once that is proven.`,
	direct: ({ why }: { why: Words }, write: Writer) =>
		`both legs at once as IOC limit orders${write.words(why)}.`,
	/** @param note a sentence about the dead-man switch that begins with a space, or empty */
	delay: (
		{
			leg,
			exchange,
			rests,
			why,
			note,
		}: { leg: Leg; exchange: string; rests: number; why: Words; note: Words },
		write: Writer,
	) =>
		`the ${leg} leg first on ${exchange}, resting for up to ${write.number(rests / MS_PER_S)} s before it takes liquidity, with each fill hedged at once${write.words(why)}.${write.words(note)}`,
	grid(
		{ slices, levels, lasts, why }: { slices: number; levels: number; lasts: number; why: Words },
		write: Writer,
	) {
		const waits =
			levels === 1
				? 'at about the current price basis'
				: `over ${levels} levels of the price basis, half a standard deviation apart`;
		return `${slices} balanced slices ${waits}, for at most ${write.number(lasts / MS_PER_MINUTE)} min${write.words(why)}.`;
	},
	noGrid: ({ fault }: { fault: Words }, write: Writer) => `but not as a grid. ${write.words(fault)}`,
	asPreviewed: () => ', as previewed',
	small: () => ', because the trade is small relative to the order books and below the unhedged cap',
	thin: ({ share }: { share: Figure }, write: Writer) =>
		`, because one order would take more than ${write.number(share)} % of the thinner order book`,
	tooThin: ({ thinnest }: { thinnest: Figure }, write: Writer) =>
		`, because the thinnest side of the order books holds only ${write.coins(thinnest)} coins within the slippage limit`,
	aboveCap: ({ cap }: { cap: Figure }, write: Writer) =>
		`, because a leg exceeds the unhedged cap of ${write.usd(cap)}`,
	/** @param finding the known facts about the switch @param other why the other leg does not rest; null: it was not preferred */
	deadManSwitch: ({ finding, other }: { finding: Words; other: Words | null }, write: Writer) =>
		` Dead-man switch: ${write.words(finding)}.${other === null ? '' : ` It rests there because ${write.words(other)}.`}`,
	noSwitch: ({ finding }: { finding: Words }, write: Writer) =>
		` No dead-man switch: ${write.words(finding)}. If this service stops while the order rests, the order stays on the book and may fill without a hedge.`,

	// Why a grid cannot be opened.
	smallSlices: (
		{
			most,
			cap,
			share,
			thinnest,
			least,
		}: { most: Figure; cap: Figure; share: Figure; thinnest: Figure; least: Figure },
		write: Writer,
	) =>
		`A grid is not possible: a slice needs at least ${write.coins(least)} coins per leg, but may have at most ${write.coins(most)}. The unhedged cap is ${write.usd(cap)}, and a slice may take ${write.number(share)} % of the ${write.coins(thinnest)} coins within the slippage limit.`,
	manySlices: ({ count, most, limit }: { count: number; most: Figure; limit: number }, write: Writer) =>
		`A grid is not possible: it would need ${count} slices of at most ${write.coins(most)} coins; at most ${limit} slices are allowed.`,
	indivisible: (
		{ quantity, least, most }: { quantity: Figure; least: Figure; most: Figure },
		write: Writer,
	) =>
		`A grid is not possible: ${write.coins(quantity)} coins do not divide into slices of ${write.coins(least)} to ${write.coins(most)}.`,

	// Steps when one leg fills and the other does not.
	prove: () =>
		'We first confirm what each leg holds. We query an order with an unknown outcome until it is known, and never send it again.',
	complete: ({ leg, slippage, retry }: Lagging & { slippage: Figure; retry: number }, write: Writer) =>
		`We complete ${lagging(leg)} at the price of its opening order, within ${write.number(slippage)} bp of the mid price. After an order without a fill, the next one follows ${write.number(retry / MS_PER_S)} s later.`,
	wider: ({ leg, widest }: Lagging & { widest: Figure }, write: Writer) =>
		`We complete ${lagging(leg)} at up to ${write.number(widest)} bp from the mid price.`,
	reduce: ({ slippage, widest }: { slippage: Figure; widest: Figure }, write: Writer) =>
		`We stop opening and reduce the larger leg to match the smaller (reduce-only). The first order stays within ${write.number(slippage)} bp of the mid price. Each further order may go twice as far, up to ${write.number(widest)} bp. A permanent rejection by an exchange triggers this at once.`,
	person: ({ tries }: { tries: number }) =>
		`We alert you (needs_attention) if an order is still unconfirmed, or if we fail to reduce a leg ${tries} times in a row. We keep trying.`,
	hedge: () =>
		'We treat an exchange that has not answered for this long as down. We hedge its unhedged leg on a third connected exchange, and close both once it answers again.',
	/** @param inside USD within the slippage limit @param widest USD at the widest limit */
	loss: (
		{ quantity, coin, inside, widest }: { quantity: Figure; coin: string; inside: Figure; widest: Figure },
		write: Writer,
	) =>
		`At most ${write.coins(quantity)} ${coin} are unhedged at once. Filling and then closing them at the limit costs ${write.usd(inside)} within the slippage limit, or ${write.usd(widest)} at the widest limit. Both taker fees are included. Any market move in between is additional.`,

	// Warnings.
	verdictWarning: ({ verdict, reasons }: { verdict: string; reasons: readonly Words[] }, write: Writer) =>
		`The verdict is ${verdict}. ${reasons.map(write.words).join(' ')}`.trim(),
	/** @param share the opened part, percent */
	rounded(
		{
			planned,
			asked,
			share,
			lot,
			coin,
		}: { planned: Figure; asked: Figure; share: Figure; lot: Figure; coin: string },
		write: Writer,
	) {
		const [percent] = write.percentPair(share, 100);
		return `Only ${write.usd(planned)} of ${write.usd(asked)} are opened (${percent}), because both exchanges trade only whole lots of ${write.coins(lot)} ${coin}.`;
	},
};

function lagging(leg: Leg | null): string {
	return leg === null ? 'the lagging leg' : `the ${leg} leg`;
}
