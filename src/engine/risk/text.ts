/** Contains every message from the risk gate: what a check compares, and what the caller should do if it fails. */

import { type Decimal, formatDecimal, sub } from '../../domain/decimal.ts';
import { percentOfShare } from '../../domain/exit-liquidation.ts';
import {
	coinsText,
	coinsTexts,
	durationText,
	percentTexts,
	usdText,
	usdTexts,
} from '../../domain/figure-text.ts';
import type { LegRole } from '../../domain/ids.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';

/** Unit of the two figures of a check, which decides their format. */
export type Unit = 'USD' | '%' | 'coins' | 'ms' | 'times' | 'count';

/** Parts of the message of a check that compares two figures. */
export type FigureText = {
	readonly unit: Unit;
	/** The compared figure, such as `Amount over both legs`. */
	readonly subject: string;
	/** Tells the caller what to do after a failed check. */
	readonly remedy: string;
	/**
	 * Builds the complete message for an unknown figure; without this function, the figure is written as `unknown`.
	 */
	readonly unknown?: (limit: string) => string;
};

/** An unknown figure, as `value` and in messages. */
export const UNKNOWN = 'unknown';

/** Checks whose message contains only their figures. */
export const FIGURES = {
	amount: {
		unit: 'USD',
		subject: 'Amount over both legs',
		remedy: 'Lower the amount.',
	},
	capAmount: {
		unit: 'USD',
		subject: "Amount of one execution, against this agent's cap",
		remedy: 'Lower the amount, or ask the owner of the agent to raise the cap.',
	},
	capOpenAmount: {
		unit: 'USD',
		subject: 'Amount of all open executions of this agent, including this one',
		remedy: 'Lower the amount, or close an execution of this agent.',
	},
	capExecutionsPerDay: {
		unit: 'count',
		subject: 'Executions of this agent since 00:00 UTC, including this one',
		remedy: 'Wait until 00:00 UTC, or ask the owner of the agent to raise the cap.',
	},
	leverage: {
		unit: 'times',
		subject: 'Leverage, against the limits of this service and both exchanges',
		remedy: 'Lower the leverage.',
	},
	openAmount: {
		unit: 'USD',
		subject: 'Amount of all your open executions, including this one',
		remedy: 'Lower the amount, or close an execution.',
	},
	openNotional: {
		unit: 'USD',
		subject: 'Notional of all your open legs, including this execution',
		remedy: 'Lower the amount, or close an execution.',
	},
	openExecutions: {
		unit: 'count',
		subject: 'Your open executions, including this one',
		remedy: 'Close an execution first.',
	},
	dailyLoss: {
		unit: 'USD',
		subject: 'Your loss since 00:00 UTC, realised and unrealised',
		remedy: 'Wait until 00:00 UTC.',
		unknown: (limit) =>
			`Your loss since 00:00 UTC is unknown, because the mark price of an open leg is unknown; the limit is ${limit}. Try again when the exchange sends prices.`,
	},
	maximum: {
		unit: 'coins',
		subject: 'Size of a leg in one order, against the largest order that both exchanges accept',
		remedy: 'Lower the amount.',
	},
	minimumSlice: {
		unit: 'coins',
		subject: 'Size of the smallest slice on each leg',
		remedy: 'Raise the amount.',
	},
	unhedgedExecution: {
		unit: 'USD',
		subject: 'Worst-case unhedged exposure of this execution',
		remedy: 'Lower the amount.',
	},
	unhedgedUser: {
		unit: 'USD',
		subject: 'Worst-case unhedged exposure of all your executions, including this one',
		remedy: 'Lower the amount, or wait until your other executions finish opening or closing.',
	},
	unhedgedService: {
		unit: 'USD',
		subject: 'Worst-case unhedged exposure of all executions of this service, including this one',
		remedy: 'Lower the amount, or wait until other executions finish opening or closing.',
	},
} as const satisfies Readonly<Record<string, FigureText>>;

/** Says whether an agent may trade the pair. */
export function capPairsText(pair: string, isAllowed: boolean, allowed: string): string {
	return isAllowed
		? `This agent may trade ${pair}.`
		: `This agent may not trade ${pair}. Allowed pairs: ${allowed}. Choose one of them, or ask the owner of the agent to change the cap.`;
}

/** Describes the user's notional in one coin. */
export function openNotionalCoin(coin: string): FigureText {
	return { ...FIGURES.openNotional, subject: `Notional of your open ${coin} legs, including this execution` };
}

/** Describes the user's notional at one exchange. */
export function openNotionalVenue(venue: string): FigureText {
	return {
		...FIGURES.openNotional,
		subject: `Notional of your open legs on ${shownNameOf(venue)}, including this execution`,
	};
}

/** Describes the age of the account data that the gate uses. */
export function accountAge(venue: string): FigureText {
	return {
		unit: 'ms',
		subject: `Age of the balance and positions from ${shownNameOf(venue)}`,
		remedy: 'Try again.',
	};
}

/** Describes the age of the mark and index price that the gate uses. */
export function tickerAge(venue: string): FigureText {
	return {
		unit: 'ms',
		subject: `Age of the mark and index price from ${shownNameOf(venue)}`,
		remedy: 'Try again when the exchange sends prices.',
	};
}

/** Describes the distance of a book's mid price from the mark and index price. */
export function collar(venue: string): FigureText {
	return {
		unit: '%',
		subject: `Distance of the mid price on ${shownNameOf(venue)} from its mark or index price`,
		remedy: 'Try again when the order book is back near the mark price.',
	};
}

/** Describes the percentage of requests without a response. */
export function stability(venue: string): FigureText {
	return {
		unit: '%',
		subject: `Recent requests to ${shownNameOf(venue)} without an answer`,
		remedy: 'Try again when the exchange answers.',
	};
}

/** Explains why no positions are opened at an exchange that leaves too many requests without a response. */
export function instabilityText(
	venue: string,
	{ answered, failed }: { readonly answered: number; readonly failed: number },
	limitPct: Decimal,
): string {
	return `${shownNameOf(venue)} left ${failed} of ${failed + answered} recent requests without an answer, more than ${formatDecimal(limitPct)} %.`;
}

/** Compares the amount with the minimum that both exchanges accept. */
export function minimumText(amount: Decimal, least: Decimal, isEnough: boolean): string {
	const [asked, needed] = usdTexts(amount, least);
	return isEnough
		? `Amount: ${asked}, minimum ${needed}.`
		: `Amount too small: ${asked}, minimum ${needed}. Raise the amount.`;
}

/** Compares the largest slice with the order book. */
export function depthText(
	venue: string,
	when: 'entry' | 'exit',
	slippageBps: Decimal,
	maxAmount: Decimal,
): FigureText {
	return {
		unit: 'coins',
		subject: `Largest slice, against the order book on ${shownNameOf(venue)} within ${formatDecimal(slippageBps)} bp for the ${when}`,
		remedy: `Lower the amount to ${usdText(maxAmount)}, or raise the slippage limit.`,
	};
}

/** Compares the margin that remains after the stress move with the maintenance margin. */
export function stressText(venue: string, movePct: Decimal): FigureText {
	return {
		unit: 'USD',
		subject: `Margin on ${shownNameOf(venue)} after a ${formatDecimal(movePct)} % move against the leg, against its maintenance margin`,
		remedy: 'Lower the leverage.',
	};
}

/** Describes the distance to liquidation, against the service's limit. */
export function liquidationText(venue: string): FigureText {
	return {
		unit: '%',
		subject: `Distance from entry to liquidation price on ${shownNameOf(venue)}`,
		remedy: 'Lower the leverage.',
	};
}

/** Describes the distance to liquidation, against the caller's exit rule. */
export function exitLiquidationText(venue: string): FigureText {
	return {
		unit: '%',
		subject: `Distance from entry to liquidation price on ${shownNameOf(venue)}, against your exit rule`,
		remedy: 'The rule would close the position at once. Lower the distance of the rule, or the leverage.',
	};
}

/** Compares a leg's margin, including fees and a 2 % buffer, with the available balance. */
export function marginText(venue: string, needed: Decimal, available: Decimal, isEnough: boolean): string {
	const [need, free] = usdTexts(needed, available);
	const figures = `on ${shownNameOf(venue)}: ${need} needed with fees and a 2 % buffer, ${free} available.`;
	return isEnough ? `Margin ${figures}` : `Not enough margin ${figures} Lower the amount, or deposit funds.`;
}

/** Message when no kill switch, stop or fault blocks openings. */
export const TRADING_ENABLED = 'Trading is enabled.';

/** Lists the guards that block the trade, with the opportunity's messages. */
export function guardsText(codes: readonly string[], sentences: readonly Words[]): string {
	return codes.length === 0
		? 'No guard blocks this trade.'
		: `Guards block this trade: ${codes.join(', ')}. ${sentences.map(textOf).join(' ')}`.trim();
}

/** Message when no fault was found in the exit rules. */
export const EXIT_RULES_SOUND =
	'The exit rules are within their bounds, and none closes the position at once.';

/** Names the opening mode that is used, and the requested one. */
export function modeText(asked: string, used: string): string {
	return asked === used ? `Opening mode: ${used}.` : `Opening mode: ${used}, requested ${asked}.`;
}

/** Compares the expected net APR, a fraction per year, with the caller's minimum. */
export function netAprText(netApr: Decimal | null, minimum: Decimal): string {
	const [was, least] = percentTexts(percentOfShare(netApr ?? minimum), percentOfShare(minimum));
	return `Net APR: ${netApr === null ? UNKNOWN : was}, your minimum ${least}.`;
}

/** Names the verdict that an opening requires, and why the opportunity has another one. */
export function verdictText(verdict: string, isCallersTerm: boolean, reasons: readonly Words[]): string {
	const who = isCallersTerm ? 'only_if_trade requires' : "This agent's caps require";
	return verdict === 'trade'
		? 'The verdict is trade.'
		: `The verdict is ${verdict}. ${who} the verdict trade. ${reasons.map(textOf).join(' ')}`.trim();
}

/** Names an instrument in a message, such as `Bybit SOLUSDT`. */
export function instrumentText(venue: string, symbol: string): string {
	return `${shownNameOf(venue)} ${symbol}`;
}

/** Names another execution on the instrument, for the messages below. */
export function holderText(executionId: string | undefined): string {
	return executionId === undefined
		? 'another of your calls that is opening it now'
		: `execution ${executionId}`;
}

/** Why a leg cannot share an instrument with what the account holds there. `name` comes from `instrumentText`. */
export const POSITION_TEXT = {
	agrees: (name: string, held: Decimal) =>
		`${name}: the account holds ${coinsText(held)} coins, the same as your executions.`,
	closeRefused: (name: string, holder: string, refusal: string) =>
		`${name}: the exchange is rejecting the orders that close ${holder} (${refusal}). Follow that close in portfolio_live, or trade another instrument.`,
	unmanaged(name: string, held: Decimal, managed: Decimal): string {
		const [account, ours] = coinsTexts(held, managed);
		return `${name}: the account holds ${account} coins, but your executions hold ${ours}. Close the other ${coinsText(sub(held, managed))} coins at the exchange first.`;
	},
	repaired: (name: string, holder: string) =>
		`${name} is in use by ${holder}, whose legs are being balanced or closed. Try again when that is done.`,
	otherSide: (name: string, side: LegRole, wanted: LegRole, holder: string) =>
		`${name} is held ${side} by ${holder}. The exchange would net a ${wanted} leg against it. Close that execution first.`,
	otherLeverage: (name: string, held: Decimal, wanted: Decimal, holder: string) =>
		`${name} is held at leverage ${formatDecimal(held)} by ${holder}; you requested ${formatDecimal(wanted)}. A position has only one leverage, so use the same one.`,
	otherMarginMode: (name: string, mode: string, holder: string) =>
		`${name} is held in ${mode} margin by ${holder}. New legs use isolated margin, and a position has one margin mode. Close that execution first.`,
	partialFill: (name: string, quantityMin: Decimal, lotSize: Decimal, holder: string) =>
		`${name} is held by ${holder}. Its smallest order is ${formatDecimal(quantityMin)} coins at a lot size of ${formatDecimal(lotSize)}. After a partial fill, one execution could not close its remainder without reducing the other. Close that execution first.`,
};

/**
 * Builds the message of a check that compares two figures. `bound`: whether the second figure is an upper limit or a
 * minimum.
 */
export function figureSentence(
	text: FigureText,
	bound: 'limit' | 'minimum',
	value: Decimal | null,
	limit: Decimal,
	passed: boolean,
): string {
	const [was, most] = figureTexts(text.unit, value ?? limit, limit);
	if (value === null && text.unknown !== undefined) return text.unknown(most);
	const figures = `${text.subject}: ${value === null ? UNKNOWN : was}, ${bound} ${most}.`;
	return passed ? figures : `${figures} ${text.remedy}`;
}

function figureTexts(unit: Unit, a: Decimal, b: Decimal): readonly [string, string] {
	switch (unit) {
		case 'USD':
			return usdTexts(a, b);
		case '%':
			return percentTexts(a, b);
		case 'coins': {
			const [left, right] = coinsTexts(a, b);
			return [`${left} coins`, `${right} coins`];
		}
		case 'ms':
			return durationTexts(formatDecimal(a), formatDecimal(b));
		case 'times':
			return [`${formatDecimal(a)}x`, `${formatDecimal(b)}x`];
		case 'count':
			return [formatDecimal(a), formatDecimal(b)];
	}
}

/** Writes whole milliseconds if the rounded durations would look the same. */
function durationTexts(a: string, b: string): readonly [string, string] {
	const texts = [durationText(Number(a)), durationText(Number(b))] as const;
	return a !== b && texts[0] === texts[1] ? [`${a} ms`, `${b} ms`] : texts;
}
