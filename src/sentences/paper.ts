/** Sentences about paper accounts. Exchanges are display names. */
import type { Figure, Writer } from './sentence.ts';

type On = { readonly symbol: string };

/** Reasons why a setting is refused or a read fails. */
export const paper = {
	leverage: ({ symbol, leverage, most }: On & { leverage: Figure; most: Figure }, write: Writer) =>
		`The leverage was ${write.number(leverage)}; ${symbol} allows 1 to ${write.number(most)}.`,
	marginModeInUse: ({ symbol, marginMode }: On & { marginMode: 'isolated' | 'cross' }) =>
		`A position in ${symbol} is open, so its margin mode cannot change to ${marginMode}.`,
	leverageMargin: ({ symbol, leverage }: On & { leverage: Figure }, write: Writer) =>
		`Leverage ${write.number(leverage)} needs more margin for the open position in ${symbol} than is free.`,
	settingsNotStored: ({ symbol }: On) => `The settings of ${symbol} could not be stored.`,
	noAnswer: () => 'The exchange does not answer.',
	notTraded: ({ exchange, symbol }: On & { exchange: string }) =>
		`${exchange} ${symbol} is not an instrument that this service trades.`,
	noMark: () => 'The mark price of a position is unknown.',
};
