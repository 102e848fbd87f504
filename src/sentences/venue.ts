/**
 * Sentences about accounts at exchanges: settings that an exchange or the service does not allow, keys, and dead-man
 * switches. Exchanges are display names.
 */
import type { Figure, Words, Writer } from './sentence.ts';

const MS_PER_S = 1_000;

/** Margin mode of a position. */
type MarginMode = 'isolated' | 'cross';

type At = { readonly exchange: string };
type Leverage = { readonly leverage: Figure };
type LeverageOn = Leverage & { readonly symbol: string };

/** Settings of an account that do not allow an order. */
export const venueSetting = {
	/**
	 * @param symbol the contract in hedge mode; null for the whole account
	 * @param number the exchange's number of the position mode; null if it has none
	 * @param name the exchange's name of the position mode; null if it has none
	 */
	hedgeMode: ({
		exchange,
		symbol,
		number,
		name,
	}: At & { symbol: string | null; number: number | null; name: string | null }) =>
		`${symbol ?? `The account${number === null ? '' : ` (position mode ${number})`}`} is in hedge mode${name === null ? '' : ` (${name})`}, but one-way mode is needed. Switch it at ${exchange}.`,
	multiAssets: ({ exchange }: At) =>
		`The account is in multi-assets mode, but single-asset mode is needed. Switch it at ${exchange}.`,
	/** @param mode the mode's name as JSON */
	oneBalance: ({ exchange, mode }: At & { mode: string }) =>
		`The account's mode is ${mode}, which keeps spot and perpetuals in one balance. This service needs a standard account. Use a standard account or sub-account, because ${exchange} may not let you switch this one back.`,
	/** @param level number of the account's mode. @param needed number of the futures mode */
	accountMode: ({
		exchange,
		level,
		needed,
		marginMode,
	}: At & { level: string; needed: string; marginMode: MarginMode }) =>
		`The account is in mode ${level}, but ${marginMode} positions need mode ${needed} (futures mode). Switch it at ${exchange}.`,
	marginModeKept: ({ exchange, symbol, marginMode }: At & { symbol: string; marginMode: MarginMode }) =>
		`${symbol} has an open position, so we do not switch its margin mode to ${marginMode}. Close the position, or switch the mode at ${exchange}.`,
	/** @param present the exchange's name of the current mode */
	accountMarginModeKept: ({
		exchange,
		present,
		marginMode,
	}: At & { present: string; marginMode: MarginMode }) =>
		`The account's margin mode is ${present}, and it has open positions, so we do not switch it to ${marginMode}. Close the positions, or switch the mode at ${exchange}.`,
	/** @param present the exchange's name of the position's mode; null if unknown */
	otherMarginMode: ({
		exchange,
		symbol,
		present,
		marginMode,
	}: At & { symbol: string; present: string | null; marginMode: MarginMode }) =>
		`${symbol} has an open position with ${present ?? 'undefined'} margin, so we open none with ${marginMode} margin. Close the position at ${exchange}.`,
	leverageWholeOnly: ({ exchange, leverage }: At & Leverage, write: Writer) =>
		`Leverage ${write.number(leverage)} is not possible at ${exchange}. Choose a whole number of at least 1.`,
	leverageNotWhole: ({ exchange, leverage }: At & Leverage, write: Writer) =>
		`The leverage is ${write.number(leverage)}, but ${exchange} accepts only whole numbers.`,
	leverageRange: ({ symbol, leverage, most }: LeverageOn & { most: number }, write: Writer) =>
		`Leverage ${write.number(leverage)} is not possible for ${symbol}. Choose a whole number from 1 to ${most}.`,
	leverageTooHigh: ({ symbol, leverage, most }: LeverageOn & { most: number }, write: Writer) =>
		`Leverage ${write.number(leverage)} is not possible for ${symbol}. Choose at most ${most}.`,
	leverageAbove: ({ exchange, symbol, leverage, most }: At & LeverageOn & { most: number }, write: Writer) =>
		`The leverage is ${write.number(leverage)}, but ${exchange} allows at most ${most} for ${symbol}. Lower it.`,
	leverageNotChanged: ({ exchange, symbol, leverage }: At & LeverageOn, write: Writer) =>
		`${exchange} did not change the leverage of ${symbol} to ${write.number(leverage)}. Set it at ${exchange}.`,
};

/** Why a key cannot be used. Those without a full stop are followed by one, or by advice. */
export const venueKey = {
	form: () =>
		'A key must consist of the account’s address and the private key of a wallet that trades for it (form)',
	walletNotApproved: () =>
		'The account has not approved the wallet of this key, or has revoked the approval (missing)',
	walletOfAnother: () => 'The wallet of this key trades for another account (agent)',
	noSuchAccount: ({ exchange }: At) => `${exchange} has no account with this address (missing)`,
	/** @param mode the exchange's name of the account mode */
	unifiedAccount: ({ exchange, mode }: At & { mode: string }) =>
		`The account is a unified account (${mode}), which ${exchange} cannot convert back; a classic account is needed. Use a classic account or sub-account`,
	/** @param said why the exchange refuses the key, without a full stop */
	advised: ({ said, advice }: { said: Words; advice: Words }, write: Writer) =>
		`${write.words(said)}. ${write.words(advice)}`,
	testKey: ({ page }: { page: string }) =>
		`Testnet mode needs a key of the exchange's test environment, which does not accept keys of real accounts. Create one at ${page}; see docs/modes.md.`,
	realKey: () =>
		'This key is from the test environment and works only in testnet mode. Use a key of a real account instead.',
	/** @param name the exchange's name in the settings */
	otherSite: ({ name, regions }: { name: string; regions: readonly string[] }) =>
		`A key of another site (${regions.join(', ')}) works only there. To use it, set hosts.${name}; see docs/modes.md.`,
	noPaperAccount: ({ exchange }: At) => `There is no paper account at ${exchange} for this key.`,
};

/** Orders that a dead-man switch cancels. */
type SwitchOrders = 'contract' | 'ours' | 'account';

const SWITCH_ORDERS: Readonly<Record<SwitchOrders, string>> = {
	contract: 'all open orders in the contract',
	ours: 'the orders with our tag',
	account: 'all open orders on the account',
};

type Reached = At & { readonly orders: SwitchOrders };

/** Findings about dead-man switches. Phrases without a full stop. */
export const venueSwitch = {
	/** @param period time from the last renewal until the exchange cancels, milliseconds */
	covers: ({ exchange, orders, period }: Reached & { period: number }) =>
		`${exchange} cancels ${SWITCH_ORDERS[orders]} if it does not hear from us for ${period / MS_PER_S} s`,
	/** @param count open orders that this service did not send */
	hitsOthers: ({ exchange, orders, count }: Reached & { count: number }) =>
		`the dead-man switch of ${exchange} would cancel ${SWITCH_ORDERS[orders]}, and ${count === 1 ? '1 of them is' : `${count} of them are`} not ours`,
	refused: ({ exchange, reason }: At & { reason: Words }, write: Writer) =>
		`${exchange} refuses its dead-man switch: ${write.words(reason)}`,
	silent: ({ exchange, reason }: At & { reason: Words }, write: Writer) =>
		`${exchange} gave no usable answer about its dead-man switch: ${write.words(reason)}`,
	none: ({ exchange }: At) => `${exchange} has no dead-man switch`,
	protectionOff: ({ exchange }: At) =>
		`the account has no disconnection protection (DCP) for derivatives; your account manager at ${exchange} can enable it`,
	tooManyOrders: ({ most }: { most: number }) =>
		`the account has more than ${most} open orders; cancel some of them`,
	/** @param traded rounded down, USD */
	volumeTooLow: ({ traded, needed }: { traded: number; needed: number }, write: Writer) =>
		`the account has traded ${write.fixed(traded, 0)} USD, but ${write.fixed(needed, 0)} USD is required`,
	noAnswerAt: ({ exchange }: At) => `${exchange} did not answer the request about its dead-man switch`,
	noAnswer: () => 'no answer came',
};

type Waits = { readonly wait: number; readonly limit: number };

/** Why a request to an exchange was not sent, or its answer is not used. `venue` is the exchange's name in the settings. */
export const venueRequest = {
	/** @param of class of the request, such as `market`. @param name name of the limit; null if the class has only one */
	budgetUsedUp: (
		{ venue, of, name, wait, limit }: { venue: string; of: string; name: string | null } & Waits,
		write: Writer,
	) =>
		`Our own budget for ${of} requests${name === null ? '' : ` (${name})`} at ${venue} is used up. The request would wait ${write.duration(wait)}; the limit is ${write.duration(limit)}.`,
	/** @param left time until the ban ends, milliseconds */
	addressBanned: ({ venue, left }: { venue: string; left: number }, write: Writer) =>
		`${venue} has banned this machine's IP address for too many requests. We send it no read requests for another ${write.duration(left)}.`,
	clocksNotCompared: ({ took, limit }: { took: number; limit: number }) =>
		`The clocks were not compared, because the answer took ${took} ms; the limit is ${limit} ms.`,
	unknownInstrument: ({ venue, symbol }: { venue: string; symbol: string }) =>
		`${venue} ${symbol} is not a known instrument.`,
	notConnected: ({ exchange }: At) => `This user has no connected account at ${exchange}.`,
	stopping: () => 'The service is stopping.',
};
