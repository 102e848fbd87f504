/** Sentences about the scores of an opportunity, and the name of each component's input. */
import type { Words, Writer } from './sentence.ts';

/** Inputs of the components by the component's name, and why there is no score. */
export const score = {
	depth: () => 'smallest depth within the slippage limit over both legs, entry and exit',
	bidAsk: () => 'bid-ask spread of the wider book',
	volume: () => 'smaller 24 h volume of the two exchanges',
	openInterest: () => 'smaller open interest of the two exchanges',
	size: () => "one leg's notional / smallest depth",
	signal: () => 'expected carry / its standard deviation',
	reversal: () => 'probability that the carry turns negative',
	liquidation: () => 'price move that liquidates the leg: 1 / leverage − maintenance margin',
	rateCap: () => "a leg's predicted funding rate is at its cap or floor",
	basisSwing: () => 'standard deviation of the price basis',
	basisExtreme: () => 'distance of the price basis from its mean',
	quotes: () => 'legs with different quote currencies',
	history: () => 'days with settled funding on both legs',
	exit: () => "one leg's notional / depth of the thinner exit side",
	guards: () => '1 with a blocking guard, else 1/12 for each of at most four warnings',
	intervals: () => 'legs that settle at different intervals',
	/** @param lacking names of the unknown inputs */
	unknown: ({ what, lacking }: { what: 'liquidity' | 'risk'; lacking: readonly Words[] }, write: Writer) =>
		`The ${what} score is unknown because an input is unknown: ${lacking.map((input) => write.words(input)).join('; ')}.`,
};
