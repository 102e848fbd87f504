/** Sentences about announcements of an exchange that are unknown. Exchanges are display names. */
import type { Words, Writer } from './sentence.ts';

/** Parts of an exchange's announcements. */
export type NoticePart = 'status' | 'transfers';

const PARTS: Readonly<Record<NoticePart, string>> = {
	status: 'service status',
	transfers: 'state of deposits and withdrawals',
};

/** Why a part of the announcements is unknown. */
export const notice = {
	unknown: ({ part, exchange, why }: { part: NoticePart; exchange: string; why: Words }, write: Writer) =>
		`The ${PARTS[part]} of ${exchange} is unknown: ${write.words(why)}`,
	/** @param page title of the exchange's page that says so */
	needsKey: ({ exchange, page }: { exchange: string; page: string }) =>
		`${exchange} shows currencies and networks only to a caller with an API key (page "${page}").`,
	/** @param page title of the exchange's page that says so */
	suspendedNeedsKey: ({ exchange, page }: { exchange: string; page: string }) =>
		`${exchange} reports suspended currencies only to holders of an API key (page "${page}").`,
	noTest: ({ exchange }: { exchange: string }) =>
		`${exchange} publishes no notices for its test environment.`,
	bridge: ({ exchange, coin }: { exchange: string; coin: string }) =>
		`${exchange} does not publish it, because users deposit and withdraw ${coin} over its bridge.`,
	/** A part of a sentence that another one begins. */
	tradedOnly: () => 'the service reads this only for exchanges on which it trades.',
	/** Titles of maintenance that has none from the exchange. @param message the exchange's own words; empty for none */
	closed: ({ message }: { message: string }) => `trading is closed${noted(message)}`,
	cancelOnly: ({ exchange, message }: { exchange: string; message: string }) =>
		`${exchange} accepts only cancellations${noted(message)}`,
	/** @param status the exchange's status in the words of ccxt */
	stated: ({ status }: { status: string }) => `The exchange reports its status as ${status}.`,
	noTitle: () => 'no title',
	noMethod: ({ method }: { method: string }) => `ccxt has no ${method} for the exchange.`,
	noStatus: () => 'The answer has no status.',
};

function noted(message: string): string {
	return message === '' ? '' : ` (${message})`;
}
