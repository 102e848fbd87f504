/**
 * What a venue says of itself, put together from requests that fail each by itself: a part that cannot be read is unknown,
 * with a sentence, and stops nothing. Limits: a title of 200 characters, 20 times of maintenance, 10,000 currencies.
 */
import { messageOf } from '../../domain/message-of.ts';
import type { Maintenance, VenueNotices } from '../../ports/venue-notices.ts';

const TITLE_CHARS_MAX = 200;
const MAINTENANCE_MAX = 20;
const COINS_MAX = 10_000;

/** Deposits, withdrawals and names of coins, as far as the venue tells them. */
export type CurrencyNotices = Pick<VenueNotices, 'transfers' | 'coinNames'>;

/** How a venue's notices are read, or why they cannot be. */
export type NoticeReads = {
	/** A sentence where the venue tells of none. */
	readonly maintenance: (() => Promise<readonly Maintenance[]>) | string;
	/** A sentence where the venue tells these to nobody without a key. */
	readonly currencies: (() => Promise<CurrencyNotices>) | string;
};

/** Reads all notices at once; a failed read is listed as unknown with its reason. Never rejects. */
export async function gatherNotices(venue: string, reads: NoticeReads): Promise<VenueNotices> {
	const { currencies: readCurrencies } = reads;
	const [maintenance, currencies] = await Promise.all([
		known(`The service status of ${venue}`, reads.maintenance),
		known(`The state of deposits and withdrawals of ${venue}`, readCurrencies),
	]);
	return {
		maintenance: (maintenance.value ?? []).slice(0, MAINTENANCE_MAX),
		transfers: new Map([...(currencies.value?.transfers ?? [])].slice(0, COINS_MAX)),
		coinNames: new Map([...(currencies.value?.coinNames ?? [])].slice(0, COINS_MAX)),
		unknown: [...maintenance.unknown, ...currencies.unknown],
	};
}

/** What was read, or the sentence that says why it was not. */
async function known<T>(
	what: string,
	read: (() => Promise<T>) | string,
): Promise<{ readonly value: T | undefined; readonly unknown: readonly string[] }> {
	const unknown = (why: string) => ({
		value: undefined,
		unknown: [`${what} is not known: ${titleText(why)}`],
	});
	if (typeof read === 'string') return unknown(read);
	try {
		return { value: await read(), unknown: [] };
	} catch (error) {
		return unknown(messageOf(error));
	}
}

/** A venue's text as one line of bounded length. */
export function titleText(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length <= TITLE_CHARS_MAX ? line : `${line.slice(0, TITLE_CHARS_MAX - 1)}…`;
}
